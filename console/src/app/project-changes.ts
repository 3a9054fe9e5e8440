import { notificationsKey } from "../notifications/key";
import type { StreamEvent } from "./event-stream";

type Key = readonly string[];

/** Project queries that an allocation event makes stale. */
export function staleAfter(projectId: string, event: StreamEvent): Key[] {
  const own = (...rest: string[]): Key => ["project", projectId, ...rest];
  return event.kind === "tick"
    ? // Allocation events do not cover metrics, charges, other projects' use, members, notifications or apps.
      [
        notificationsKey,
        ["measured"],
        ["balance"],
        ["tenant"],
        own("skus"),
        own("estimate"),
        own("members"),
        own("invitations"),
        own("apps"),
        own("publishing"),
      ]
    : [own(), ["balance"], notificationsKey];
}
