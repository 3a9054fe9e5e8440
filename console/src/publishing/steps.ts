import type { AppVersionState } from "../apps/queries";
import type { Artifact, Publisher, PublisherKey } from "./queries";

export type Workspace = {
  publishers: Publisher[];
  keys: PublisherKey[];
  artifacts: Artifact[];
  versions: { state: AppVersionState }[];
};

export const STEPS = ["publisher", "key", "artifact", "sign", "version", "publish"] as const;
export type Step = (typeof STEPS)[number];

const DRAFTED: AppVersionState[] = ["draft", "changes_requested"];
const OFFERED: AppVersionState[] = ["published", "deprecated"];

/** The steps on the way to a published app that are done. */
export function doneSteps({ publishers, keys, artifacts, versions }: Workspace): Set<Step> {
  const done: Record<Step, boolean> = {
    publisher: publishers.length > 0,
    key: keys.some((key) => key.state === "active"),
    artifact: artifacts.length > 0,
    sign: artifacts.some((one) => one.trust === "verified"),
    version: versions.length > 0,
    publish: versions.some((one) => OFFERED.includes(one.state)),
  };
  return new Set(STEPS.filter((step) => done[step]));
}

/** The first step that is not done; undefined once an app is published. */
export function currentStep(done: Set<Step>): Step | undefined {
  // Somebody with a published app needs no guide, even if a key was revoked since.
  return done.has("publish") ? undefined : STEPS.find((step) => !done.has(step));
}

/** How many versions wait for their publisher. */
export function waitingForPublisher(versions: { state: AppVersionState }[]): number {
  return versions.filter(({ state }) => DRAFTED.includes(state) || state === "approved").length;
}
