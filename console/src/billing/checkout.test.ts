import { expect, test } from "vitest";
import { checkoutOf, type Payment, untilPayable } from "./checkout";

const PENDING: Payment = {
  id: "p",
  amount: { nanos: 1, currency: "USD" },
  refunded_nanos: 0,
  provider: "stripe",
  state: "pending",
  requested_at: "2026-01-01T00:00:00Z",
};
const atOnce = () => Promise.resolve();

test("a payment is asked for until it has a checkout", async () => {
  const answers: Payment[] = [PENDING, { ...PENDING, checkout_url: "https://pay.example/1" }];
  const payable = await untilPayable(PENDING, async () => answers.shift() as Payment, atOnce);
  expect(checkoutOf(payable)).toBe("https://pay.example/1");
  expect(answers).toEqual([]);
});

test("paid and failed payments are not polled", async () => {
  for (const state of ["paid", "failed"] as const) {
    await untilPayable({ ...PENDING, state }, () => Promise.reject(new Error("asked")), atOnce);
  }
});

test("asking has an end", async () => {
  let looks = 0;
  const look = async () => {
    looks++;
    return PENDING;
  };
  const known = await untilPayable(PENDING, look, atOnce);
  expect(looks).toBe(20);
  expect(checkoutOf(known)).toBeUndefined();
});

test("only a page is a checkout, and only while it is not paid", () => {
  expect(checkoutOf({ ...PENDING, checkout_url: "javascript:alert(1)" })).toBeUndefined();
  expect(checkoutOf({ ...PENDING, checkout_url: "https://pay.example/1", state: "paid" })).toBeUndefined();
});
