import type { Allocation } from "../../api";
import { api, ask } from "../../api/client";
import { ReasonButton } from "../act";

export function ConfirmAllocationFaultButton({ allocation }: { allocation: Allocation }) {
  return (
    <ReasonButton
      label="Confirm fault"
      ariaLabel={`Confirm fault of ${allocation.name}`}
      title={`Confirm fault of ${allocation.name}?`}
      size="xs"
      done={`Fault of ${allocation.name} confirmed.`}
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/allocations/{allocation_id}/confirm-fault", {
            params: { path: { allocation_id: allocation.id }, header },
            body: { reason },
          }),
        )
      }
    >
      Billing pauses from the time of the report, charges since then are refunded, and the reported GPUs are marked
      faulty.
    </ReasonButton>
  );
}
