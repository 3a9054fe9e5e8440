import { Button, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { useAct } from "../api/act";
import { api, ask } from "../api/client";
import { FormDialog } from "../ui/form-dialog";
import { plural } from "../ui/format";
import type { PublishIntent } from "./queries";
import { usePublishingChanged } from "./use-changed";

const DIGEST = /^(sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/;

/** Checks what was pushed to an upload and publishes it. */
export function CompletePublishIntentButton({ projectId, intent }: { projectId: string; intent: PublishIntent }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [digests, setDigests] = useState<Record<string, string>>({});
  const changed = usePublishingChanged(projectId);
  const act = useAct();
  const pushed = intent.artifacts.map(({ name }) => ({ name, digest: digests[name]?.trim() ?? "" }));
  const complete = async () => {
    const body = { artifacts: pushed };
    const published = await act.send(body, (header) =>
      ask(
        api.POST("/api/v1/projects/{project_id}/publish-intents/{publish_intent_id}/complete", {
          params: { path: { project_id: projectId, publish_intent_id: intent.id }, header },
          body,
        }),
      ),
    );
    changed(`Published ${plural(published.artifacts.length, "artifact")} of ${intent.app} ${intent.version}.`);
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        onClick={open}
        aria-label={`Complete ${intent.app} ${intent.version}`}
      >
        Complete
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title={`Complete ${intent.app} ${intent.version}`}
        submit="Publish"
        onSubmit={complete}
        disabled={!pushed.every((one) => DIGEST.test(one.digest))}
      >
        <Text size="sm">All artifacts are checked and published, or none. A published artifact never changes.</Text>
        {pushed.map(({ name, digest }) => (
          <TextInput
            key={name}
            label={`Digest of ${name}`}
            description="The push prints it: sha256: and 64 hexadecimal digits."
            placeholder="sha256:…"
            required
            value={digests[name] ?? ""}
            onChange={(event) => setDigests({ ...digests, [name]: event.currentTarget.value })}
            error={digest !== "" && !DIGEST.test(digest) && "Not a digest."}
            classNames={{ input: "monospace" }}
          />
        ))}
      </FormDialog>
    </>
  );
}
