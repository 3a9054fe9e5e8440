import { api, ask } from "../../api/client";
import { ReasonButton } from "../act";
import { type ArtifactActProps, nameOfArtifact } from "./artifact-act";

/** Withholds an artifact while it is examined. */
export function QuarantineArtifactButton({ artifact, onDone }: ArtifactActProps) {
  const name = nameOfArtifact(artifact);
  return (
    <ReasonButton
      label="Quarantine"
      title={`Quarantine ${name}?`}
      done={`Quarantined ${name}.`}
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/artifacts/{artifact_id}/quarantine", {
            params: { path: { artifact_id: artifact.id }, header },
            body: { reason },
          }),
        ).then(onDone)
      }
    >
      Nothing with its digest is launched or pulled, under any name, until you release it.
    </ReasonButton>
  );
}
