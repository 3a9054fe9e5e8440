import type { QueryClient } from "@tanstack/react-query";
import type { Allocation } from "../api";

/**
 * Shows an allocation as releasing everywhere before the server has confirmed it. The returned function restores the
 * previous state if the server refuses.
 */
export async function showReleasing(
  queries: QueryClient,
  projectId: string,
  allocationId: string,
): Promise<() => void> {
  const one = { queryKey: ["project", projectId, "allocation", allocationId], exact: true };
  const lists = { queryKey: ["project", projectId, "allocations"] };
  // A response in flight predates the release.
  await Promise.all([queries.cancelQueries(one), queries.cancelQueries(lists)]);
  const before = [...queries.getQueriesData(one), ...queries.getQueriesData(lists)];
  const releasing = (known: Allocation): Allocation =>
    known.id === allocationId ? { ...known, state: "releasing" } : known;
  queries.setQueriesData<Allocation>(one, (known) => known && releasing(known));
  queries.setQueriesData<Allocation[]>(lists, (known) => known?.map(releasing));
  return () => {
    for (const [key, data] of before) {
      queries.setQueryData(key, data);
    }
  };
}
