import { queryOptions } from "@tanstack/react-query";
import { all, api, ask } from "../api/client";

export function projectMembers(projectId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "members"],
    queryFn: () =>
      all((cursor) =>
        ask(
          api.GET("/api/v1/projects/{project_id}/members", {
            params: { path: { project_id: projectId }, query: { limit: 100, ...(cursor ? { cursor } : {}) } },
          }),
        ),
      ),
  });
}

export function tenantMembers(tenantId: string) {
  return queryOptions({
    queryKey: ["tenant", tenantId, "members"],
    queryFn: () =>
      all((cursor) =>
        ask(
          api.GET("/api/v1/tenants/{tenant_id}/members", {
            params: { path: { tenant_id: tenantId }, query: { limit: 100, ...(cursor ? { cursor } : {}) } },
          }),
        ),
      ),
  });
}
