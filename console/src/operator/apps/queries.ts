import { queryOptions } from "@tanstack/react-query";
import { all, api, ask } from "../../api/client";
import { partsOf } from "../../apps/names";

const KEY = "operator";
const PAGE = 100;
const PAGES_MAX = 5;

/** The most reviews, grants or suspensions that a page loads. */
export const LISTED_MAX = PAGE * PAGES_MAX;

/** Versions that wait for a review or have a reviewer. */
export const appReviews = queryOptions({
  queryKey: [KEY, "app-reviews"],
  queryFn: () =>
    all(
      (cursor) =>
        ask(api.GET("/api/v1/app-reviews", { params: { query: { limit: PAGE, ...(cursor ? { cursor } : {}) } } })),
      PAGES_MAX,
    ),
});

export function appReviewOf(app: string, version: string) {
  return queryOptions({
    queryKey: [KEY, "app-review", app, version],
    queryFn: () =>
      ask(
        api.GET("/api/v1/app-reviews/{namespace}/{app_name}/{app_version}", {
          params: { path: { ...partsOf(app), app_version: version } },
        }),
      ),
  });
}

export const appSuspensions = queryOptions({
  queryKey: [KEY, "app-suspensions"],
  queryFn: () =>
    all(
      (cursor) =>
        ask(api.GET("/api/v1/app-suspensions", { params: { query: { limit: PAGE, ...(cursor ? { cursor } : {}) } } })),
      PAGES_MAX,
    ),
});

/** Apps that the platform grants to a tenant or withholds from it, as far as they differ from the policy. */
export function tenantEntitlementsOf(tenantId: string) {
  return queryOptions({
    queryKey: [KEY, "app-grants", tenantId],
    enabled: tenantId !== "",
    queryFn: () =>
      all(
        (cursor) =>
          ask(
            api.GET("/api/v1/tenants/{tenant_id}/app-entitlements", {
              params: { path: { tenant_id: tenantId }, query: { limit: PAGE, ...(cursor ? { cursor } : {}) } },
            }),
          ),
        PAGES_MAX,
      ),
  });
}
