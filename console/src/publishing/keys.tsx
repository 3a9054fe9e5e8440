import { Badge, Card, Code, Group, Stack, Table, Text, Title } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { StateBadge } from "../apps/badges";
import { Ago } from "../ui/ago";
import { Empty } from "../ui/note";
import { Loaded } from "../ui/page";
import { TableCard } from "../ui/table";
import { AddPublisherKeyButton } from "./add-publisher-key-button";
import { keysOf, type Publisher } from "./queries";
import { RetirePublisherKeyButton } from "./retire-publisher-key-button";
import { RevokePublisherKeyButton } from "./revoke-publisher-key-button";

type Props = { projectId: string; publisher: Publisher; mayManage: boolean };

/** A publisher with the keys that its signatures are verified with. */
export function PublisherKeys({ projectId, publisher, mayManage }: Props) {
  const keys = useQuery(keysOf(projectId, publisher));
  const add = mayManage && <AddPublisherKeyButton projectId={projectId} publisher={publisher} />;
  return (
    <Card component="section" aria-label={`Publisher ${publisher.namespace}`}>
      <Stack>
        <Group justify="space-between">
          <div>
            <Group gap="xs">
              <Title order={2} size="h5">
                {publisher.name}
              </Title>
              <Code>{publisher.namespace}</Code>
              {publisher.verified && (
                <Badge variant="light" className="state state-teal">
                  verified
                </Badge>
              )}
            </Group>
            <Text size="sm" c="dimmed">
              {publisher.contact ?? "no contact"}, registered <Ago at={publisher.created_at} />
            </Text>
          </div>
          {add}
        </Group>
        <Loaded query={keys}>
          {(all) =>
            all.length === 0 ? (
              <Empty icon={<IconKey size={36} aria-hidden />} title="No keys yet">
                Artifacts are launched only if a key of their publisher signed them, unless a policy permits more.
              </Empty>
            ) : (
              <TableCard
                label={`Keys of ${publisher.namespace}`}
                head={["Name", "Kind", "Fingerprint", "State", "Added", "Actions"]}
                minWidth={760}
              >
                {all.map((key) => (
                  <Table.Tr key={key.id}>
                    <Table.Td>{key.name}</Table.Td>
                    <Table.Td>{key.kind}</Table.Td>
                    <Table.Td>
                      <Code title={key.fingerprint}>{key.fingerprint.slice(0, 16)}…</Code>
                    </Table.Td>
                    <Table.Td>
                      <StateBadge state={key.state} />
                      {key.revocation_reason && (
                        <Text size="xs" c="dimmed">
                          {key.revocation_reason}
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td className="nowrap">
                      <Ago at={key.created_at} />
                    </Table.Td>
                    <Table.Td className="row-end">
                      {mayManage && key.state !== "revoked" && (
                        <Group gap={6} justify="flex-end">
                          {key.state === "active" && (
                            <RetirePublisherKeyButton projectId={projectId} publisher={publisher} publisherKey={key} />
                          )}
                          <RevokePublisherKeyButton projectId={projectId} publisher={publisher} publisherKey={key} />
                        </Group>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </TableCard>
            )
          }
        </Loaded>
      </Stack>
    </Card>
  );
}
