package io.gpuaas.controlplane.catalogue;

import io.gpuaas.api.AppArtifact;
import io.gpuaas.api.AppChannelName;
import io.gpuaas.api.AppVersion;
import io.gpuaas.api.AppVersionState;
import io.gpuaas.api.AppVisibility;
import io.gpuaas.api.DeprecateAppVersion;
import io.gpuaas.api.Violation;
import io.gpuaas.controlplane.artifacts.PublishedContent;
import io.gpuaas.controlplane.catalogue.AppStore.AppRow;
import io.gpuaas.controlplane.catalogue.VersionRow.Progress;
import io.gpuaas.controlplane.catalogue.VersionViews.Reader;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.identity.TenantPeople;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.events.AppChanged;
import io.gpuaas.events.AppVersionChanged;
import io.gpuaas.kernel.AppId;
import io.gpuaas.kernel.AppVersionId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.PublisherId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.manifest.Manifest;
import io.gpuaas.manifest.json.Json;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The publisher's side of versions: drafts, submission, publication and deprecation. Locks are taken in one order:
 * publisher, app, version.
 */
@Component
class PublisherVersions {

    private final AppStore apps;
    private final VersionStore versions;
    private final SuspensionStore suspensions;
    private final ManifestReading reading;
    private final PublishedContent published;
    private final VersionViews views;
    private final TenantPeople people;
    private final Policies policies;
    private final Outbox outbox;
    private final Clock clock;
    private final IdSource ids;

    PublisherVersions(
            AppStore apps,
            VersionStore versions,
            SuspensionStore suspensions,
            ManifestReading reading,
            PublishedContent published,
            VersionViews views,
            TenantPeople people,
            Policies policies,
            Outbox outbox,
            Clock clock,
            IdSource ids) {
        this.apps = apps;
        this.versions = versions;
        this.suspensions = suspensions;
        this.reading = reading;
        this.published = published;
        this.views = views;
        this.people = people;
        this.policies = policies;
        this.outbox = outbox;
        this.clock = clock;
        this.ids = ids;
    }

    /** Creates a draft, or replaces one. The same content again changes nothing, whatever the state. */
    AppVersion create(TenantId tenant, ProjectId project, String text) {
        Manifest manifest = ManifestReading.read(text);
        String namespace = manifest.app().substring(0, manifest.app().indexOf('/'));
        PublisherId publisher = published
                .lockPublisher(tenant, namespace)
                .orElseThrow(() -> CatalogueErrors.refused(List.of(new Violation(
                        "/app",
                        "unknown_reference: '" + namespace + "' is not a publisher namespace of this tenant."))));
        List<AppArtifact> artifacts = reading.artifacts(tenant, manifest);
        AppRow app = apps.lock(tenant, manifest.app()).orElseGet(() -> add(tenant, publisher, namespace, manifest));
        VersionRow before =
                versions.lock(app.id(), manifest.version().toString()).orElse(null);
        if (before == null) {
            return add(app, project, manifest, artifacts);
        }
        if (before.content().digest().equals(manifest.digest())) {
            return views.view(before, Reader.PUBLISHER);
        }
        if (!VersionTransition.REPLACE.from().contains(before.state())) {
            throw CatalogueErrors.exists(app.name(), before.version(), before.state());
        }
        AppVersionState state = VersionTransition.REPLACE.after(before.state());
        versions.replace(before.id(), state, ManifestReading.content(manifest), manifest.canonicalBytes());
        versions.setArtifacts(before.id(), artifacts);
        noteAuthors(before.id(), artifacts);
        return changed(app, before.version(), null);
    }

    private AppRow add(TenantId tenant, PublisherId publisher, String namespace, Manifest manifest) {
        long max = policies.effective(CataloguePolicies.APPS_MAX, tenant, null);
        if (apps.count(publisher, tenant) >= max) {
            throw CatalogueErrors.tooMany("apps", max, CataloguePolicies.APPS_MAX.name());
        }
        AppRow app = new AppRow(
                new AppId(ids.next()),
                manifest.app(),
                namespace,
                tenant,
                AppVisibility.TENANT,
                List.of(),
                clock.instant());
        apps.add(app, publisher, Call.current().caller().id());
        outbox.append(
                new AppChanged(app.id(), tenant, app.name(), app.visibility().wire()));
        return app;
    }

    private AppVersion add(AppRow app, ProjectId project, Manifest manifest, List<AppArtifact> artifacts) {
        long max = policies.effective(CataloguePolicies.VERSIONS_MAX, app.tenant(), null);
        if (versions.count(app.id()) >= max) {
            throw CatalogueErrors.tooMany("versions of this app", max, CataloguePolicies.VERSIONS_MAX.name());
        }
        VersionRow version = new VersionRow(
                new AppVersionId(ids.next()),
                app.id(),
                app.name(),
                app.tenant(),
                project,
                manifest.version().toString(),
                AppVersionState.DRAFT,
                ManifestReading.content(manifest),
                clock.instant(),
                Call.current().caller().id(),
                new Progress(null, null, null, null, null, null, null, null, null),
                null);
        versions.add(version, manifest.canonicalBytes());
        versions.setArtifacts(version.id(), artifacts);
        noteAuthors(version.id(), artifacts);
        apps.showDraft(app.id(), version.id());
        return changed(app, version.version(), null);
    }

    AppVersion submit(TenantId tenant, String name, String number) {
        published.lockPublisher(tenant, name.substring(0, name.indexOf('/')));
        AppRow app = lock(tenant, name);
        VersionRow version = lock(app, number);
        if (version.state() == AppVersionState.SUBMITTED) {
            return views.view(version, Reader.PUBLISHER);
        }
        AppVersionState state = VersionTransition.SUBMIT.after(version.state());
        requireNotSuspended(version);
        requireTests(version);
        reading.requireUsable(version, versions.artifacts(version.id()));
        long max = policies.effective(CataloguePolicies.REVIEWS_MAX, tenant, null);
        if (versions.countInReview(tenant) >= max) {
            throw CatalogueErrors.tooMany("versions in review", max, CataloguePolicies.REVIEWS_MAX.name());
        }
        versions.submit(version.id(), state, clock.instant());
        noteAuthors(version.id(), List.of());
        return changed(app, number, null);
    }

    /** The caller, the publishers of the artifacts, and the people behind them if these are service accounts. */
    private void noteAuthors(AppVersionId version, List<AppArtifact> artifacts) {
        Set<String> authors =
                new TreeSet<>(people.behind(Call.current().caller().id()));
        published
                .listPublishedBy(artifacts.stream().map(AppArtifact::artifactId).toList())
                .forEach(one -> authors.addAll(people.behind(one)));
        versions.addAuthors(version, authors, clock.instant());
    }

    private void requireTests(VersionRow version) {
        boolean isTested = ManifestReading.document(versions.manifest(version.id()))
                .find("tests")
                .filter(tests -> tests instanceof Json.Arr list && !list.items().isEmpty())
                .isPresent();
        if (!isTested) {
            throw CatalogueErrors.noTests();
        }
    }

    AppVersion withdraw(TenantId tenant, String name, String number) {
        AppRow app = lock(tenant, name);
        VersionRow version = lock(app, number);
        if (version.state() == AppVersionState.DRAFT) {
            return views.view(version, Reader.PUBLISHER);
        }
        versions.withdraw(version.id(), VersionTransition.WITHDRAW.after(version.state()));
        return changed(app, number, null);
    }

    /** Publishes the version, or moves another channel to it. */
    AppVersion publish(TenantId tenant, String name, String number, AppChannelName channel) {
        AppRow app = lock(tenant, name);
        VersionRow version = lock(app, number);
        boolean isReviewed = version.progress().approvedAt() != null;
        boolean isPublic = app.visibility() == AppVisibility.PUBLIC;
        if (isPublic
                && !isReviewed
                && VersionTransition.PUBLISH_WITHIN_TENANT.from().contains(version.state())) {
            throw CatalogueErrors.reviewNeeded();
        }
        VersionTransition act = isPublic ? VersionTransition.PUBLISH : VersionTransition.PUBLISH_WITHIN_TENANT;
        AppVersionState state = act.after(version.state());
        requireNotSuspended(version);
        reading.requireUsable(version, versions.artifacts(version.id()));
        Instant now = clock.instant();
        boolean isMoved = apps.move(app.id(), channel, version.id(), now);
        if (version.state() == state && !isMoved) {
            return views.view(version, Reader.PUBLISHER);
        }
        if (version.state() != state) {
            versions.publish(version.id(), state, now);
            apps.showPublished(app.id(), version.id(), isReviewed);
        }
        return changed(app, number, channel);
    }

    AppVersion deprecate(TenantId tenant, String name, String number, DeprecateAppVersion command) {
        AppRow app = lock(tenant, name);
        VersionRow version = lock(app, number);
        AppVersionState state = VersionTransition.DEPRECATE.after(version.state());
        Instant now = clock.instant();
        if (command.sunsetAt() != null && !command.sunsetAt().isAfter(now)) {
            throw CatalogueErrors.sunsetInThePast();
        }
        String successor = command.successor();
        if (successor != null
                && (successor.equals(number)
                        || versions.find(app.id(), successor)
                                .filter(one -> one.state() == AppVersionState.PUBLISHED)
                                .isEmpty())) {
            throw CatalogueErrors.badSuccessor();
        }
        versions.deprecate(version.id(), state, command, now);
        return changed(app, number, null);
    }

    private AppRow lock(TenantId tenant, String name) {
        return apps.lock(tenant, name).orElseThrow(CatalogueErrors::noApp);
    }

    private VersionRow lock(AppRow app, String number) {
        return versions.lock(app.id(), number).orElseThrow(CatalogueErrors::noVersion);
    }

    private void requireNotSuspended(VersionRow version) {
        suspensions.findReason(version.app(), version.version()).ifPresent(reason -> {
            throw CatalogueErrors.suspended(reason);
        });
    }

    private AppVersion changed(AppRow app, String number, @Nullable AppChannelName channel) {
        VersionRow version = versions.find(app.id(), number).orElseThrow();
        outbox.append(event(version, channel));
        return views.view(version, Reader.PUBLISHER);
    }

    static AppVersionChanged event(VersionRow version, @Nullable AppChannelName channel) {
        return new AppVersionChanged(
                version.id(),
                version.tenant(),
                version.project(),
                version.app(),
                version.version(),
                version.content().digest(),
                version.state().wire(),
                channel == null ? null : channel.wire());
    }
}
