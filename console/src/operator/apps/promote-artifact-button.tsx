import { api, ask } from "../../api/client";
import { ReasonButton } from "../act";
import { type ArtifactActProps, nameOfArtifact } from "./artifact-act";

/** Offers an artifact to all tenants. */
export function PromoteArtifactButton({ artifact, onDone }: ArtifactActProps) {
  const name = nameOfArtifact(artifact);
  return (
    <ReasonButton
      label="Promote"
      title={`Offer ${name} to all tenants?`}
      done={`Promoted ${name}.`}
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/artifacts/{artifact_id}/promote", {
            params: { path: { artifact_id: artifact.id }, header },
            body: { reason },
          }),
        ).then(onDone)
      }
    >
      All tenants may launch it, as far as their trust policy permits.
    </ReasonButton>
  );
}
