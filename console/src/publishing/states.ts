import { plural } from "../ui/format";
import type { ArtifactVerification } from "./queries";

/** Explains the trust in an artifact. */
export function trustText({ trust, evidence, signatures_required }: ArtifactVerification): string {
  const needed = plural(signatures_required, "key of its publisher", "keys of its publisher");
  switch (trust) {
    case "verified":
      return `${plural(new Set(evidence.map((one) => one.key_id)).size, "key")} of the publisher signed it; ${signatures_required} needed.`;
    case "unverified":
      return `It has no signature that counts. ${needed} must sign it.`;
    case "failed_verification":
      return `It has signatures, and too few of them count. ${needed} must sign it.`;
    case "revoked":
      return "Nothing with its digest is launched, pulled or pushed again, under any name.";
  }
}

const PROMOTION: Record<ArtifactVerification["promotion"], string> = {
  published: "It runs in the tenant of its publisher. Operators have not offered it to others.",
  promoted: "All tenants may launch it.",
  deprecated: "It still runs; launches carry a warning.",
  retired: "It is not launched again.",
};

export function promotionText(promotion: ArtifactVerification["promotion"]): string {
  return PROMOTION[promotion];
}

const REASONS: Record<string, string> = {
  unknown_key_or_wrong_signature: "No key of the publisher made this signature.",
  revoked_key: "The key that made it was revoked.",
  retired_key: "The key that made it was retired before the artifact was published.",
  other_digest: "It signs other content.",
  wrong_predicate: "It states something else than a signature.",
  unsupported_form: "Its form is not supported.",
  unreadable: "It cannot be read.",
  too_large: "It is too large.",
  too_many_signatures: "It holds too many signatures.",
};

/** Why a signature does not count; reasons added since are shown as they are. */
export function signatureReason(reason: string): string {
  return REASONS[reason] ?? reason.replaceAll("_", " ");
}

export type ArtifactAct = "promote" | "deprecate" | "retire" | "quarantine" | "release" | "revoke";

/** Lists the acts that operators have in the states of an artifact; the server decides again. */
export function actsOnArtifact({
  trust,
  promotion,
  quarantined,
}: Pick<ArtifactVerification, "trust" | "promotion" | "quarantined">): ArtifactAct[] {
  const isRevoked = trust === "revoked";
  const acts: [ArtifactAct, boolean][] = [
    ["promote", !isRevoked && (promotion === "published" || promotion === "deprecated")],
    ["deprecate", !isRevoked && promotion === "promoted"],
    ["retire", !isRevoked && (promotion === "published" || promotion === "deprecated")],
    ["quarantine", !isRevoked && !quarantined],
    ["release", quarantined && !isRevoked],
    ["revoke", !isRevoked],
  ];
  return acts.flatMap(([act, isPossible]) => (isPossible ? [act] : []));
}
