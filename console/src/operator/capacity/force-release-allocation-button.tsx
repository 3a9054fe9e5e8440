import type { Allocation } from "../../api";
import { api, ask } from "../../api/client";
import { ReasonButton } from "../act";

export function ForceReleaseAllocationButton({ allocation }: { allocation: Allocation }) {
  return (
    <ReasonButton
      label="Force-release"
      ariaLabel={`Force-release ${allocation.name}`}
      title={`Force-release ${allocation.name}?`}
      danger
      size="xs"
      done={`${allocation.name} is being released.`}
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/allocations/{allocation_id}/force-release", {
            params: { path: { allocation_id: allocation.id }, header },
            body: { reason },
          }),
        )
      }
    >
      The allocation is released even if it is protected. Terminals close, all data on it is deleted, and billing stops.
      Users see the reason. This cannot be undone.
    </ReasonButton>
  );
}
