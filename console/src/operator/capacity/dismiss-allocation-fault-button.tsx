import type { Allocation } from "../../api";
import { api, ask } from "../../api/client";
import { ReasonButton } from "../act";

export function DismissAllocationFaultButton({ allocation }: { allocation: Allocation }) {
  return (
    <ReasonButton
      label="Dismiss"
      ariaLabel={`Dismiss fault of ${allocation.name}`}
      title={`Dismiss fault of ${allocation.name}?`}
      size="xs"
      done={`Fault of ${allocation.name} dismissed.`}
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/allocations/{allocation_id}/dismiss-fault", {
            params: { path: { allocation_id: allocation.id }, header },
            body: { reason },
          }),
        )
      }
    >
      Billing continues. Reporting the same fault again has no effect.
    </ReasonButton>
  );
}
