import { expect, test } from "vitest";
import { currentStep, doneSteps, type Workspace, waitingForPublisher } from "./steps";

const EMPTY: Workspace = { publishers: [], keys: [], artifacts: [], versions: [] };
// Only the states count here.
const workspace = (part: object) => ({ ...EMPTY, ...part }) as Workspace;

test("a newcomer begins with a publisher", () => {
  expect(currentStep(doneSteps(EMPTY))).toBe("publisher");
  expect(currentStep(doneSteps(workspace({ publishers: [{}] })))).toBe("key");
});

test("a key that was revoked, and an artifact without a signature that counts, do not finish their steps", () => {
  const done = doneSteps(
    workspace({ publishers: [{}], keys: [{ state: "revoked" }], artifacts: [{ trust: "failed_verification" }] }),
  );
  expect([...done]).toEqual(["publisher", "artifact"]);
});

test("the guide ends when a version was published", () => {
  expect(currentStep(doneSteps(workspace({ versions: [{ state: "deprecated" }] })))).toBeUndefined();
});

test("drafts and approved versions wait for their publisher", () => {
  expect(
    waitingForPublisher([{ state: "draft" }, { state: "submitted" }, { state: "approved" }, { state: "published" }]),
  ).toBe(2);
});
