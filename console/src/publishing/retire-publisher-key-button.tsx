import { api, ask, once } from "../api/client";
import { ConfirmButton } from "../ui/confirm";
import type { Publisher, PublisherKey } from "./queries";
import { usePublishingChanged } from "./use-changed";

type Props = { projectId: string; publisher: Publisher; publisherKey: PublisherKey };

/** Stops accepting a publisher's key for later artifacts. */
export function RetirePublisherKeyButton({ projectId, publisher, publisherKey }: Props) {
  const changed = usePublishingChanged(projectId);
  return (
    <ConfirmButton
      label="Retire"
      buttonLabel={`Retire ${publisherKey.name}`}
      title={`Retire ${publisherKey.name}?`}
      size="compact-sm"
      danger={false}
      onConfirm={async () => {
        await ask(
          api.POST("/api/v1/tenants/{tenant_id}/publishers/{publisher_id}/keys/{publisher_key_id}/retire", {
            params: {
              path: {
                tenant_id: publisher.tenant_id,
                publisher_id: publisher.id,
                publisher_key_id: publisherKey.id,
              },
              header: once(),
            },
          }),
        );
        changed(`Retired ${publisherKey.name}.`);
      }}
    >
      It keeps counting for artifacts that were published before, and does not count for later ones. Add the next key
      first. This cannot be undone.
    </ConfirmButton>
  );
}
