import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Schemas } from "../api";
import { all, api, ask } from "../api/client";
import { partsOf } from "./names";

export type App = Schemas["App"];
export type AppVersion = Schemas["AppVersion"];
export type AppVersionSummary = Schemas["AppVersionSummary"];
export type AppVersionState = Schemas["AppVersionState"];
export type AppAccess = Schemas["AppAccess"];
export type AppEntitlement = Schemas["AppEntitlement"];
export type AppRequest = Schemas["AppRequest"];
export type AppRequestState = Schemas["AppRequestState"];

const PAGE = 100;
const PAGES_MAX = 5;
/** Manifests and decisions about digests seldom change. */
const SLOW_MS = 60_000;

/** The most apps, versions or requests that a page loads. */
export const LISTED_MAX = PAGE * PAGES_MAX;

/** Query key prefix of everything about apps in a project. */
export function appsKey(projectId: string, ...rest: (string | object)[]) {
  return ["project", projectId, "apps", ...rest];
}

/** Query key prefix of what seldom changes, which the live connection does not ask for again and again. */
function contentKey(projectId: string, ...rest: string[]) {
  return ["project", projectId, "app-content", ...rest];
}

export type AppFilter = { text?: string | undefined; category?: string | undefined };

/** Apps a project has or can ask for. */
export function appsOf(projectId: string, { text = "", category = "" }: AppFilter = {}) {
  const query = { ...(text ? { search: text } : {}), ...(category ? { category } : {}) };
  return queryOptions({
    queryKey: appsKey(projectId, "list", query),
    placeholderData: keepPreviousData,
    queryFn: () =>
      all(
        (cursor) =>
          ask(
            api.GET("/api/v1/projects/{project_id}/apps", {
              params: {
                path: { project_id: projectId },
                query: { limit: PAGE, ...query, ...(cursor ? { cursor } : {}) },
              },
            }),
          ),
        PAGES_MAX,
      ),
  });
}

export function appOf(projectId: string, app: string) {
  return queryOptions({
    queryKey: appsKey(projectId, app, "itself"),
    queryFn: () =>
      ask(
        api.GET("/api/v1/projects/{project_id}/apps/{namespace}/{app_name}", {
          params: { path: { project_id: projectId, ...partsOf(app) } },
        }),
      ),
  });
}

/** Versions of an app, newest first. */
export function versionsOf(projectId: string, app: string) {
  return queryOptions({
    queryKey: appsKey(projectId, app, "versions"),
    queryFn: () =>
      all(
        (cursor) =>
          ask(
            api.GET("/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions", {
              params: {
                path: { project_id: projectId, ...partsOf(app) },
                query: { limit: PAGE, ...(cursor ? { cursor } : {}) },
              },
            }),
          ),
        PAGES_MAX,
      ),
  });
}

export function versionOf(projectId: string, app: string, version: string) {
  return queryOptions({
    queryKey: contentKey(projectId, app, "version", version),
    staleTime: SLOW_MS,
    enabled: version !== "",
    queryFn: () =>
      ask(
        api.GET("/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions/{app_version}", {
          params: { path: { project_id: projectId, ...partsOf(app), app_version: version } },
        }),
      ),
  });
}

/** Changes of a version since another; by default, since the newest that was published before. */
export function changesOf(projectId: string, app: string, version: string, from: string | undefined) {
  return queryOptions({
    queryKey: contentKey(projectId, app, "changes", version, from ?? ""),
    enabled: version !== "",
    queryFn: () =>
      ask(
        api.GET("/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions/{app_version}/changes", {
          params: {
            path: { project_id: projectId, ...partsOf(app), app_version: version },
            query: from ? { from } : {},
          },
        }),
      ),
  });
}

/** Whether a project may use an app; there is no decision before a version was published. */
export function entitlementOf(projectId: string, app: App | undefined) {
  const name = app?.app ?? "";
  return queryOptions({
    queryKey: appsKey(projectId, name, "entitlement"),
    enabled: app?.latest_version !== undefined,
    queryFn: () =>
      ask(
        api.GET("/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/entitlement", {
          params: { path: { project_id: projectId, ...partsOf(name) } },
        }),
      ),
  });
}

/** Whether a project may launch content, and why. */
export function launchDecisionOf(projectId: string, digest: string) {
  return queryOptions({
    queryKey: contentKey(projectId, "launch-decision", digest),
    staleTime: SLOW_MS,
    queryFn: () =>
      ask(
        api.GET("/api/v1/projects/{project_id}/launch-decision", {
          params: { path: { project_id: projectId }, query: { digest } },
        }),
      ),
  });
}

/** Refetches everything about apps after a change of this person. */
export function staleApps(projectId: string): { queryKey: string[] }[] {
  return [{ queryKey: ["project", projectId, "apps"] }, { queryKey: ["project", projectId, "app-content"] }];
}

/** Requests of all projects of a tenant, newest first. */
export function appRequestsOf(tenantId: string, state: AppRequestState | undefined) {
  return queryOptions({
    queryKey: ["tenant", tenantId, "app-requests", state ?? "all"],
    enabled: tenantId !== "",
    queryFn: () =>
      all(
        (cursor) =>
          ask(
            api.GET("/api/v1/tenants/{tenant_id}/app-requests", {
              params: {
                path: { tenant_id: tenantId },
                query: { limit: PAGE, ...(state ? { state } : {}), ...(cursor ? { cursor } : {}) },
              },
            }),
          ),
        PAGES_MAX,
      ),
  });
}
