import { useMutation } from "@tanstack/react-query";
import { api, ask } from "../api/client";
import { useKeepAllocation } from "./queries";

/** Protects an allocation from being released. */
export function useProtectAllocation(projectId: string) {
  return useMutation({
    mutationFn: (allocationId: string) =>
      ask(
        api.POST("/api/v1/projects/{project_id}/allocations/{allocation_id}/protect", {
          params: { path: { project_id: projectId, allocation_id: allocationId } },
        }),
      ),
    onSuccess: useKeepAllocation(projectId),
  });
}

export function useUnprotectAllocation(projectId: string) {
  return useMutation({
    mutationFn: (allocationId: string) =>
      ask(
        api.POST("/api/v1/projects/{project_id}/allocations/{allocation_id}/unprotect", {
          params: { path: { project_id: projectId, allocation_id: allocationId } },
        }),
      ),
    onSuccess: useKeepAllocation(projectId),
  });
}
