import type { Schemas } from "../../api";
import { api, ask } from "../../api/client";
import { ReasonButton } from "../act";

export function RevertRolloutButton({ rollout }: { rollout: Schemas["Rollout"] }) {
  return (
    <ReasonButton
      label="Revert"
      title={`Revert the rollout of ${rollout.version}?`}
      danger
      done="Reverting the rollout."
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/rollouts/{rollout_id}/revert", {
            params: { path: { rollout_id: rollout.id }, header },
            body: { reason },
          }),
        )
      }
    >
      Nodes return to their previous version. This is possible for one day after an update.
    </ReasonButton>
  );
}
