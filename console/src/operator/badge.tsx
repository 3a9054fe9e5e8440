import { Badge } from "@mantine/core";
import { words } from "../ui/format";

const COLORS: Record<string, string> = {
  // nodes
  enrolling: "blue",
  ready: "teal",
  cordoned: "orange",
  draining: "orange",
  drained: "grape",
  unreachable: "red",
  quarantined: "red",
  retired: "gray",
  // tasks
  queued: "gray",
  sent: "blue",
  running: "blue",
  succeeded: "teal",
  failed: "red",
  canceled: "gray",
  expired: "red",
  // GPUs and slots
  in_service: "teal",
  missing: "red",
  faulty: "red",
  out_of_service: "red",
  // events
  late: "orange",
  retrying: "orange",
  waiting: "gray",
  exhausted: "red",
  discarded: "gray",
  published: "teal",
  // rollouts and releases
  paused: "orange",
  reverting: "orange",
  reverted: "gray",
  revert_failed: "red",
  aborted: "gray",
  updating: "blue",
  baking: "blue",
  updated: "teal",
  skipped: "gray",
  incomplete: "orange",
  complete: "teal",
  // gateways
  connected: "teal",
  silent: "red",
  revoked: "gray",
  // certificates
  current: "teal",
  next: "blue",
  dropped: "gray",
  // audit
  refused: "orange",
  // tenants, reservations, money
  active: "teal",
  suspended: "red",
  planned: "blue",
  fulfilled: "teal",
  missed: "red",
  sufficient: "teal",
  low: "orange",
  release_pending: "orange",
  depleted: "red",
  released: "red",
  in_force: "teal",
  scheduled: "blue",
  past: "gray",
  pending: "orange",
  paid: "teal",
  booked: "teal",
  rejected: "gray",
};

/** A state in words; color is only a hint. */
export function State({ state }: { state: string }) {
  const color = COLORS[state] ?? "gray";
  return (
    <Badge color={color} variant="light" miw="max-content" className={`state state-${color}`}>
      {words(state)}
    </Badge>
  );
}
