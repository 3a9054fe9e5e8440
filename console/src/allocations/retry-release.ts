import { useMutation } from "@tanstack/react-query";
import { api, ask, once } from "../api/client";
import { useKeepAllocation } from "./queries";

/** Tries a failed release again. */
export function useRetryAllocationRelease(projectId: string) {
  return useMutation({
    meta: { shown: true },
    mutationFn: (allocationId: string) =>
      ask(
        api.POST("/api/v1/projects/{project_id}/allocations/{allocation_id}/retry-release", {
          params: { path: { project_id: projectId, allocation_id: allocationId }, header: once() },
        }),
      ),
    onSuccess: useKeepAllocation(projectId),
  });
}
