import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Allocation } from "../api";
import { api, ask, once } from "../api/client";
import { ConfirmDialog } from "../ui/confirm";
import { tell } from "../ui/tell";
import { useKeepAllocation } from "./queries";
import { showReleasing } from "./releasing";
import { useRetryAllocationRelease } from "./retry-release";

/** Releases with an optimistic update; rolled back if the server refuses. */
export function useReleaseAllocation(projectId: string) {
  const queries = useQueryClient();
  const keep = useKeepAllocation(projectId);
  return useMutation({
    meta: { shown: true },
    mutationFn: (allocationId: string) =>
      ask(
        api.POST("/api/v1/projects/{project_id}/allocations/{allocation_id}/release", {
          params: { path: { project_id: projectId, allocation_id: allocationId }, header: once() },
        }),
      ),
    onMutate: (allocationId: string) => showReleasing(queries, projectId, allocationId),
    onError: (_error, _allocationId, restore) => restore?.(),
    onSuccess: keep,
  });
}

type Props = { opened: boolean; onClose: () => void; projectId: string; allocation: Allocation };

/** Releases an allocation, takes it out of the queue, or tries again what failed. */
export function ReleaseAllocationDialog({ opened, onClose, projectId, allocation }: Props) {
  const release = useReleaseAllocation(projectId);
  const retryRelease = useRetryAllocationRelease(projectId);
  const isWaiting = allocation.state === "queued";
  const isRetry = allocation.state === "release_failed";
  const confirm = async () => {
    await (isRetry ? retryRelease : release).mutateAsync(allocation.id);
    tell(isWaiting ? `${allocation.name} left the queue.` : `${allocation.name} is being released.`);
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={
        isWaiting
          ? `Remove ${allocation.name} from the queue?`
          : isRetry
            ? `Retry the release of ${allocation.name}?`
            : `Release ${allocation.name}?`
      }
      label={isWaiting ? "Leave queue" : isRetry ? "Retry release" : "Release allocation"}
      onConfirm={confirm}
    >
      {isWaiting
        ? "You'll lose your place; a new request joins the end of the queue. The allocation has not started, so nothing is deleted or charged."
        : "All data on it is deleted, open terminals close, and billing stops. This cannot be undone."}
    </ConfirmDialog>
  );
}
