import type { Policy } from "../../api";
import { words } from "../../ui/format";
import { readable } from "./policy-value";

/** Where a value comes from, in words. */
export const SOURCES: Record<Policy["source"], string> = {
  default: "default",
  global: "platform",
  tenant: "tenant",
  project: "project",
};

export function bounds(policy: Policy): string {
  if (policy.allowed) {
    return policy.allowed.join(", ");
  }
  if (policy.type === "boolean") {
    return "true, false";
  }
  const [least, most] = [policy.minimum, policy.maximum].map((one) =>
    one === undefined ? "any" : readable({ ...policy, unit: undefined }, one),
  );
  return (policy.minimum ?? policy.maximum) ? `${least} to ${most}` : `any ${words(policy.type)}`;
}
