import { Anchor, Card, Code, Group, Stack, Table, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Allocation } from "../api";
import { Ago } from "../ui/ago";
import { duration } from "../ui/format";
import { Copy } from "../ui/note";

export function Facts({ allocation }: { allocation: Allocation }) {
  const rows: [string, ReactNode][] = [
    ["Created", <Ago key="c" at={allocation.created_at} />],
    ["Active since", allocation.active_at && <Ago key="a" at={allocation.active_at} />],
    ["Ended", allocation.ended_at && <Ago key="e" at={allocation.ended_at} />],
    ["Releases itself", allocation.expires_at && <Ago key="x" at={allocation.expires_at} />],
    ["At most", allocation.max_duration_seconds && duration(allocation.max_duration_seconds)],
    ["Idle since", allocation.idle_since && <Ago key="i" at={allocation.idle_since} />],
    ["Image", allocation.image && <Code key="im">{allocation.image}</Code>],
    ["Protected", allocation.protected ? "yes, it cannot be released" : "no"],
    ["GPUs", allocation.lease?.gpus.map((gpu) => <div key={gpu.gpu_uuid}><Code>{gpu.gpu_uuid}</Code> NUMA {gpu.numa_node}</div>)],
    ["Id", <Group key="id" gap="xs"><Code>{allocation.id}</Code><Copy value={allocation.id} label="Copy the id" /></Group>],
  ];
  return (
    <Card>
      <Title order={2} size="h5" mb="sm">
        Facts
      </Title>
      <Table withRowBorders={false} horizontalSpacing={0} verticalSpacing={6} highlightOnHover={false}>
        <Table.Tbody>
          {rows
            .filter(([, value]) => value)
            .map(([label, value]) => (
              <Table.Tr key={label}>
                <Table.Th scope="row" w={130} style={{ verticalAlign: "top" }}>
                  {label}
                </Table.Th>
                <Table.Td className="break-words">{value}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

export function Ssh({ allocation }: { allocation: Allocation }) {
  const access = allocation.access;
  return (
    <Card>
      <Title order={2} size="h5" mb="sm">
        SSH
      </Title>
      {access ? (
        <Stack gap="xs">
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Code block flex={1} className="break-words secret">
              {access.command}
            </Code>
            <Copy value={access.command} label="Copy the SSH command" />
          </Group>
          <Text size="sm" c="dimmed">
            It lets you in with the keys of <Anchor component={Link} to="/account/ssh-keys">your account</Anchor>, and other members of the
            project with theirs. Keys that are added later follow by themselves.
          </Text>
          {access.host_keys?.map((key) => (
            <Text key={key} size="xs" c="dimmed" className="break-words">
              Host key {key}
            </Text>
          ))}
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          The command to log in with stands here as soon as the allocation is active. The terminal needs no key.
        </Text>
      )}
    </Card>
  );
}
