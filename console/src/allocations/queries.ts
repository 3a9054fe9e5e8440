import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Allocation, Offer, Schemas } from "../api";
import { all, api, ask, once } from "../api/client";
import { showReleasing } from "./releasing";

export type AllocationState = Schemas["AllocationState"];

/** As many as the console lists; beyond that filters are the way. */
const PAGES_MAX = 5;

/** States in which something is held or asked for. */
export const LIVE_STATES: AllocationState[] = ["queued", "requested", "provisioning", "active", "releasing", "release_failed"];

export function isLive(allocation: Allocation): boolean {
  return LIVE_STATES.includes(allocation.state);
}

export type AllocationFilter = { state?: AllocationState | undefined; label?: string | undefined; sku?: string | undefined };

export function allocationsOf(projectId: string, filter: AllocationFilter = {}) {
  return queryOptions({
    queryKey: ["project", projectId, "allocations", filter],
    enabled: projectId !== "",
    placeholderData: keepPreviousData,
    queryFn: () =>
      all(
        (cursor) =>
          ask(
            api.GET("/api/v1/projects/{project_id}/allocations", {
              params: {
                path: { project_id: projectId },
                query: {
                  limit: 100,
                  ...(cursor ? { cursor } : {}),
                  ...(filter.state ? { state: filter.state } : {}),
                  ...(filter.label ? { label: filter.label } : {}),
                  ...(filter.sku ? { sku: filter.sku } : {}),
                },
              },
            }),
          ),
        PAGES_MAX,
      ),
  });
}

export function allocationOf(projectId: string, allocationId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "allocation", allocationId],
    queryFn: () =>
      ask(
        api.GET("/api/v1/projects/{project_id}/allocations/{allocation_id}", {
          params: { path: { project_id: projectId, allocation_id: allocationId } },
        }),
      ),
  });
}

export function timelineOf(projectId: string, allocationId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "allocation", allocationId, "timeline"],
    queryFn: () =>
      all((cursor) =>
        ask(
          api.GET("/api/v1/projects/{project_id}/allocations/{allocation_id}/timeline", {
            params: { path: { project_id: projectId, allocation_id: allocationId }, query: { limit: 100, ...(cursor ? { cursor } : {}) } },
          }),
        ),
      ),
  });
}

export function isFree(offer: Offer): boolean {
  return offer.price !== undefined && offer.available.some((one) => one.allocations > 0);
}

/** What is free comes first, and the cheapest of it. */
export function offersOf(projectId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "skus"],
    enabled: projectId !== "",
    queryFn: async () =>
      (await ask(api.GET("/api/v1/projects/{project_id}/skus", { params: { path: { project_id: projectId } } }))).items.sort(
        (a, b) => Number(isFree(b)) - Number(isFree(a)) || (a.price?.gpu_hour.nanos ?? 0) - (b.price?.gpu_hour.nanos ?? 0) || a.gpus_per_unit - b.gpus_per_unit,
      ),
  });
}

export function estimateOf(projectId: string, sku: string, count: number) {
  return queryOptions({
    queryKey: ["project", projectId, "estimate", sku, count],
    enabled: sku !== "" && count > 0,
    placeholderData: keepPreviousData,
    queryFn: () =>
      ask(
        api.GET("/api/v1/projects/{project_id}/allocation-estimate", {
          params: { path: { project_id: projectId }, query: { sku, count } },
        }),
      ),
  });
}

/** Releases, and shows it as releasing at once; as it was when the server refuses. */
export function useRelease(projectId: string) {
  const queries = useQueryClient();
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
    onSuccess: (released) => {
      queries.setQueryData(allocationOf(projectId, released.id).queryKey, released);
      void queries.invalidateQueries({ queryKey: ["project", projectId] });
    },
  });
}
