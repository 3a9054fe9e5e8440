import { expect, test } from "vitest";
import { type Bundle, bundleText, withoutSecrets } from "./bundle";

test.each([
  ["our token", "refused gpuaas_pat_abc.DEF-123 here", "refused [removed] here"],
  ["a header", "Authorization: Bearer abc.def", "[removed]"],
  ["a web token", "got eyJhbGciOi.eyJzdWIi.c2ln, sorry", "got [removed], sorry"],
  ["a key of a payment provider", "key sk_live_51H8 is wrong", "key [removed] is wrong"],
  ["a password", 'password="hunter 2" is too short', "[removed] is too short"],
  ["a mail address", "invited nora.new@example.com twice", "invited [removed] twice"],
])("%s is removed", (_what, text, rest) => {
  const cleaned = withoutSecrets(text);
  expect(cleaned).toContain(rest);
  expect(cleaned).not.toMatch(/abc|eyJ|sk_live|hunter|nora/);
});

test("ids, codes and sentences stay", () => {
  const text = "quota_exceeded: the project holds 11 GPUs (correlation 01a1eb5c-9700-70a3-be3b-d9c2873aabcc)";
  expect(withoutSecrets(text)).toBe(text);
});

test("secrets are removed at any depth", () => {
  const bundle = {
    page: "/projects/1",
    failures: [{ at: "", status: 400, code: "x", message: "token=gpuaas_secret", path: "/api" }],
  } as unknown as Bundle;
  expect(bundleText(bundle)).not.toContain("gpuaas_secret");
  expect(bundleText(bundle)).toContain("/projects/1");
});
