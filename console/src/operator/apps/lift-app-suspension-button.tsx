import type { Schemas } from "../../api";
import { api, ask } from "../../api/client";
import { ReasonButton } from "../act";

/** Lifts a suspension that somebody else made. */
export function LiftAppSuspensionButton({ suspension, name }: { suspension: Schemas["AppSuspension"]; name: string }) {
  return (
    <ReasonButton
      label="Lift"
      ariaLabel={`Lift the suspension of ${name}`}
      title={`Lift the suspension of ${name}?`}
      size="compact-sm"
      done={`Lifted the suspension of ${name}.`}
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/app-suspensions/{app_suspension_id}/lift", {
            params: { path: { app_suspension_id: suspension.id }, header },
            body: { reason },
          }),
        )
      }
    >
      Everything is as it was before. The person who suspended it cannot lift it.
    </ReasonButton>
  );
}
