import type { NodeCertificate } from "../queries";

export type Outlook = "fine" | "ending" | "expired" | "of no use";

/** Hosts renew with a third of the lifetime left; below a quarter, renewal has failed. */
const ENDING_SHARE = 1 / 4;

export function outlookOf({ state, issued_at, expires_at }: NodeCertificate, now: number): Outlook {
  if (state === "dropped" || state === "revoked") {
    return "of no use";
  }
  const ends = Date.parse(expires_at);
  if (ends <= now) {
    return "expired";
  }
  return ends - now < (ends - Date.parse(issued_at)) * ENDING_SHARE ? "ending" : "fine";
}

/** Outlook of the host's longest-lived certificate; undefined if it has no valid one. */
export function outlookOfHost(certificates: NodeCertificate[], now: number): Outlook | undefined {
  const counting = certificates.filter(({ state }) => state === "current" || state === "next");
  const last = counting.sort((a, b) => Date.parse(b.expires_at) - Date.parse(a.expires_at))[0];
  return last && outlookOf(last, now);
}
