import { Button, FileButton, Group, Text, Textarea, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { useAct } from "../api/act";
import { api, ask } from "../api/client";
import { FormDialog } from "../ui/form-dialog";
import { tellProblem } from "../ui/tell";
import { CommandLines } from "./command-lines";
import { KEY_COMMANDS } from "./commands";
import { pemFault } from "./pem";
import type { Publisher } from "./queries";
import { usePublishingChanged } from "./use-changed";

/** Registers a public key that a publisher signs with. */
export function AddPublisherKeyButton({ projectId, publisher }: { projectId: string; publisher: Publisher }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [name, setName] = useState("");
  const [pem, setPem] = useState("");
  const changed = usePublishingChanged(projectId);
  const act = useAct();
  const fault = pemFault(pem);
  const add = async () => {
    const body = { name: name.trim(), pem: pem.trim() };
    await act.send(body, (header) =>
      ask(
        api.POST("/api/v1/tenants/{tenant_id}/publishers/{publisher_id}/keys", {
          params: { path: { tenant_id: publisher.tenant_id, publisher_id: publisher.id }, header },
          body,
        }),
      ),
    );
    setName("");
    setPem("");
    changed("Added the key. Artifacts that have a signature are verified again.");
  };
  const read = (file: File | null) => void file?.text().then(setPem).catch(tellProblem);
  return (
    <>
      <Button variant="default" onClick={open} aria-label={`Add key to ${publisher.namespace}`}>
        Add key
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title={`Add a key to ${publisher.namespace}`}
        submit="Add key"
        onSubmit={add}
        disabled={name.trim() === "" || pem.trim() === "" || fault !== undefined}
      >
        <Text size="sm">Make a key once. The private half, release.pem, stays on your machine:</Text>
        <CommandLines label="Make a key">{KEY_COMMANDS}</CommandLines>
        <TextInput
          label="Name"
          placeholder="release 2026"
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Textarea
          label="Public key"
          description="The content of release.pub, or a certificate in PEM."
          placeholder="-----BEGIN PUBLIC KEY-----"
          required
          autosize
          minRows={4}
          maxRows={10}
          maxLength={8192}
          value={pem}
          onChange={(event) => setPem(event.currentTarget.value)}
          error={fault}
          classNames={{ input: "monospace" }}
        />
        <Group>
          <FileButton onChange={read} accept=".pub,.pem,.crt">
            {(props) => (
              <Button {...props} variant="default" size="xs">
                Choose a file
              </Button>
            )}
          </FileButton>
        </Group>
      </FormDialog>
    </>
  );
}
