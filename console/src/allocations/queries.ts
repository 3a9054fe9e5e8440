import { keepPreviousData, queryOptions, useQueryClient } from "@tanstack/react-query";
import type { Allocation, Schemas } from "../api";
import { all, api, ask } from "../api/client";
import { leastFirst } from "./offers";

export type AllocationState = Schemas["AllocationState"];

const PAGE = 100;
const PAGES_MAX = 5;
const HELD_PAGES_MAX = 10;
const CALLED_MAX = 20;

/** Upper bound of a list; users narrow it down with filters. */
export const LISTED_MAX = PAGES_MAX * PAGE;

/** Upper bound per state on the dashboard. */
export const HELD_MAX = HELD_PAGES_MAX * PAGE;

/** States in which capacity is held or requested. */
export const LIVE_STATES: AllocationState[] = [
  "queued",
  "requested",
  "provisioning",
  "active",
  "releasing",
  "release_failed",
];

export function isLive(allocation: Allocation): boolean {
  return LIVE_STATES.includes(allocation.state);
}

export type AllocationFilter = {
  state?: AllocationState | undefined;
  label?: string | undefined;
  sku?: string | undefined;
};

function pageOf(projectId: string, filter: AllocationFilter, cursor?: string) {
  return ask(
    api.GET("/api/v1/projects/{project_id}/allocations", {
      params: {
        path: { project_id: projectId },
        query: {
          limit: PAGE,
          ...(cursor ? { cursor } : {}),
          ...(filter.state ? { state: filter.state } : {}),
          ...(filter.label ? { label: filter.label } : {}),
          ...(filter.sku ? { sku: filter.sku } : {}),
        },
      },
    }),
  );
}

export function allocationsOf(projectId: string, filter: AllocationFilter = {}) {
  return queryOptions({
    queryKey: ["project", projectId, "allocations", filter],
    enabled: projectId !== "",
    placeholderData: keepPreviousData,
    queryFn: () => all((cursor) => pageOf(projectId, filter, cursor), PAGES_MAX),
  });
}

/** Allocations whose name or id starts with the given text, whatever their age. */
export function allocationsCalled(projectId: string, search: string) {
  return queryOptions({
    queryKey: ["project", projectId, "allocations", "called", search],
    enabled: projectId !== "" && search !== "",
    queryFn: async () =>
      (
        await ask(
          api.GET("/api/v1/projects/{project_id}/allocations", {
            params: { path: { project_id: projectId }, query: { limit: CALLED_MAX, search } },
          }),
        )
      ).items,
  });
}

/** The newest allocations plus every live one, whatever its age. */
export function newestAndHeld(projectId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "allocations", "held"],
    enabled: projectId !== "",
    queryFn: async () => {
      const newest = await pageOf(projectId, {});
      if (!newest.next_cursor) {
        return newest.items;
      }
      const held = await Promise.all(
        LIVE_STATES.map((state) => all((cursor) => pageOf(projectId, { state }, cursor), HELD_PAGES_MAX)),
      );
      // An allocation may be in both answers; the later one wins.
      return [...new Map([...newest.items, ...held.flat()].map((one) => [one.id, one])).values()];
    },
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
            params: {
              path: { project_id: projectId, allocation_id: allocationId },
              query: { limit: 100, ...(cursor ? { cursor } : {}) },
            },
          }),
        ),
      ),
  });
}

export function offersOf(projectId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "skus"],
    enabled: projectId !== "",
    queryFn: async () =>
      (
        await ask(api.GET("/api/v1/projects/{project_id}/skus", { params: { path: { project_id: projectId } } }))
      ).items.sort(leastFirst),
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

/** Puts the answer to a change in place of what was known, and refetches what depends on it. */
export function useKeepAllocation(projectId: string): (changed: Allocation) => void {
  const queries = useQueryClient();
  return (changed) => {
    queries.setQueryData(allocationOf(projectId, changed.id).queryKey, changed);
    void queries.invalidateQueries({ queryKey: ["project", projectId] });
  };
}
