import type { AppVersionState } from "./queries";

/** An act of a publisher on a version. */
export type VersionAct = "submit" | "withdraw" | "publish" | "deprecate";

const ACTS: Record<AppVersionState, VersionAct[]> = {
  draft: ["submit", "publish"],
  changes_requested: ["submit"],
  submitted: ["withdraw"],
  in_review: ["withdraw"],
  approved: ["publish"],
  rejected: [],
  published: ["publish", "deprecate"],
  deprecated: [],
};

/** A draft of a public app cannot be published: it needs a review first. */
export function actsOn(state: AppVersionState, visibility: "tenant" | "public"): VersionAct[] {
  return ACTS[state].filter((act) => !(state === "draft" && act === "publish" && visibility === "public"));
}

const NEXT: Record<AppVersionState, string> = {
  draft: "Submit it for review. To change it, create it again from a changed manifest.",
  changes_requested: "Change the manifest as the reviewer asks, create the version again, then submit it.",
  submitted: "It waits for a reviewer from outside your tenant.",
  in_review: "A reviewer is looking at it.",
  approved: "Publish it in a channel.",
  rejected: "A rejection is final. Publish the next version instead.",
  published: "Users see it in its channels.",
  deprecated: "It works until its sunset; users are asked to move on.",
};

export function nextStep(state: AppVersionState): string {
  return NEXT[state];
}
