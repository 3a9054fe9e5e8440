import { Badge } from "@mantine/core";
import type { Schemas } from "../api";
import { words } from "../ui/format";
import type { AppAccess, AppRequestState, AppVersionState } from "./queries";

type Known =
  | AppVersionState
  | AppAccess
  | AppRequestState
  | Schemas["ArtifactTrust"]
  | Schemas["ArtifactPromotion"]
  | Schemas["PublishIntentState"]
  | Schemas["PublisherKeyState"];

const COLORS: Record<Known, string> = {
  // versions
  draft: "gray",
  submitted: "blue",
  in_review: "blue",
  changes_requested: "orange",
  approved: "teal",
  rejected: "red",
  published: "teal",
  deprecated: "orange",
  // apps of a project
  enabled: "teal",
  requested: "blue",
  available: "gray",
  // requests and intents
  open: "blue",
  declined: "gray",
  completed: "teal",
  canceled: "gray",
  expired: "gray",
  // artifacts and keys
  unverified: "orange",
  verified: "teal",
  failed_verification: "red",
  revoked: "red",
  promoted: "teal",
  retired: "gray",
  active: "teal",
};

/** A state in words; the color is only a hint. */
export function StateBadge({ state, children }: { state: Known; children?: string }) {
  const color = COLORS[state];
  return (
    <Badge color={color} variant="light" className={`state state-${color}`}>
      {children ?? words(state)}
    </Badge>
  );
}
