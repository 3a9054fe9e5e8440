import type { Schemas } from "../../api";
import { api, ask } from "../../api/client";
import { ReasonButton } from "../act";

export function AbortRolloutButton({ rollout }: { rollout: Schemas["Rollout"] }) {
  return (
    <ReasonButton
      label="Abort"
      title={`Abort the rollout of ${rollout.version}?`}
      danger
      done="Rollout aborted."
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/rollouts/{rollout_id}/abort", {
            params: { path: { rollout_id: rollout.id }, header },
            body: { reason },
          }),
        )
      }
    >
      The rollout ends now. Updated nodes keep the new version. This cannot be undone.
    </ReasonButton>
  );
}
