import { Button, Text, Textarea } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { useAct } from "../api/act";
import { api, ask } from "../api/client";
import { FormDialog } from "../ui/form-dialog";
import type { Publisher, PublisherKey } from "./queries";
import { usePublishingChanged } from "./use-changed";

type Props = { projectId: string; publisher: Publisher; publisherKey: PublisherKey };

/** Revokes a publisher's key that somebody else may have. */
export function RevokePublisherKeyButton({ projectId, publisher, publisherKey }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const [reason, setReason] = useState("");
  const changed = usePublishingChanged(projectId);
  const act = useAct();
  const revoke = async () => {
    const body = { reason: reason.trim() };
    await act.send(body, (header) =>
      ask(
        api.POST("/api/v1/tenants/{tenant_id}/publishers/{publisher_id}/keys/{publisher_key_id}/revoke", {
          params: {
            path: { tenant_id: publisher.tenant_id, publisher_id: publisher.id, publisher_key_id: publisherKey.id },
            header,
          },
          body,
        }),
      ),
    );
    changed(`Revoked ${publisherKey.name}.`);
  };
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open} aria-label={`Revoke ${publisherKey.name}`}>
        Revoke
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title={`Revoke ${publisherKey.name}?`}
        submit="Revoke"
        onSubmit={revoke}
        disabled={reason.trim() === ""}
      >
        <Text size="sm">
          The key counts for nothing from now on. Artifacts that too few other keys signed cannot be launched any more.
          This cannot be undone.
        </Text>
        <Textarea
          label="Reason"
          description="Recorded in the audit trail."
          required
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
      </FormDialog>
    </>
  );
}
