import type { Schemas } from "../../api";

type Verdict = {
  outcome: Schemas["AppReviewOutcome"] | "";
  message: string;
  agreed: string[];
  points: { id: string }[];
};

/** Names the first thing that is missing before a decision can be sent. */
export function missingFor({ outcome, message, agreed, points }: Verdict): string | undefined {
  if (outcome === "") {
    return "Choose a decision.";
  }
  const open = points.filter((point) => !agreed.includes(point.id)).length;
  if (outcome === "approve" && open > 0) {
    return open === 1 ? "One point is not agreed to." : `${open} points are not agreed to.`;
  }
  return message.trim() === "" ? "Write a message." : undefined;
}
