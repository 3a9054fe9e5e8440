import type { Schemas } from "../../api";
import { api, ask } from "../../api/client";
import { ReasonButton } from "../act";

export function ResumeRolloutButton({ rollout }: { rollout: Schemas["Rollout"] }) {
  return (
    <ReasonButton
      label="Resume"
      title={`Resume the rollout of ${rollout.version}?`}
      done="Rollout resumed."
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/rollouts/{rollout_id}/resume", {
            params: { path: { rollout_id: rollout.id }, header },
            body: { reason },
          }),
        )
      }
    >
      The rollout continues where it stopped.
    </ReasonButton>
  );
}
