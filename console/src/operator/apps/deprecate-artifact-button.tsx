import { TextInput } from "@mantine/core";
import { useState } from "react";
import { api, ask } from "../../api/client";
import { ReasonButton } from "../act";
import { type ArtifactActProps, nameOfArtifact } from "./artifact-act";

/** Deprecates an offered artifact, with a successor if there is one. */
export function DeprecateArtifactButton({ artifact, onDone }: ArtifactActProps) {
  const [successor, setSuccessor] = useState("");
  const name = nameOfArtifact(artifact);
  return (
    <ReasonButton
      label="Deprecate"
      title={`Deprecate ${name}?`}
      done={`Deprecated ${name}.`}
      fields={
        <TextInput
          label="Successor"
          description="ID of the artifact to use instead. Leave blank for none."
          value={successor}
          onChange={(event) => setSuccessor(event.currentTarget.value)}
        />
      }
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/artifacts/{artifact_id}/deprecate", {
            params: { path: { artifact_id: artifact.id }, header },
            body: { reason, ...(successor.trim() ? { successor_id: successor.trim() } : {}) },
          }),
        ).then(onDone)
      }
    >
      It can still be launched; launches carry a warning.
    </ReasonButton>
  );
}
