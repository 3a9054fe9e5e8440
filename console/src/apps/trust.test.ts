import { expect, test } from "vitest";
import { type LaunchDecision, trustOf } from "./trust";

const decision = (allowed: boolean, ...reasons: string[]): LaunchDecision => ({
  digest: "sha256:1",
  allowed,
  reasons,
  policy: "strict",
});

test("a version is verified only if every artifact may be launched without a warning", () => {
  expect(trustOf([decision(true), decision(true)])).toMatchObject({ label: "Verified", tone: "teal" });
  expect(trustOf([decision(true), decision(true, "unverified")])).toMatchObject({
    label: "Not signed",
    tone: "orange",
  });
  expect(trustOf([decision(true, "deprecated")]).label).toBe("Deprecated");
});

test("one refused artifact makes the version not launchable", () => {
  const trust = trustOf([decision(true), decision(false, "revoked"), decision(false, "revoked")]);
  expect(trust.label).toBe("Not launchable");
  expect(trust.sentences).toEqual(["An operator revoked this content for good."]);
});

test("a version without artifacts is not called verified", () => {
  expect(trustOf([]).tone).toBe("gray");
});

test("an unknown reason is shown as it is", () => {
  expect(trustOf([decision(false, "some_new_reason")]).sentences).toEqual(["some new reason"]);
});
