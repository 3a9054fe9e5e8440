import { useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "../../api";
import { type ArtifactAct, actsOnArtifact } from "../../publishing/states";
import { DeprecateArtifactButton } from "./deprecate-artifact-button";
import { PromoteArtifactButton } from "./promote-artifact-button";
import { QuarantineArtifactButton } from "./quarantine-artifact-button";
import { ReleaseArtifactButton } from "./release-artifact-button";
import { RetireArtifactButton } from "./retire-artifact-button";
import { RevokeArtifactButton } from "./revoke-artifact-button";

const BUTTONS = {
  promote: PromoteArtifactButton,
  deprecate: DeprecateArtifactButton,
  retire: RetireArtifactButton,
  quarantine: QuarantineArtifactButton,
  release: ReleaseArtifactButton,
  revoke: RevokeArtifactButton,
} satisfies Record<ArtifactAct, unknown>;

type Props = { artifact: Schemas["Artifact"]; verification: Schemas["ArtifactVerification"] };

/** Shows the acts that operators have in the states of an artifact. */
export function ArtifactActs({ artifact, verification }: Props) {
  const queries = useQueryClient();
  const refresh = () => {
    // The page is in the project whose tenant published it; the same content may be listed in others.
    void queries.invalidateQueries({ queryKey: ["project"] });
  };
  return (
    <>
      {actsOnArtifact(verification).map((act) => {
        const Button = BUTTONS[act];
        return <Button key={act} artifact={artifact} onDone={refresh} />;
      })}
    </>
  );
}
