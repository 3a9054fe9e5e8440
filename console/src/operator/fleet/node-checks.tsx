import { Badge, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Ago } from "../../ui/ago";
import { Empty } from "../../ui/note";
import { Loaded } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { checksOf } from "../queries";

const COLORS = { ok: "teal", warning: "yellow", failed: "red" } as const;

/** The host's own findings about its fitness, and what to do about each. */
export function NodeChecks({ nodeId }: { nodeId: string }) {
  const checks = useQuery(checksOf(nodeId));
  return (
    <Loaded query={checks} lines={6}>
      {(report) =>
        report.reported_at === undefined ? (
          <Empty title="No checks yet">The host reports them once its agent runs.</Empty>
        ) : (
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              Reported by the host <Ago at={report.reported_at} />
            </Text>
            <TableCard label="Checks" head={["State", "Check", "Finding", "What to do"]} minWidth={720}>
              {report.checks.map((check) => (
                <Table.Tr key={check.name}>
                  <Table.Td>
                    <Badge color={COLORS[check.state]} variant="light">
                      {check.state}
                    </Badge>
                  </Table.Td>
                  <Table.Td className="nowrap">{check.name}</Table.Td>
                  <Table.Td>{check.finding}</Table.Td>
                  <Table.Td>{check.action ?? "—"}</Table.Td>
                </Table.Tr>
              ))}
            </TableCard>
          </Stack>
        )
      }
    </Loaded>
  );
}
