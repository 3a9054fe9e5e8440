import { Button, Select, Text, Textarea, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { useAct } from "../api/act";
import { api, ask } from "../api/client";
import { FormDialog } from "../ui/form-dialog";
import { partsOf } from "./names";
import { useAppsChanged } from "./use-changed";

type Props = { projectId: string; app: string; version: string; successors: string[] };

/** Deprecates a published version in favour of another. */
export function DeprecateAppVersionButton({ projectId, app, version, successors }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const [message, setMessage] = useState("");
  const [successor, setSuccessor] = useState<string | null>(null);
  const [sunset, setSunset] = useState("");
  const changed = useAppsChanged(projectId);
  const act = useAct();
  const deprecate = async () => {
    const body = {
      message: message.trim(),
      ...(successor ? { successor } : {}),
      ...(sunset ? { sunset_at: new Date(sunset).toISOString() } : {}),
    };
    await act.send(body, (header) =>
      ask(
        api.POST("/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions/{app_version}/deprecate", {
          params: { path: { project_id: projectId, ...partsOf(app), app_version: version }, header },
          body,
        }),
      ),
    );
    changed(`Deprecated ${app} ${version}.`);
  };
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open} aria-label={`Deprecate ${app} ${version}`}>
        Deprecate
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title={`Deprecate ${app} ${version}?`}
        submit="Deprecate"
        onSubmit={deprecate}
        disabled={message.trim() === ""}
      >
        <Text size="sm">The version keeps working. Users see your message. This cannot be undone.</Text>
        <Textarea
          label="Message to users"
          required
          autosize
          minRows={2}
          maxLength={500}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
          data-autofocus
        />
        <Select
          label="Successor"
          description="A published version to use instead."
          data={successors}
          value={successor}
          onChange={setSuccessor}
          clearable
          clearButtonProps={{ "aria-label": "No successor" }}
          disabled={successors.length === 0}
        />
        <TextInput
          label="Sunset"
          description="From then on the version is not offered for new use. Leave blank for none."
          type="datetime-local"
          value={sunset}
          onChange={(event) => setSunset(event.currentTarget.value)}
        />
      </FormDialog>
    </>
  );
}
