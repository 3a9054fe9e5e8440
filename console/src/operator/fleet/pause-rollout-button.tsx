import type { Schemas } from "../../api";
import { api, ask } from "../../api/client";
import { ReasonButton } from "../act";

export function PauseRolloutButton({ rollout }: { rollout: Schemas["Rollout"] }) {
  return (
    <ReasonButton
      label="Pause"
      title={`Pause the rollout of ${rollout.version}?`}
      done="Rollout paused."
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/rollouts/{rollout_id}/pause", {
            params: { path: { rollout_id: rollout.id }, header },
            body: { reason },
          }),
        )
      }
    >
      No further nodes are updated. Updates in progress finish.
    </ReasonButton>
  );
}
