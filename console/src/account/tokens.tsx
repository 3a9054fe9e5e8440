import { Badge, Button, MultiSelect, Select, Table, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPassword, IconPlus } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../api";
import { api, ask, once } from "../api/client";
import { useMe } from "../app/me";
import { Ago } from "../ui/ago";
import { ConfirmButton } from "../ui/confirm";
import { FormDialog } from "../ui/form-dialog";
import { Empty } from "../ui/note";
import { Loaded, Page } from "../ui/page";
import { SecretDialog } from "../ui/secret";
import { TableCard } from "../ui/table";
import { accessTokens } from "./queries";

const LIFETIMES = [
  { value: "1", label: "1 day" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
];

export default function Tokens() {
  const tokens = useQuery(accessTokens);
  const [making, dialog] = useDisclosure(false);
  const [secret, setSecret] = useState<string>();
  const make = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={dialog.open}>
      New token
    </Button>
  );
  return (
    <Page
      title="Access tokens"
      lead="Tokens let scripts act as you, with no more than your own permissions"
      actions={make}
    >
      <CreateDialog opened={making} onClose={dialog.close} onSecret={setSecret} />
      <SecretDialog secret={secret} what="Your new token" onClose={() => setSecret(undefined)} />
      <Loaded query={tokens}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={<IconPassword size={36} aria-hidden />} title="No access tokens yet" action={make}>
              Create a token for scripts that act as you. For CI and apps, use a service account. The CLI signs in
              without a token.
            </Empty>
          ) : (
            <TableCard
              label="Access tokens"
              head={["Name", "Scopes", "Created", "Last used", "Expires", ""]}
              minWidth={720}
            >
              {all.map((token) => (
                <Row key={token.id} token={token} />
              ))}
            </TableCard>
          )
        }
      </Loaded>
    </Page>
  );
}

function Row({ token }: { token: Schemas["AccessToken"] }) {
  const queries = useQueryClient();
  return (
    <Table.Tr>
      <Table.Td fw={600}>{token.name}</Table.Td>
      <Table.Td>{token.scopes ? token.scopes.join(", ") : "all your permissions"}</Table.Td>
      <Table.Td className="nowrap">
        <Ago at={token.created_at} />
      </Table.Td>
      <Table.Td className="nowrap">{token.last_used_at ? <Ago at={token.last_used_at} /> : "never"}</Table.Td>
      <Table.Td className="nowrap">
        {token.revoked_at ? (
          <Badge variant="light" className="state state-gray">
            revoked
          </Badge>
        ) : (
          <Ago at={token.expires_at} />
        )}
      </Table.Td>
      <Table.Td>
        {!token.revoked_at && (
          <ConfirmButton
            label="Revoke"
            buttonLabel={`Revoke ${token.name}`}
            title={`Revoke ${token.name}?`}
            size="compact-sm"
            onConfirm={() =>
              ask(
                api.DELETE("/api/v1/me/tokens/{access_token_id}", { params: { path: { access_token_id: token.id } } }),
              ).then(() => queries.invalidateQueries(accessTokens))
            }
          >
            Requests with this token fail within seconds. This cannot be undone.
          </ConfirmButton>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function CreateDialog({
  opened,
  onClose,
  onSecret,
}: {
  opened: boolean;
  onClose: () => void;
  onSecret: (secret: string | undefined) => void;
}) {
  const queries = useQueryClient();
  const me = useMe();
  const [name, setName] = useState("");
  const [days, setDays] = useState("30");
  const [scopes, setScopes] = useState<string[]>([]);
  const permissions = [...new Set(me.data?.grants.flatMap((grant) => grant.permissions) ?? [])].sort((a, b) =>
    a.localeCompare(b),
  );
  const create = async () => {
    const made = await ask(
      api.POST("/api/v1/me/tokens", {
        params: { header: once() },
        body: {
          name: name.trim(),
          expires_at: new Date(Date.now() + Number(days) * 86_400_000).toISOString(),
          ...(scopes.length > 0 ? { scopes } : {}),
        },
      }),
    );
    onSecret(made.secret);
    setName("");
    setScopes([]);
    await queries.invalidateQueries(accessTokens);
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New access token"
      submit="Create token"
      onSubmit={create}
      disabled={name.trim() === ""}
    >
      <TextInput
        label="Name"
        description="For example nightly-backup"
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Select
        label="Expires after"
        data={LIFETIMES}
        value={days}
        allowDeselect={false}
        onChange={(value) => setDays(value ?? "30")}
      />
      <MultiSelect
        label="Scopes"
        description="Leave blank to grant all your permissions."
        data={permissions}
        value={scopes}
        onChange={setScopes}
        searchable
        clearable
      />
    </FormDialog>
  );
}
