import { Alert, Group, Stack, Table, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Ago, useNow } from "../../ui/ago";
import { Loaded } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { State } from "../badge";
import { eventBacklog } from "../queries";
import { counted, isLate, type Waiting } from "./backlog";

/** Events waiting to be published, and waiting at each consumer. */
export function EventBacklog() {
  const backlog = useQuery(eventBacklog);
  return (
    <Stack gap="sm" component="section" aria-label="Backlog">
      <Title order={2} size="h4">
        Backlog
      </Title>
      <Loaded query={backlog} lines={6}>
        {({ outbox, bus_reachable, consumers }) => (
          <>
            {!bus_reachable && (
              <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="The event bus is not responding">
                Until it does, events are not published and the state of consumers is unknown.
              </Alert>
            )}
            <TableCard label="Backlog" head={["Stage", "Waiting", "Oldest"]} minWidth={420}>
              <Station name="publishing" waiting={outbox} />
              {consumers.map(({ consumer, waiting }) => (
                <Station key={consumer} name={consumer} waiting={waiting} />
              ))}
            </TableCard>
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function Station({ name, waiting }: { name: string; waiting: Waiting }) {
  const late = isLate(waiting, useNow());
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td className="figure nowrap">
        <Group gap="xs">
          {waiting.count === 0 && !waiting.more ? "none" : counted(waiting)}
          {late && <State state="late" />}
        </Group>
      </Table.Td>
      <Table.Td className="nowrap">{waiting.oldest_at ? <Ago at={waiting.oldest_at} /> : "—"}</Table.Td>
    </Table.Tr>
  );
}
