import type { Schemas } from "../api";

export type LaunchDecision = Schemas["LaunchDecision"];
export type Tone = "teal" | "orange" | "red" | "gray";
export type Trust = { label: string; tone: Tone; sentences: string[] };

const REASONS: Record<string, string> = {
  unknown: "No artifact with this digest is offered to the project.",
  revoked: "An operator revoked this content for good.",
  quarantined: "An operator withholds this content while it is examined.",
  failed_verification: "There are signatures, and too few of them count.",
  not_verified: "The publisher's signatures have not been verified.",
  not_promoted: "Operators have not offered this artifact to other tenants.",
  retired: "This artifact is not launched again.",
  deprecated: "This artifact is deprecated; use a newer version.",
  unverified: "The publisher has not signed this artifact. A policy permits it all the same.",
  record_unverified: "The publisher has not signed this artifact. Launches of it are recorded.",
};

export function reasonOf(code: string): string {
  return REASONS[code] ?? code.replaceAll("_", " ");
}

/** The verdict over all artifacts of a version: the worst of them decides. */
export function trustOf(decisions: LaunchDecision[]): Trust {
  const reasons = [...new Set(decisions.flatMap((one) => one.reasons))];
  const sentences = reasons.map(reasonOf);
  if (decisions.length === 0) {
    return { label: "No artifacts", tone: "gray", sentences: ["This version names no artifacts."] };
  }
  if (decisions.some((one) => !one.allowed)) {
    return { label: "Not launchable", tone: "red", sentences };
  }
  return reasons.length > 0
    ? { label: reasons.includes("deprecated") ? "Deprecated" : "Not signed", tone: "orange", sentences }
    : {
        label: "Verified",
        tone: "teal",
        sentences: ["The publisher signed every artifact, and the signatures were verified."],
      };
}
