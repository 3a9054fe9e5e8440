import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api, ask } from "../api/client";
import { usePublishingChanged } from "./use-changed";

/** Verifies the signatures of an artifact again. */
export function VerifyArtifactButton({ projectId, artifactId }: { projectId: string; artifactId: string }) {
  const changed = usePublishingChanged(projectId);
  const verify = useMutation({
    mutationFn: () =>
      ask(
        api.POST("/api/v1/projects/{project_id}/artifacts/{artifact_id}/verify", {
          params: { path: { project_id: projectId, artifact_id: artifactId } },
        }),
      ),
    onSuccess: () => changed("The verification follows within seconds."),
  });
  return (
    <Button variant="default" onClick={() => verify.mutate()} loading={verify.isPending}>
      Verify again
    </Button>
  );
}
