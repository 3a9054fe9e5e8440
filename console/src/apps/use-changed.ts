import { useQueryClient } from "@tanstack/react-query";
import { tell } from "../ui/tell";
import { staleApps } from "./queries";

/** Refetches everything about apps of a project after a change, and says what was done. */
export function useAppsChanged(projectId: string): (message: string) => void {
  const queries = useQueryClient();
  return (message) => {
    tell(message);
    for (const filter of staleApps(projectId)) {
      void queries.invalidateQueries(filter);
    }
  };
}
