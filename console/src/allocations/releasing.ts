import type { QueryClient } from "@tanstack/react-query";
import type { Allocation } from "../api";

/**
 * Shows an allocation as releasing wherever it is shown, before the server has agreed. What is returned puts back what
 * was shown before, for when it did not agree.
 */
export async function showReleasing(queries: QueryClient, projectId: string, allocationId: string): Promise<() => void> {
  const one = { queryKey: ["project", projectId, "allocation", allocationId], exact: true };
  const lists = { queryKey: ["project", projectId, "allocations"] };
  // An answer that is on its way was given before anybody released.
  await Promise.all([queries.cancelQueries(one), queries.cancelQueries(lists)]);
  const before = [...queries.getQueriesData(one), ...queries.getQueriesData(lists)];
  const releasing = (known: Allocation): Allocation => (known.id === allocationId ? { ...known, state: "releasing" } : known);
  queries.setQueriesData<Allocation>(one, (known) => known && releasing(known));
  queries.setQueriesData<Allocation[]>(lists, (known) => known?.map(releasing));
  return () => before.forEach(([key, data]) => queries.setQueryData(key, data));
}
