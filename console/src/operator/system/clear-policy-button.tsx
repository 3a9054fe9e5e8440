import type { Policy } from "../../api";
import { ConfirmButton } from "../../ui/confirm";
import { useChanged } from "../act";
import { clearPolicy, type PolicyPlace } from "./policy-queries";

export function ClearPolicyButton({ policy, place }: { policy: Policy; place: PolicyPlace }) {
  const changed = useChanged();
  const clear = async () => {
    await clearPolicy(place, policy.key);
    changed(`${policy.key} cleared; the inherited value applies.`);
  };
  return (
    <ConfirmButton
      label="Clear"
      buttonLabel={`Clear ${policy.key}`}
      title={`Clear ${policy.key}?`}
      size="compact-sm"
      danger={false}
      onConfirm={clear}
    >
      The override is removed and the inherited value applies: from the tenant, the platform, or the default.
    </ConfirmButton>
  );
}
