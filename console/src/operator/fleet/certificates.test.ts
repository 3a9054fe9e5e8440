import { expect, test } from "vitest";
import type { NodeCertificate } from "../queries";
import { outlookOf, outlookOfHost } from "./certificates";

const ISSUED = Date.parse("2026-11-16T00:00:00Z");
const HOUR = 3_600_000;

function certificate(state: NodeCertificate["state"], issuedHoursLater = 0): NodeCertificate {
  const issued = ISSUED + issuedHoursLater * HOUR;
  return {
    serial: "1",
    state,
    issued_at: new Date(issued).toISOString(),
    expires_at: new Date(issued + 24 * HOUR).toISOString(),
    changed_at: new Date(issued).toISOString(),
  };
}

test("a certificate whose renewal is overdue is ending, and then expired", () => {
  const one = certificate("current");
  expect(outlookOf(one, ISSUED + 17 * HOUR)).toBe("fine");
  expect(outlookOf(one, ISSUED + 19 * HOUR)).toBe("ending");
  expect(outlookOf(one, ISSUED + 24 * HOUR)).toBe("expired");
});

test("invalid certificates cause no warning", () => {
  expect(outlookOf(certificate("dropped"), ISSUED + 23 * HOUR)).toBe("of no use");
  expect(outlookOf(certificate("revoked"), ISSUED + 30 * HOUR)).toBe("of no use");
});

test("a host's outlook is that of its latest valid certificate", () => {
  const now = ISSUED + 23 * HOUR;
  expect(outlookOfHost([certificate("current")], now)).toBe("ending");
  expect(outlookOfHost([certificate("next", 16), certificate("current")], now)).toBe("fine");
  expect(outlookOfHost([certificate("revoked", 16), certificate("current")], now)).toBe("ending");
  expect(outlookOfHost([certificate("dropped")], now)).toBeUndefined();
});
