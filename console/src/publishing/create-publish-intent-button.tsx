import { Button, Select, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { useAct } from "../api/act";
import { api, ask } from "../api/client";
import { FormDialog } from "../ui/form-dialog";
import { KINDS } from "./commands";
import type { ArtifactKind, Publisher, PublishIntent } from "./queries";
import { UploadDialog } from "./upload-dialog";
import { usePublishingChanged } from "./use-changed";

/** Of namespaces and of names of apps. */
const APP = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Without publishers, somebody who may not list them types a namespace. */
type Props = { projectId: string; publishers: Publisher[] };

/** Announces an artifact and gets a repository to push it to. */
export function CreatePublishIntentButton({ projectId, publishers }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const [app, setApp] = useState("");
  const [version, setVersion] = useState("1.0.0");
  const [name, setName] = useState("main");
  const [kind, setKind] = useState<ArtifactKind>("oci_image");
  const [made, setMade] = useState<PublishIntent>();
  const changed = usePublishingChanged(projectId);
  const act = useAct();
  const namespace = chosen ?? publishers[0]?.namespace ?? "";
  const create = async () => {
    const body = { app: `${namespace}/${app}`, version: version.trim(), artifacts: [{ name: name.trim(), kind }] };
    const intent = await act.send(body, (header) =>
      ask(
        api.POST("/api/v1/projects/{project_id}/publish-intents", {
          params: { path: { project_id: projectId }, header },
          body,
        }),
      ),
    );
    changed(`Opened an upload for ${body.app} ${body.version}.`);
    setMade(intent);
  };
  return (
    <>
      <Button variant="default" onClick={open}>
        Open an upload
      </Button>
      <UploadDialog intent={made} onClose={() => setMade(undefined)} />
      <FormDialog
        opened={opened}
        onClose={close}
        title="Open an upload"
        submit="Open"
        onSubmit={create}
        disabled={!APP.test(namespace) || !APP.test(app) || version.trim() === "" || name.trim() === ""}
      >
        {publishers.length > 0 ? (
          <Select
            label="Publisher"
            data={publishers.map((one) => one.namespace)}
            value={namespace}
            allowDeselect={false}
            onChange={setChosen}
          />
        ) : (
          <TextInput
            label="Publisher"
            description="A namespace that an administrator of your tenant registered."
            required
            maxLength={31}
            value={namespace}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )}
        <TextInput
          label="App"
          description="Lowercase letters, digits and hyphens, for example vllm. A new name makes a new app."
          required
          maxLength={63}
          value={app}
          onChange={(event) => setApp(event.currentTarget.value)}
          error={app !== "" && !APP.test(app) && "Use lowercase letters, digits and single hyphens."}
          data-autofocus
        />
        <TextInput
          label="Version"
          required
          maxLength={64}
          value={version}
          onChange={(event) => setVersion(event.currentTarget.value)}
        />
        <Select
          label="Kind"
          data={KINDS}
          value={kind}
          allowDeselect={false}
          onChange={(value) => setKind(value ?? kind)}
        />
        <TextInput
          label="Name"
          description="Unique within the version, for example server."
          required
          maxLength={63}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </FormDialog>
    </>
  );
}
