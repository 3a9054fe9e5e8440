import { expect, test } from "vitest";
import { invitedText } from "./invited";

test("an invitation tells of an email only where email is sent", () => {
  expect(invitedText({ email: "ada@example.com", letter_stays_here: false })).toBe(
    "The invitation email to ada@example.com is queued.",
  );
  const kept = invitedText({ email: "ada@example.com", letter_stays_here: true });
  expect(kept).toContain("sends no email");
  expect(kept).toContain("gpuaas mail");
});
