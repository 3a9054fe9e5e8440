import { useQueryClient } from "@tanstack/react-query";
import { tell } from "../ui/tell";
import { publishingKey } from "./queries";

/** Refetches what a publisher works with after a change, and says what was done. */
export function usePublishingChanged(projectId: string): (message: string) => void {
  const queries = useQueryClient();
  return (message) => {
    tell(message);
    void queries.invalidateQueries({ queryKey: publishingKey(projectId) });
    void queries.invalidateQueries({ queryKey: ["project", projectId, "app-content"] });
  };
}
