import { api, ask } from "../../api/client";
import { ReasonButton } from "../act";
import { type ArtifactActProps, nameOfArtifact } from "./artifact-act";

/** Retires an artifact. */
export function RetireArtifactButton({ artifact, onDone }: ArtifactActProps) {
  const name = nameOfArtifact(artifact);
  return (
    <ReasonButton
      label="Retire"
      title={`Retire ${name}?`}
      done={`Retired ${name}.`}
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/artifacts/{artifact_id}/retire", {
            params: { path: { artifact_id: artifact.id }, header },
            body: { reason },
          }),
        ).then(onDone)
      }
    >
      It is not launched again; what runs may restart. This cannot be undone.
    </ReasonButton>
  );
}
