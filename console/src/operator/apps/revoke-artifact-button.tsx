import { api, ask } from "../../api/client";
import { ReasonButton } from "../act";
import { type ArtifactActProps, nameOfArtifact } from "./artifact-act";

/** Revokes an artifact and everything with its digest. */
export function RevokeArtifactButton({ artifact, onDone }: ArtifactActProps) {
  const name = nameOfArtifact(artifact);
  return (
    <ReasonButton
      label="Revoke"
      title={`Revoke ${name}?`}
      danger
      done={`Revoked ${name}.`}
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/artifacts/{artifact_id}/revoke", {
            params: { path: { artifact_id: artifact.id }, header },
            body: { reason },
          }),
        ).then(onDone)
      }
    >
      Nothing with its digest is launched, pulled or pushed again, under any name. This cannot be undone.
    </ReasonButton>
  );
}
