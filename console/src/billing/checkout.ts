import type { Schemas } from "../api";

export type Payment = Schemas["Payment"];

/** Ten seconds; a provider usually opens a checkout in one or two. After that it is found under Payments. */
const LOOKS_MAX = 20;
const PAUSE_MS = 500;

const pause = () => new Promise<void>((done) => setTimeout(done, PAUSE_MS));

/** The checkout URL if it is a web page, so that a forged URL cannot run script here. */
export function checkoutOf(payment: Payment): string | undefined {
  return payment.state === "pending" && /^https?:\/\//.test(payment.checkout_url ?? "")
    ? payment.checkout_url
    : undefined;
}

/** Polls the payment until it can be acted on or the time is up. */
export async function untilPayable(
  payment: Payment,
  look: () => Promise<Payment>,
  wait: () => Promise<void> = pause,
): Promise<Payment> {
  let known = payment;
  for (let looks = 0; looks < LOOKS_MAX && known.state === "pending" && !checkoutOf(known); looks++) {
    await wait();
    known = await look();
  }
  return known;
}
