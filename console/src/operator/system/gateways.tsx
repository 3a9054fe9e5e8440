import { Button, Table, TagsInput, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus, IconWorldUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../../api";
import { api, ask, once } from "../../api/client";
import { usePlatformPermissions } from "../../app/me";
import { Ago } from "../../ui/ago";
import { ConfirmButton } from "../../ui/confirm";
import { FormDialog } from "../../ui/form-dialog";
import { Empty } from "../../ui/note";
import { Loaded, Page } from "../../ui/page";
import { SecretDialog } from "../../ui/secret";
import { TableCard } from "../../ui/table";
import { useChanged } from "../act";
import { State } from "../badge";
import { gateways } from "../queries";

export default function Gateways() {
  const known = useQuery(gateways);
  const mayManage = usePlatformPermissions().has("gateways.manage");
  const [opened, { open, close }] = useDisclosure(false);
  const [secret, setSecret] = useState<string>();
  const create = mayManage && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={open}>
      New gateway
    </Button>
  );
  return (
    <Page title="Gateways" lead="Relays for terminals, files and logs between users and nodes" actions={create}>
      <CreateGateway opened={opened} onClose={close} onSecret={setSecret} />
      <SecretDialog secret={secret} what="Gateway secret" onClose={() => setSecret(undefined)} />
      <Loaded query={known}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={<IconWorldUpload size={36} aria-hidden />} title="No gateways yet" action={create}>
              Terminals and live logs need a gateway. Create one here, then start it with its secret.
            </Empty>
          ) : (
            <TableCard
              label="Gateways"
              head={["Name", "State", "Streams", "Addresses", "Last seen", ...(mayManage ? ["Actions"] : [])]}
              minWidth={760}
            >
              {all.map((one) => (
                <Table.Tr key={one.id}>
                  <Table.Td>
                    <Text fw={500} size="sm">
                      {one.name}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {one.host_names.join(", ")}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <State state={one.state} />
                  </Table.Td>
                  <Table.Td className="figure">{one.streams}</Table.Td>
                  <Table.Td>{one.public_url ?? "—"}</Table.Td>
                  <Table.Td className="nowrap">{one.heard_at ? <Ago at={one.heard_at} /> : "never"}</Table.Td>
                  {mayManage && <Table.Td>{one.state !== "revoked" && <Revoke gateway={one} />}</Table.Td>}
                </Table.Tr>
              ))}
            </TableCard>
          )
        }
      </Loaded>
    </Page>
  );
}

function Revoke({ gateway }: { gateway: Schemas["Gateway"] }) {
  const changed = useChanged();
  return (
    <ConfirmButton
      label="Revoke"
      buttonLabel={`Revoke ${gateway.name}`}
      title={`Revoke ${gateway.name}?`}
      size="xs"
      typed={gateway.name}
      onConfirm={async () => {
        await ask(
          api.POST("/api/v1/gateways/{gateway_id}/revoke", {
            params: { path: { gateway_id: gateway.id }, header: once() },
          }),
        );
        changed(`${gateway.name} revoked.`);
      }}
    >
      Its secret and certificate stop working, and the terminals and logs it carries are disconnected. This cannot be
      undone; create a new gateway to replace it.
    </ConfirmButton>
  );
}

function CreateGateway({
  opened,
  onClose,
  onSecret,
}: {
  opened: boolean;
  onClose: () => void;
  onSecret: (secret: string) => void;
}) {
  const [name, setName] = useState("");
  const [hosts, setHosts] = useState<string[]>([]);
  const changed = useChanged();
  const create = async () => {
    const made = await ask(
      api.POST("/api/v1/gateways", { params: { header: once() }, body: { name, host_names: hosts } }),
    );
    setName("");
    setHosts([]);
    changed("Gateway created. Start it with its secret.");
    onSecret(made.secret ?? "");
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New gateway"
      submit="Create gateway"
      onSubmit={create}
      disabled={!name || hosts.length === 0}
    >
      <TextInput
        label="Name"
        description="Lowercase letters, digits and hyphens."
        required
        maxLength={63}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <TagsInput
        label="Host names"
        description="Names that nodes use to reach it. Press Enter to add."
        required
        value={hosts}
        onChange={setHosts}
        maxTags={8}
      />
    </FormDialog>
  );
}
