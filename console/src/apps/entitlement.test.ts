import { expect, test } from "vitest";
import { canBeRequested, refusalText } from "./entitlement";

test("a refusal says why and who can change it", () => {
  expect(refusalText({ reason: "not_enabled_for_project", changed_by: "tenant_admin" })).toBe(
    "This app is not enabled for the project. An administrator of your tenant can change this.",
  );
  expect(refusalText({ reason: "not_yet_known" })).toBe("not yet known.");
});

test("only an app that the tenant could enable can be requested", () => {
  expect(canBeRequested({ allowed: false, reason: "not_enabled_for_project" })).toBe(true);
  expect(canBeRequested({ allowed: false, reason: "not_granted_to_tenant" })).toBe(false);
  expect(canBeRequested({ allowed: true })).toBe(false);
});
