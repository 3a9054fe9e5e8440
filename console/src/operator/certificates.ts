import type { NodeCertificate } from "./queries";

export type Outlook = "fine" | "ending" | "expired" | "of no use";

/** Hosts renew when a third of a certificate's life is left: with less than a quarter, one did not get through. */
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

/** The outlook of the host: of the certificate that lasts longest. Undefined when it has none that counts. */
export function outlookOfHost(certificates: NodeCertificate[], now: number): Outlook | undefined {
  const counting = certificates.filter(({ state }) => state === "current" || state === "next");
  const last = counting.sort((a, b) => Date.parse(b.expires_at) - Date.parse(a.expires_at))[0];
  return last && outlookOf(last, now);
}
