import { expect, test } from "vitest";
import type { ArtifactVerification } from "./queries";
import { actsOnArtifact, signatureReason, trustText } from "./states";

const states = (part: Partial<ArtifactVerification>) =>
  ({
    trust: "unverified",
    promotion: "published",
    quarantined: false,
    evidence: [],
    signatures_required: 1,
    ...part,
  }) as ArtifactVerification;

test("two signatures of one key are one signer", () => {
  const evidence = ["a", "b"].map((signature_digest) => ({
    format: "notation_jws",
    key_id: "k1",
    fingerprint: "f",
    signature_digest,
  }));
  expect(trustText(states({ trust: "verified", evidence, signatures_required: 1 }))).toBe(
    "1 key of the publisher signed it; 1 needed.",
  );
  expect(trustText(states({ signatures_required: 2 }))).toContain("2 keys of its publisher must sign it.");
});

test("revoked content leaves nothing to do", () => {
  expect(actsOnArtifact(states({ trust: "revoked", quarantined: true }))).toEqual([]);
});

test("a quarantined artifact can be released", () => {
  expect(actsOnArtifact(states({ quarantined: true, promotion: "promoted" }))).toEqual([
    "deprecate",
    "release",
    "revoke",
  ]);
});

test("an offered artifact is deprecated before it is retired", () => {
  expect(actsOnArtifact(states({ promotion: "promoted" }))).not.toContain("retire");
  expect(actsOnArtifact(states({ promotion: "deprecated" }))).toEqual(["promote", "retire", "quarantine", "revoke"]);
});

test("an unknown reason is shown as it is", () => {
  expect(signatureReason("revoked_key")).toBe("The key that made it was revoked.");
  expect(signatureReason("new_reason")).toBe("new reason");
});
