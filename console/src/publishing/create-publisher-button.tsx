import { Button, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { useAct } from "../api/act";
import { api, ask } from "../api/client";
import { FormDialog } from "../ui/form-dialog";
import { usePublishingChanged } from "./use-changed";

const NAMESPACE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Registers a publisher namespace for the tenant. */
export function CreatePublisherButton({ projectId, tenantId }: { projectId: string; tenantId: string }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [namespace, setNamespace] = useState("");
  const [name, setName] = useState("");
  const [contact, setContact] = useState("");
  const changed = usePublishingChanged(projectId);
  const act = useAct();
  const isNamespace = NAMESPACE.test(namespace) && namespace.length >= 2;
  const create = async () => {
    const body = { namespace, name: name.trim(), ...(contact.trim() ? { contact: contact.trim() } : {}) };
    await act.send(body, (header) =>
      ask(
        api.POST("/api/v1/tenants/{tenant_id}/publishers", {
          params: { path: { tenant_id: tenantId }, header },
          body,
        }),
      ),
    );
    changed(`Registered the publisher ${namespace}.`);
  };
  return (
    <>
      <Button onClick={open}>Register a publisher</Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title="Register a publisher"
        submit="Register"
        onSubmit={create}
        disabled={!isNamespace || name.trim() === ""}
      >
        <Text size="sm">
          A namespace is the first part of the names of your apps. It belongs to your tenant for good and cannot be
          changed.
        </Text>
        <TextInput
          label="Namespace"
          description="2 to 31 lowercase letters, digits and single hyphens, for example acme."
          required
          maxLength={31}
          value={namespace}
          onChange={(event) => setNamespace(event.currentTarget.value)}
          error={namespace !== "" && !isNamespace && "Use 2 to 31 lowercase letters, digits and single hyphens."}
          data-autofocus
        />
        <TextInput
          label="Name"
          description="Shown to people."
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="Contact"
          description="Where users and operators reach you, for example an email address."
          maxLength={200}
          value={contact}
          onChange={(event) => setContact(event.currentTarget.value)}
        />
      </FormDialog>
    </>
  );
}
