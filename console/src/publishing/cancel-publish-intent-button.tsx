import { api, ask } from "../api/client";
import { ConfirmButton } from "../ui/confirm";
import type { PublishIntent } from "./queries";
import { usePublishingChanged } from "./use-changed";

/** Cancels an upload and drops what was pushed. */
export function CancelPublishIntentButton({ projectId, intent }: { projectId: string; intent: PublishIntent }) {
  const changed = usePublishingChanged(projectId);
  return (
    <ConfirmButton
      label="Cancel upload"
      buttonLabel={`Cancel upload of ${intent.app} ${intent.version}`}
      title={`Cancel the upload of ${intent.app} ${intent.version}?`}
      size="compact-sm"
      onConfirm={async () => {
        await ask(
          api.POST("/api/v1/projects/{project_id}/publish-intents/{publish_intent_id}/cancel", {
            params: { path: { project_id: projectId, publish_intent_id: intent.id } },
          }),
        );
        changed(`Canceled the upload of ${intent.app} ${intent.version}.`);
      }}
    >
      What was pushed is dropped, and the secret stops working.
    </ConfirmButton>
  );
}
