import { Card, Code, Group, Stack, Table, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { Allocation } from "../api";
import { Ago } from "../ui/ago";
import { duration } from "../ui/format";
import { AnchorLink } from "../ui/links";
import { Copy } from "../ui/note";
import { noSshText } from "./ended";

export function Facts({ allocation }: { allocation: Allocation }) {
  const rows: [string, ReactNode][] = [
    ["Created", <Ago key="c" at={allocation.created_at} />],
    ["Active since", allocation.active_at && <Ago key="a" at={allocation.active_at} />],
    ["Ended", allocation.ended_at && <Ago key="e" at={allocation.ended_at} />],
    ["Auto-release", allocation.expires_at && <Ago key="x" at={allocation.expires_at} />],
    ["Time limit", allocation.max_duration_seconds && duration(allocation.max_duration_seconds)],
    [
      "Idle limit",
      allocation.idle_release_seconds && `released after ${duration(allocation.idle_release_seconds)} without use`,
    ],
    ["Idle since", allocation.idle_since && <Ago key="i" at={allocation.idle_since} />],
    ["Image", allocation.image && <Code key="im">{allocation.image}</Code>],
    ["Protected", allocation.protected ? "Yes, it cannot be released" : "No"],
    [
      "GPUs",
      allocation.lease?.gpus.map((gpu) => (
        <div key={gpu.gpu_uuid}>
          <Code>{gpu.gpu_uuid}</Code> NUMA {gpu.numa_node}
        </div>
      )),
    ],
    [
      "ID",
      <Group key="id" gap="xs">
        <Code>{allocation.id}</Code>
        <Copy value={allocation.id} label="Copy ID" />
      </Group>,
    ],
  ];
  return (
    <Card>
      <Title order={2} size="h5" mb="sm">
        Details
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
      {allocation.simulated ? (
        <Text size="sm" c="dimmed">
          A simulated host is reached through a gateway only: <Code>gpuaas ssh {allocation.name}</Code>.
        </Text>
      ) : access ? (
        <Stack gap="xs">
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Code block flex={1} className="break-words secret">
              {access.command}
            </Code>
            <Copy value={access.command} label="Copy SSH command" />
          </Group>
          <Text size="sm" c="dimmed">
            Connect with any SSH key in <AnchorLink to="/account/ssh-keys">your account</AnchorLink>. Project members
            can use theirs. New keys sync automatically.
          </Text>
          {access.host_keys?.map((key) => (
            <Text key={key} size="xs" c="dimmed" className="break-words">
              Host key {key}
            </Text>
          ))}
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          {noSshText(allocation)}
        </Text>
      )}
    </Card>
  );
}
