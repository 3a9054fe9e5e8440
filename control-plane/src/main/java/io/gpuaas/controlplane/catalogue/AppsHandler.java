package io.gpuaas.controlplane.catalogue;

import io.gpuaas.api.App;
import io.gpuaas.api.AppPage;
import io.gpuaas.api.AppReview;
import io.gpuaas.api.AppReviewPage;
import io.gpuaas.api.AppSuspension;
import io.gpuaas.api.AppSuspensionPage;
import io.gpuaas.api.AppVersion;
import io.gpuaas.api.AppVersionChanges;
import io.gpuaas.api.AppVersionPage;
import io.gpuaas.api.AppVersionState;
import io.gpuaas.api.AppsApi;
import io.gpuaas.api.CreateAppVersion;
import io.gpuaas.api.DeprecateAppVersion;
import io.gpuaas.api.LiftAppSuspension;
import io.gpuaas.api.PublishAppVersion;
import io.gpuaas.api.ReviewAppVersion;
import io.gpuaas.api.SuspendApps;
import io.gpuaas.api.UpdateApp;
import io.gpuaas.controlplane.catalogue.Apps.Seen;
import io.gpuaas.controlplane.catalogue.Apps.Wish;
import io.gpuaas.controlplane.catalogue.VersionStore.QueueKey;
import io.gpuaas.controlplane.catalogue.VersionViews.Reader;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.kernel.AppSuspensionId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class AppsHandler implements AppsApi {

    private static final String APPS = "apps";
    private static final String VERSIONS = "app-versions";
    private static final String REVIEWS = "app-reviews";
    private static final String SUSPENSIONS = "app-suspensions";

    private final Apps apps;
    private final PublisherVersions publisher;
    private final Reviews reviews;
    private final Suspensions suspensions;
    private final VersionStore versions;
    private final SuspensionStore suspensionStore;

    AppsHandler(
            Apps apps,
            PublisherVersions publisher,
            Reviews reviews,
            Suspensions suspensions,
            VersionStore versions,
            SuspensionStore suspensionStore) {
        this.apps = apps;
        this.publisher = publisher;
        this.reviews = reviews;
        this.suspensions = suspensions;
        this.versions = versions;
        this.suspensionStore = suspensionStore;
    }

    /** The tenant of the project in the path. */
    private static TenantId tenant() {
        return Objects.requireNonNull(Call.current().tenantId());
    }

    private static String name(String namespace, String app) {
        return namespace + "/" + app;
    }

    @Override
    public AppPage listApps(
            ProjectId project,
            @Nullable String search,
            @Nullable String category,
            @Nullable Boolean enabled,
            Integer limit,
            @Nullable String cursor) {
        List<App> rows = apps.list(
                tenant(),
                project,
                new Wish(search, category, enabled),
                PageCursor.decode(APPS, cursor, key -> key),
                limit + 1);
        return new AppPage(PageCursor.page(rows, limit), PageCursor.next(APPS, rows, limit, App::app));
    }

    @Override
    public App getApp(ProjectId project, String namespace, String app) {
        return apps.get(tenant(), project, name(namespace, app));
    }

    @Override
    public App updateApp(ProjectId project, String namespace, String app, UpdateApp command) {
        return apps.update(tenant(), project, name(namespace, app), command);
    }

    @Override
    public AppVersion createAppVersion(ProjectId project, CreateAppVersion command) {
        return publisher.create(tenant(), project, command.manifest());
    }

    @Override
    public AppVersionPage listAppVersions(
            ProjectId project,
            String namespace,
            String app,
            @Nullable AppVersionState state,
            Integer limit,
            @Nullable String cursor) {
        Seen seen = apps.see(tenant(), project, name(namespace, app));
        List<VersionRow> rows = versions.list(
                seen.app(),
                seen.reader() == Reader.OTHER_TENANT,
                state,
                PageCursor.decode(VERSIONS, cursor, UUID::fromString),
                limit + 1);
        return new AppVersionPage(
                PageCursor.page(rows, limit).stream()
                        .map(row -> VersionViews.summary(row, seen.reader()))
                        .toList(),
                PageCursor.next(VERSIONS, rows, limit, VersionRow::id));
    }

    @Override
    public AppVersion getAppVersion(ProjectId project, String namespace, String app, String version) {
        return apps.version(tenant(), project, name(namespace, app), version);
    }

    @Override
    public AppVersionChanges compareAppVersions(
            ProjectId project, String namespace, String app, String version, @Nullable String from) {
        return apps.compare(tenant(), project, name(namespace, app), version, from);
    }

    @Override
    public AppVersion submitAppVersion(ProjectId project, String namespace, String app, String version) {
        return publisher.submit(tenant(), name(namespace, app), version);
    }

    @Override
    public AppVersion withdrawAppVersion(ProjectId project, String namespace, String app, String version) {
        return publisher.withdraw(tenant(), name(namespace, app), version);
    }

    @Override
    public AppVersion publishAppVersion(
            ProjectId project, String namespace, String app, String version, PublishAppVersion command) {
        return publisher.publish(tenant(), name(namespace, app), version, command.channel());
    }

    @Override
    public AppVersion deprecateAppVersion(
            ProjectId project, String namespace, String app, String version, DeprecateAppVersion command) {
        return publisher.deprecate(tenant(), name(namespace, app), version, command);
    }

    @Override
    public AppReviewPage listAppReviews(@Nullable AppVersionState state, Integer limit, @Nullable String cursor) {
        List<VersionRow> rows =
                versions.listQueue(state, PageCursor.decode(REVIEWS, cursor, QueueKey::parse), limit + 1);
        return new AppReviewPage(
                PageCursor.page(rows, limit).stream()
                        .map(row -> VersionViews.summary(row, Reader.REVIEWER))
                        .toList(),
                PageCursor.next(
                        REVIEWS,
                        rows,
                        limit,
                        row -> new QueueKey(
                                Objects.requireNonNull(row.progress().submittedAt()),
                                row.id().value())));
    }

    @Override
    public AppReview getAppReview(String namespace, String app, String version) {
        return reviews.get(name(namespace, app), version);
    }

    @Override
    public AppReview startAppReview(String namespace, String app, String version) {
        return reviews.start(name(namespace, app), version);
    }

    @Override
    public AppVersion reviewAppVersion(String namespace, String app, String version, ReviewAppVersion command) {
        return reviews.decide(name(namespace, app), version, command);
    }

    @Override
    public AppSuspensionPage listAppSuspensions(Integer limit, @Nullable String cursor) {
        List<AppSuspension> rows =
                suspensionStore.list(PageCursor.decode(SUSPENSIONS, cursor, UUID::fromString), limit + 1);
        return new AppSuspensionPage(
                PageCursor.page(rows, limit), PageCursor.next(SUSPENSIONS, rows, limit, AppSuspension::id));
    }

    @Override
    public AppSuspension suspendApps(SuspendApps command) {
        return suspensions.suspend(command);
    }

    @Override
    public AppSuspension liftAppSuspension(AppSuspensionId id, LiftAppSuspension command) {
        return suspensions.lift(id, command.reason());
    }
}
