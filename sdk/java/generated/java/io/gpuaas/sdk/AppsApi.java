// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.AppSuspensionId;
import io.gpuaas.kernel.ProjectId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Apps, their versions and reviews. */
public final class AppsApi {

    private final Transport transport;

    AppsApi(Transport transport) {
        this.transport = transport;
    }

    /** Compare a version with another version of the app. */
    public AppVersionChanges compareAppVersions(ProjectId projectId, String namespace, String appName, String appVersion, CompareAppVersionsFilter filter) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions/{app_version}/changes")
                .path("project_id", projectId)
                .path("namespace", namespace)
                .path("app_name", appName)
                .path("app_version", appVersion)
                .query(filter.parameters())
                .accept("application/json");
        return transport.send(call, AppVersionChanges.class);
    }

    /** Create or replace a draft version of an app from a manifest. */
    public AppVersion createAppVersion(ProjectId projectId, CreateAppVersion createAppVersion) {
        return createAppVersion(projectId, createAppVersion, IdempotencyKey.random());
    }

    /** Create or replace a draft version of an app from a manifest, under a key you chose: the same key again answers the same and does nothing more. */
    public AppVersion createAppVersion(ProjectId projectId, CreateAppVersion createAppVersion, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/app-versions")
                .path("project_id", projectId)
                .idempotencyKey(idempotencyKey)
                .body(createAppVersion)
                .accept("application/json");
        return transport.send(call, AppVersion.class);
    }

    /** Deprecate a version in favour of another. */
    public AppVersion deprecateAppVersion(ProjectId projectId, String namespace, String appName, String appVersion, DeprecateAppVersion deprecateAppVersion) {
        return deprecateAppVersion(projectId, namespace, appName, appVersion, deprecateAppVersion, IdempotencyKey.random());
    }

    /** Deprecate a version in favour of another, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public AppVersion deprecateAppVersion(ProjectId projectId, String namespace, String appName, String appVersion, DeprecateAppVersion deprecateAppVersion, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions/{app_version}/deprecate")
                .path("project_id", projectId)
                .path("namespace", namespace)
                .path("app_name", appName)
                .path("app_version", appVersion)
                .idempotencyKey(idempotencyKey)
                .body(deprecateAppVersion)
                .accept("application/json");
        return transport.send(call, AppVersion.class);
    }

    /** Get an app with its channels. */
    public App getApp(ProjectId projectId, String namespace, String appName) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}")
                .path("project_id", projectId)
                .path("namespace", namespace)
                .path("app_name", appName)
                .accept("application/json");
        return transport.send(call, App.class);
    }

    /** Get a version under review with its changes and points to agree to. */
    public AppReview getAppReview(String namespace, String appName, String appVersion) {
        Call call = Call.of("GET", "/api/v1/app-reviews/{namespace}/{app_name}/{app_version}")
                .path("namespace", namespace)
                .path("app_name", appName)
                .path("app_version", appVersion)
                .accept("application/json");
        return transport.send(call, AppReview.class);
    }

    /** Get a version of an app with its manifest. */
    public AppVersion getAppVersion(ProjectId projectId, String namespace, String appName, String appVersion) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions/{app_version}")
                .path("project_id", projectId)
                .path("namespace", namespace)
                .path("app_name", appName)
                .path("app_version", appVersion)
                .accept("application/json");
        return transport.send(call, AppVersion.class);
    }

    /** Lift a suspension. */
    public AppSuspension liftAppSuspension(AppSuspensionId appSuspensionId, LiftAppSuspension liftAppSuspension) {
        return liftAppSuspension(appSuspensionId, liftAppSuspension, IdempotencyKey.random());
    }

    /** Lift a suspension, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public AppSuspension liftAppSuspension(AppSuspensionId appSuspensionId, LiftAppSuspension liftAppSuspension, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/app-suspensions/{app_suspension_id}/lift")
                .path("app_suspension_id", appSuspensionId)
                .idempotencyKey(idempotencyKey)
                .body(liftAppSuspension)
                .accept("application/json");
        return transport.send(call, AppSuspension.class);
    }

    /** List versions that wait for a review. */
    public AppReviewPage listAppReviews(ListAppReviewsFilter filter, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/app-reviews")
                .query(filter.parameters())
                .page(page)
                .accept("application/json");
        return transport.send(call, AppReviewPage.class);
    }

    /** List suspensions of publishers, apps and versions. */
    public AppSuspensionPage listAppSuspensions(PageRequest page) {
        Call call = Call.of("GET", "/api/v1/app-suspensions")
                .page(page)
                .accept("application/json");
        return transport.send(call, AppSuspensionPage.class);
    }

    /** List the versions of an app. */
    public AppVersionPage listAppVersions(ProjectId projectId, String namespace, String appName, ListAppVersionsFilter filter, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions")
                .path("project_id", projectId)
                .path("namespace", namespace)
                .path("app_name", appName)
                .query(filter.parameters())
                .page(page)
                .accept("application/json");
        return transport.send(call, AppVersionPage.class);
    }

    /** List the apps a project has or can ask for. */
    public AppPage listApps(ProjectId projectId, ListAppsFilter filter, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/apps")
                .path("project_id", projectId)
                .query(filter.parameters())
                .page(page)
                .accept("application/json");
        return transport.send(call, AppPage.class);
    }

    /** Publish a version in a channel. */
    public AppVersion publishAppVersion(ProjectId projectId, String namespace, String appName, String appVersion, PublishAppVersion publishAppVersion) {
        return publishAppVersion(projectId, namespace, appName, appVersion, publishAppVersion, IdempotencyKey.random());
    }

    /** Publish a version in a channel, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public AppVersion publishAppVersion(ProjectId projectId, String namespace, String appName, String appVersion, PublishAppVersion publishAppVersion, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions/{app_version}/publish")
                .path("project_id", projectId)
                .path("namespace", namespace)
                .path("app_name", appName)
                .path("app_version", appVersion)
                .idempotencyKey(idempotencyKey)
                .body(publishAppVersion)
                .accept("application/json");
        return transport.send(call, AppVersion.class);
    }

    /** Approve a version, request changes, or reject it. */
    public AppVersion reviewAppVersion(String namespace, String appName, String appVersion, ReviewAppVersion reviewAppVersion) {
        return reviewAppVersion(namespace, appName, appVersion, reviewAppVersion, IdempotencyKey.random());
    }

    /** Approve a version, request changes, or reject it, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public AppVersion reviewAppVersion(String namespace, String appName, String appVersion, ReviewAppVersion reviewAppVersion, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/app-reviews/{namespace}/{app_name}/{app_version}/decide")
                .path("namespace", namespace)
                .path("app_name", appName)
                .path("app_version", appVersion)
                .idempotencyKey(idempotencyKey)
                .body(reviewAppVersion)
                .accept("application/json");
        return transport.send(call, AppVersion.class);
    }

    /** Start the review of a submitted version. */
    public AppReview startAppReview(String namespace, String appName, String appVersion) {
        return startAppReview(namespace, appName, appVersion, IdempotencyKey.random());
    }

    /** Start the review of a submitted version, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public AppReview startAppReview(String namespace, String appName, String appVersion, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/app-reviews/{namespace}/{app_name}/{app_version}/start")
                .path("namespace", namespace)
                .path("app_name", appName)
                .path("app_version", appVersion)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, AppReview.class);
    }

    /** Submit a draft for review. */
    public AppVersion submitAppVersion(ProjectId projectId, String namespace, String appName, String appVersion) {
        return submitAppVersion(projectId, namespace, appName, appVersion, IdempotencyKey.random());
    }

    /** Submit a draft for review, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public AppVersion submitAppVersion(ProjectId projectId, String namespace, String appName, String appVersion, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions/{app_version}/submit")
                .path("project_id", projectId)
                .path("namespace", namespace)
                .path("app_name", appName)
                .path("app_version", appVersion)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, AppVersion.class);
    }

    /** Suspend a publisher, an app or a version. */
    public AppSuspension suspendApps(SuspendApps suspendApps) {
        return suspendApps(suspendApps, IdempotencyKey.random());
    }

    /** Suspend a publisher, an app or a version, under a key you chose: the same key again answers the same and does nothing more. */
    public AppSuspension suspendApps(SuspendApps suspendApps, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/app-suspensions")
                .idempotencyKey(idempotencyKey)
                .body(suspendApps)
                .accept("application/json");
        return transport.send(call, AppSuspension.class);
    }

    /** Set who sees an app, and its categories. */
    public App updateApp(ProjectId projectId, String namespace, String appName, UpdateApp updateApp) {
        return updateApp(projectId, namespace, appName, updateApp, IdempotencyKey.random());
    }

    /** Set who sees an app, and its categories, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public App updateApp(ProjectId projectId, String namespace, String appName, UpdateApp updateApp, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("PUT", "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}")
                .path("project_id", projectId)
                .path("namespace", namespace)
                .path("app_name", appName)
                .idempotencyKey(idempotencyKey)
                .body(updateApp)
                .accept("application/json");
        return transport.send(call, App.class);
    }

    /** Withdraw a version from review. */
    public AppVersion withdrawAppVersion(ProjectId projectId, String namespace, String appName, String appVersion) {
        return withdrawAppVersion(projectId, namespace, appName, appVersion, IdempotencyKey.random());
    }

    /** Withdraw a version from review, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public AppVersion withdrawAppVersion(ProjectId projectId, String namespace, String appName, String appVersion, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions/{app_version}/withdraw")
                .path("project_id", projectId)
                .path("namespace", namespace)
                .path("app_name", appName)
                .path("app_version", appVersion)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, AppVersion.class);
    }

    /** Filters of {@code compareAppVersions}. */
    public record CompareAppVersionsFilter(Map<String, String> parameters) {

        public CompareAppVersionsFilter {
            parameters = Map.copyOf(parameters);
        }

        public static CompareAppVersionsFilter none() {
            return new CompareAppVersionsFilter(Map.of());
        }

        public CompareAppVersionsFilter from(String from) {
            return new CompareAppVersionsFilter(Parameters.with(parameters, "from", from));
        }
    }

    /** Filters of {@code listAppReviews}. */
    public record ListAppReviewsFilter(Map<String, String> parameters) {

        public ListAppReviewsFilter {
            parameters = Map.copyOf(parameters);
        }

        public static ListAppReviewsFilter none() {
            return new ListAppReviewsFilter(Map.of());
        }

        public ListAppReviewsFilter state(AppVersionState state) {
            return new ListAppReviewsFilter(Parameters.with(parameters, "state", state));
        }
    }

    /** Filters of {@code listAppVersions}. */
    public record ListAppVersionsFilter(Map<String, String> parameters) {

        public ListAppVersionsFilter {
            parameters = Map.copyOf(parameters);
        }

        public static ListAppVersionsFilter none() {
            return new ListAppVersionsFilter(Map.of());
        }

        public ListAppVersionsFilter state(AppVersionState state) {
            return new ListAppVersionsFilter(Parameters.with(parameters, "state", state));
        }
    }

    /** Filters of {@code listApps}. */
    public record ListAppsFilter(Map<String, String> parameters) {

        public ListAppsFilter {
            parameters = Map.copyOf(parameters);
        }

        public static ListAppsFilter none() {
            return new ListAppsFilter(Map.of());
        }

        public ListAppsFilter search(String search) {
            return new ListAppsFilter(Parameters.with(parameters, "search", search));
        }

        public ListAppsFilter category(String category) {
            return new ListAppsFilter(Parameters.with(parameters, "category", category));
        }

        public ListAppsFilter enabled(Boolean enabled) {
            return new ListAppsFilter(Parameters.with(parameters, "enabled", enabled));
        }
    }
}
