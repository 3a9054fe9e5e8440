import type { Schemas } from "../api";

export type Payment = Schemas["Payment"];

/** Ten seconds: the provider opens a checkout in one or two. Who waits longer finds it among the payments. */
const LOOKS_MAX = 20;
const PAUSE_MS = 500;

const pause = () => new Promise<void>((done) => setTimeout(done, PAUSE_MS));

/** Where somebody pays, and only a page: whoever made this address up, it runs nothing here. */
export function checkoutOf(payment: Payment): string | undefined {
  return payment.state === "pending" && /^https?:\/\//.test(payment.checkout_url ?? "") ? payment.checkout_url : undefined;
}

/** The payment as soon as there is something to do about it, or as it is when nothing came. */
export async function untilPayable(payment: Payment, look: () => Promise<Payment>, wait: () => Promise<void> = pause): Promise<Payment> {
  let known = payment;
  for (let looks = 0; looks < LOOKS_MAX && known.state === "pending" && !checkoutOf(known); looks++) {
    await wait();
    known = await look();
  }
  return known;
}
