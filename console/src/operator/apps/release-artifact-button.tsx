import { api, ask } from "../../api/client";
import { ReasonButton } from "../act";
import { type ArtifactActProps, nameOfArtifact } from "./artifact-act";

/** Releases a quarantined artifact. */
export function ReleaseArtifactButton({ artifact, onDone }: ArtifactActProps) {
  const name = nameOfArtifact(artifact);
  return (
    <ReasonButton
      label="Release"
      title={`Release ${name}?`}
      done={`Released ${name}.`}
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/artifacts/{artifact_id}/release", {
            params: { path: { artifact_id: artifact.id }, header },
            body: { reason },
          }),
        ).then(onDone)
      }
    >
      It can be launched and pulled again, as its trust and promotion permit.
    </ReasonButton>
  );
}
