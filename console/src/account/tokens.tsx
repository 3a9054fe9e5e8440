import { Badge, Button, Table } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPassword, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../api";
import { Ago } from "../ui/ago";
import { Empty } from "../ui/note";
import { Loaded, Page } from "../ui/page";
import { SecretDialog } from "../ui/secret";
import { TableCard } from "../ui/table";
import { CreateAccessTokenDialog } from "./create-token-dialog";
import { accessTokens } from "./queries";
import { RevokeAccessTokenButton } from "./revoke-token-button";

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
      <CreateAccessTokenDialog opened={making} onClose={dialog.close} onSecret={setSecret} />
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
      <Table.Td>{!token.revoked_at && <RevokeAccessTokenButton token={token} />}</Table.Td>
    </Table.Tr>
  );
}
