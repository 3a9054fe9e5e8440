import { queryOptions } from "@tanstack/react-query";
import type { Allocation } from "../api";
import { api, ask } from "../api/client";
import { latestUse } from "./use";

/** Allocations whose use is asked for; the figure says when there are more. */
export const MEASURED_MAX = 8;
const RECENT_MS = 5 * 60_000;
const STEP_SECONDS = 60;

/** Recent utilization of an allocation's GPUs. */
export function recentUseOf(allocation: Allocation) {
  return queryOptions({
    queryKey: ["measured", allocation.id, "recent"],
    queryFn: async () => {
      const to = Date.now();
      const { gpus } = await ask(
        api.GET("/api/v1/projects/{project_id}/allocations/{allocation_id}/telemetry", {
          params: {
            path: { project_id: allocation.project_id, allocation_id: allocation.id },
            query: {
              from: new Date(to - RECENT_MS).toISOString(),
              to: new Date(to).toISOString(),
              step_seconds: STEP_SECONDS,
            },
          },
        }),
      );
      return latestUse(gpus);
    },
  });
}

const GPU_QUOTA = "quota.gpus_max";

/** How many GPUs the project may hold. */
export function gpuQuotaOf(projectId: string) {
  return queryOptions({
    queryKey: ["project-quota", projectId],
    staleTime: 60_000,
    queryFn: async () => {
      const { items } = await ask(
        api.GET("/api/v1/projects/{project_id}/policies", { params: { path: { project_id: projectId } } }),
      );
      const quota = items.find((one) => one.key === GPU_QUOTA);
      return quota ? Number(quota.value) : null;
    },
  });
}
