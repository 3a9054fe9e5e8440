import { queryOptions } from "@tanstack/react-query";
import type { Policy, Schemas } from "../../api";
import { api, ask } from "../../api/client";

/** Scope of a policy: a project, a tenant, or the platform if neither is set. */
export type PolicyPlace = { tenantId: string | undefined; projectId: string | undefined };

export function scopeOf(place: PolicyPlace): Schemas["PolicyScope"] {
  return place.projectId ? "project" : place.tenantId ? "tenant" : "global";
}

export function policiesAt(place: PolicyPlace) {
  return queryOptions({ queryKey: ["operator", "policies", place], queryFn: async () => (await list(place)).items });
}

function list({ tenantId, projectId }: PolicyPlace) {
  if (projectId) {
    return ask(api.GET("/api/v1/projects/{project_id}/policies", { params: { path: { project_id: projectId } } }));
  }
  return tenantId
    ? ask(api.GET("/api/v1/tenants/{tenant_id}/policies", { params: { path: { tenant_id: tenantId } } }))
    : ask(api.GET("/api/v1/policies"));
}

export function setPolicy(
  { tenantId, projectId }: PolicyPlace,
  key: string,
  body: Schemas["SetPolicy"],
): Promise<Policy> {
  if (projectId) {
    return ask(
      api.PUT("/api/v1/projects/{project_id}/policies/{policy_key}", {
        params: { path: { project_id: projectId, policy_key: key } },
        body,
      }),
    );
  }
  return tenantId
    ? ask(
        api.PUT("/api/v1/tenants/{tenant_id}/policies/{policy_key}", {
          params: { path: { tenant_id: tenantId, policy_key: key } },
          body,
        }),
      )
    : ask(api.PUT("/api/v1/policies/{policy_key}", { params: { path: { policy_key: key } }, body }));
}

export function clearPolicy({ tenantId, projectId }: PolicyPlace, key: string): Promise<unknown> {
  if (projectId) {
    return ask(
      api.DELETE("/api/v1/projects/{project_id}/policies/{policy_key}", {
        params: { path: { project_id: projectId, policy_key: key } },
      }),
    );
  }
  return tenantId
    ? ask(
        api.DELETE("/api/v1/tenants/{tenant_id}/policies/{policy_key}", {
          params: { path: { tenant_id: tenantId, policy_key: key } },
        }),
      )
    : ask(api.DELETE("/api/v1/policies/{policy_key}", { params: { path: { policy_key: key } } }));
}
