import { notificationsKey } from "../notifications/key";
import type { StreamEvent } from "./event-stream";

type Key = readonly string[];

/** What somebody in a project looks at that is not right any more after an event of its allocations. */
export function staleAfter(projectId: string, event: StreamEvent): Key[] {
  const own = (...rest: string[]): Key => ["project", projectId, ...rest];
  return event.kind === "tick"
    ? // No event of allocations tells what is measured and charged, what others take or give back, who comes and goes, and what people are told.
      [notificationsKey, ["measured"], ["balance"], ["tenant"], own("skus"), own("estimate"), own("members"), own("invitations")]
    : [own(), ["balance"], notificationsKey];
}
