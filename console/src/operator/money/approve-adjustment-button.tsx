import type { Schemas } from "../../api";
import { api, ask, once } from "../../api/client";
import { ConfirmButton } from "../../ui/confirm";
import { adjustmentText, useDecided } from "./decided-adjustment";

export function ApproveAdjustmentButton({ adjustment }: { adjustment: Schemas["Adjustment"] }) {
  const decided = useDecided(adjustment);
  const approve = async () => {
    const path = { tenant_id: adjustment.tenant_id, adjustment_id: adjustment.id };
    await ask(
      api.POST("/api/v1/tenants/{tenant_id}/adjustments/{adjustment_id}/approve", { params: { path, header: once() } }),
    );
    decided("Adjustment approved and booked.");
  };
  return (
    <ConfirmButton
      label="Approve"
      buttonLabel={`Approve ${adjustmentText(adjustment)}`}
      title={`Approve ${adjustmentText(adjustment)}?`}
      size="xs"
      danger={false}
      onConfirm={approve}
    >
      It is booked immediately and cannot be undone. Reason given: {adjustment.reason}
    </ConfirmButton>
  );
}
