// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.AppSuspensionId;
import io.gpuaas.kernel.ProjectId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;

/** Apps, their versions and reviews. */
public interface AppsApi {

    /** Compare a version with another version of the app. */
    @ContractOperation(
            id = "compareAppVersions",
            permission = "apps.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions/{app_version}/changes", produces = "application/json")
    AppVersionChanges compareAppVersions(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("namespace") @Size(min = 2, max = 31) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String namespace,
            @PathVariable("app_name") @Size(min = 1, max = 63) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String appName,
            @PathVariable("app_version") @Size(min = 1, max = 64) @Pattern(regexp = "^[0-9A-Za-z.-]+$") String appVersion,
            @RequestParam(name = "from", required = false) @Size(min = 1, max = 64) @Pattern(regexp = "^[0-9A-Za-z.-]+$") @Nullable String from);

    /** Create or replace a draft version of an app from a manifest. */
    @ContractOperation(
            id = "createAppVersion",
            permission = "apps.publish",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "app_version.create",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/app-versions", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    AppVersion createAppVersion(
            @PathVariable("project_id") ProjectId projectId,
            @Valid @RequestBody CreateAppVersion createAppVersion);

    /** Deprecate a version in favour of another. */
    @ContractOperation(
            id = "deprecateAppVersion",
            permission = "apps.publish",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "app_version.deprecate",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions/{app_version}/deprecate", produces = "application/json", consumes = "application/json")
    AppVersion deprecateAppVersion(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("namespace") @Size(min = 2, max = 31) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String namespace,
            @PathVariable("app_name") @Size(min = 1, max = 63) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String appName,
            @PathVariable("app_version") @Size(min = 1, max = 64) @Pattern(regexp = "^[0-9A-Za-z.-]+$") String appVersion,
            @Valid @RequestBody DeprecateAppVersion deprecateAppVersion);

    /** Get an app with its channels. */
    @ContractOperation(
            id = "getApp",
            permission = "apps.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}", produces = "application/json")
    App getApp(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("namespace") @Size(min = 2, max = 31) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String namespace,
            @PathVariable("app_name") @Size(min = 1, max = 63) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String appName);

    /** Get a version under review with its changes and points to agree to. */
    @ContractOperation(
            id = "getAppReview",
            permission = "apps.review",
            scope = Scope.PLATFORM,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/app-reviews/{namespace}/{app_name}/{app_version}", produces = "application/json")
    AppReview getAppReview(
            @PathVariable("namespace") @Size(min = 2, max = 31) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String namespace,
            @PathVariable("app_name") @Size(min = 1, max = 63) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String appName,
            @PathVariable("app_version") @Size(min = 1, max = 64) @Pattern(regexp = "^[0-9A-Za-z.-]+$") String appVersion);

    /** Get a version of an app with its manifest. */
    @ContractOperation(
            id = "getAppVersion",
            permission = "apps.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions/{app_version}", produces = "application/json")
    AppVersion getAppVersion(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("namespace") @Size(min = 2, max = 31) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String namespace,
            @PathVariable("app_name") @Size(min = 1, max = 63) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String appName,
            @PathVariable("app_version") @Size(min = 1, max = 64) @Pattern(regexp = "^[0-9A-Za-z.-]+$") String appVersion);

    /** Lift a suspension. */
    @ContractOperation(
            id = "liftAppSuspension",
            permission = "apps.suspend",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.OPTIONAL,
            audit = "app_suspension.lift")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/app-suspensions/{app_suspension_id}/lift", produces = "application/json", consumes = "application/json")
    AppSuspension liftAppSuspension(
            @PathVariable("app_suspension_id") AppSuspensionId appSuspensionId,
            @Valid @RequestBody LiftAppSuspension liftAppSuspension);

    /** List versions that wait for a review. */
    @ContractOperation(
            id = "listAppReviews",
            permission = "apps.review",
            scope = Scope.PLATFORM,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/app-reviews", produces = "application/json")
    AppReviewPage listAppReviews(
            @RequestParam(name = "state", required = false) @Nullable AppVersionState state,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List suspensions of publishers, apps and versions. */
    @ContractOperation(
            id = "listAppSuspensions",
            permission = "apps.suspend",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/app-suspensions", produces = "application/json")
    AppSuspensionPage listAppSuspensions(
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List the versions of an app. */
    @ContractOperation(
            id = "listAppVersions",
            permission = "apps.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions", produces = "application/json")
    AppVersionPage listAppVersions(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("namespace") @Size(min = 2, max = 31) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String namespace,
            @PathVariable("app_name") @Size(min = 1, max = 63) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String appName,
            @RequestParam(name = "state", required = false) @Nullable AppVersionState state,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List the apps a project has or can ask for. */
    @ContractOperation(
            id = "listApps",
            permission = "apps.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/apps", produces = "application/json")
    AppPage listApps(
            @PathVariable("project_id") ProjectId projectId,
            @RequestParam(name = "search", required = false) @Size(min = 1, max = 100) @Nullable String search,
            @RequestParam(name = "category", required = false) @Size(min = 1, max = 40) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") @Nullable String category,
            @RequestParam(name = "enabled", required = false) @Nullable Boolean enabled,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Publish a version in a channel. */
    @ContractOperation(
            id = "publishAppVersion",
            permission = "apps.publish",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "app_version.publish",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions/{app_version}/publish", produces = "application/json", consumes = "application/json")
    AppVersion publishAppVersion(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("namespace") @Size(min = 2, max = 31) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String namespace,
            @PathVariable("app_name") @Size(min = 1, max = 63) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String appName,
            @PathVariable("app_version") @Size(min = 1, max = 64) @Pattern(regexp = "^[0-9A-Za-z.-]+$") String appVersion,
            @Valid @RequestBody PublishAppVersion publishAppVersion);

    /** Approve a version, request changes, or reject it. */
    @ContractOperation(
            id = "reviewAppVersion",
            permission = "apps.review",
            scope = Scope.PLATFORM,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "app_review.decide")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/app-reviews/{namespace}/{app_name}/{app_version}/decide", produces = "application/json", consumes = "application/json")
    AppVersion reviewAppVersion(
            @PathVariable("namespace") @Size(min = 2, max = 31) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String namespace,
            @PathVariable("app_name") @Size(min = 1, max = 63) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String appName,
            @PathVariable("app_version") @Size(min = 1, max = 64) @Pattern(regexp = "^[0-9A-Za-z.-]+$") String appVersion,
            @Valid @RequestBody ReviewAppVersion reviewAppVersion);

    /** Start the review of a submitted version. */
    @ContractOperation(
            id = "startAppReview",
            permission = "apps.review",
            scope = Scope.PLATFORM,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "app_review.start")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/app-reviews/{namespace}/{app_name}/{app_version}/start", produces = "application/json")
    AppReview startAppReview(
            @PathVariable("namespace") @Size(min = 2, max = 31) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String namespace,
            @PathVariable("app_name") @Size(min = 1, max = 63) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String appName,
            @PathVariable("app_version") @Size(min = 1, max = 64) @Pattern(regexp = "^[0-9A-Za-z.-]+$") String appVersion);

    /** Submit a draft for review. */
    @ContractOperation(
            id = "submitAppVersion",
            permission = "apps.publish",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "app_version.submit",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions/{app_version}/submit", produces = "application/json")
    AppVersion submitAppVersion(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("namespace") @Size(min = 2, max = 31) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String namespace,
            @PathVariable("app_name") @Size(min = 1, max = 63) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String appName,
            @PathVariable("app_version") @Size(min = 1, max = 64) @Pattern(regexp = "^[0-9A-Za-z.-]+$") String appVersion);

    /** Suspend a publisher, an app or a version. */
    @ContractOperation(
            id = "suspendApps",
            permission = "apps.suspend",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "app_suspension.create")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/app-suspensions", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    AppSuspension suspendApps(
            @Valid @RequestBody SuspendApps suspendApps);

    /** Set who sees an app, and its categories. */
    @ContractOperation(
            id = "updateApp",
            permission = "apps.publish",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "app.update",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.PUT, path = "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}", produces = "application/json", consumes = "application/json")
    App updateApp(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("namespace") @Size(min = 2, max = 31) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String namespace,
            @PathVariable("app_name") @Size(min = 1, max = 63) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String appName,
            @Valid @RequestBody UpdateApp updateApp);

    /** Withdraw a version from review. */
    @ContractOperation(
            id = "withdrawAppVersion",
            permission = "apps.publish",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "app_version.withdraw")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions/{app_version}/withdraw", produces = "application/json")
    AppVersion withdrawAppVersion(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("namespace") @Size(min = 2, max = 31) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String namespace,
            @PathVariable("app_name") @Size(min = 1, max = 63) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String appName,
            @PathVariable("app_version") @Size(min = 1, max = 64) @Pattern(regexp = "^[0-9A-Za-z.-]+$") String appVersion);
}
