import type { Schemas } from "../../api";
import { api, ask, once } from "../../api/client";
import { ConfirmButton } from "../../ui/confirm";
import { adjustmentText, useDecided } from "./decided-adjustment";

export function RejectAdjustmentButton({ adjustment }: { adjustment: Schemas["Adjustment"] }) {
  const decided = useDecided(adjustment);
  const reject = async () => {
    const path = { tenant_id: adjustment.tenant_id, adjustment_id: adjustment.id };
    await ask(
      api.POST("/api/v1/tenants/{tenant_id}/adjustments/{adjustment_id}/reject", { params: { path, header: once() } }),
    );
    decided("Adjustment rejected. Nothing was booked.");
  };
  return (
    <ConfirmButton
      label="Reject"
      buttonLabel={`Reject ${adjustmentText(adjustment)}`}
      title={`Reject ${adjustmentText(adjustment)}?`}
      size="xs"
      onConfirm={reject}
    >
      Nothing is booked. The adjustment stays in the tenant's list as rejected.
    </ConfirmButton>
  );
}
