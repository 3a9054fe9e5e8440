import { Button, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus, IconWorldUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePlatformPermissions } from "../../app/me";
import { Ago } from "../../ui/ago";
import { Empty } from "../../ui/note";
import { Loaded, Page } from "../../ui/page";
import { SecretDialog } from "../../ui/secret";
import { TableCard } from "../../ui/table";
import { State } from "../badge";
import { gateways } from "../queries";
import { CreateGatewayDialog } from "./create-gateway-dialog";
import { RevokeGatewayButton } from "./revoke-gateway-button";

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
      <CreateGatewayDialog opened={opened} onClose={close} onSecret={setSecret} />
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
                  {mayManage && <Table.Td>{one.state !== "revoked" && <RevokeGatewayButton gateway={one} />}</Table.Td>}
                </Table.Tr>
              ))}
            </TableCard>
          )
        }
      </Loaded>
    </Page>
  );
}
