import { Code, Drawer, Group, Stack, Table, Text, Title, UnstyledButton } from "@mantine/core";
import { IconMailCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { DeadLetter } from "../../api";
import { api, ask } from "../../api/client";
import { usePlatformPermissions } from "../../app/me";
import { Ago } from "../../ui/ago";
import { Empty } from "../../ui/note";
import { Loaded, Page } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { Term } from "../../ui/term";
import { State } from "../badge";
import { TraceLink } from "../names";
import { deadLetters } from "../queries";
import { DiscardDeadLetterButton } from "./discard-dead-letter-button";
import { EventBacklog } from "./event-backlog";
import { ReplayDeadLetterButton } from "./replay-dead-letter-button";

export default function Events() {
  const letters = useQuery(deadLetters);
  const { letter } = useSearch({ from: "/operator/dead-letters" });
  const navigate = useNavigate({ from: "/operator/dead-letters" });
  const open = (id: string | undefined) => void navigate({ to: ".", search: id ? { letter: id } : {}, replace: true });
  return (
    <Page title="Events" lead="Event backlog and dead letters">
      <EventBacklog />
      <Stack gap="sm">
        <Title order={2} size="h4">
          <Term of="dead letter">Dead letters</Term>
        </Title>
        <Loaded query={letters} lines={6}>
          {(all) =>
            all.length === 0 ? (
              <Empty icon={<IconMailCheck size={36} aria-hidden />} title="No dead letters">
                Failed events are retried with increasing delays and are listed here until they succeed.
              </Empty>
            ) : (
              <>
                <Text c="dimmed">
                  Events that could not be published or consumed. Later events of the same aggregate wait behind them.
                </Text>
                <Letters letters={all} onOpen={open} />
              </>
            )
          }
        </Loaded>
      </Stack>
      <Drawer
        opened={letter !== undefined}
        onClose={() => open(undefined)}
        position="right"
        size="xl"
        title={<Text fw={600}>Dead letter</Text>}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        {letter && <Letter id={letter} />}
      </Drawer>
    </Page>
  );
}

function Letters({ letters, onOpen }: { letters: DeadLetter[]; onOpen: (id: string) => void }) {
  const mayManage = usePlatformPermissions().has("events.manage");
  return (
    <TableCard
      label="Dead letters"
      head={["Event", "State", "Stage", "Stuck", "Error", "Trace", ...(mayManage ? ["Actions"] : [])]}
      minWidth={1000}
    >
      {letters.map((one) => (
        <Table.Tr key={one.id}>
          <Table.Td>
            <UnstyledButton
              onClick={() => onOpen(one.id)}
              c="var(--mantine-color-anchor)"
              fw={500}
              fz="sm"
              aria-label={`Inspect ${one.event_type}`}
            >
              {one.event_type}
            </UnstyledButton>
            <Text size="xs" c="dimmed" className="break-words">
              {one.aggregate_type} {one.aggregate_id}, sequence {one.sequence}
            </Text>
          </Table.Td>
          <Table.Td>
            <State state={one.state} />
            <Text size="xs" c="dimmed">
              {one.attempts} attempts
            </Text>
          </Table.Td>
          <Table.Td>{one.stage}</Table.Td>
          <Table.Td className="nowrap">
            <Ago at={one.dead_since} />
          </Table.Td>
          <Table.Td>
            <Text size="sm" maw={300} lineClamp={3}>
              {one.error}
            </Text>
          </Table.Td>
          <Table.Td>
            <TraceLink id={one.correlation_id} />
          </Table.Td>
          {mayManage && (
            <Table.Td>
              <DeadLetterActs letter={one} />
            </Table.Td>
          )}
        </Table.Tr>
      ))}
    </TableCard>
  );
}

function DeadLetterActs({ letter }: { letter: DeadLetter }) {
  return (
    <Group gap={6} wrap="nowrap">
      <ReplayDeadLetterButton letter={letter} />
      <DiscardDeadLetterButton letter={letter} />
    </Group>
  );
}

function Letter({ id }: { id: string }) {
  const detail = useQuery({
    queryKey: ["operator", "dead-letter", id],
    queryFn: () => ask(api.GET("/api/v1/dead-letters/{dead_letter_id}", { params: { path: { dead_letter_id: id } } })),
  });
  const mayManage = usePlatformPermissions().has("events.manage");
  return (
    <Loaded query={detail} lines={8}>
      {(one) => (
        <Stack>
          <Group justify="space-between">
            <Group>
              <Text fw={600}>{one.event_type}</Text>
              <State state={one.state} />
            </Group>
            {mayManage && <DeadLetterActs letter={one} />}
          </Group>
          <Text size="sm">{one.error}</Text>
          <Text size="sm" c="dimmed">
            {one.attempts} attempts at {one.stage}, stuck <Ago at={one.dead_since} />
            {one.next_attempt_at ? (
              <>
                , next attempt <Ago at={one.next_attempt_at} />
              </>
            ) : (
              ", no automatic retries left"
            )}
            . Trace <TraceLink id={one.correlation_id} />
          </Text>
          <Code block className="break-words secret">
            {pretty(one.payload)}
          </Code>
        </Stack>
      )}
    </Loaded>
  );
}

/** Shows the payload unformatted if it is not valid JSON. */
function pretty(payload: string | undefined): string {
  try {
    return JSON.stringify(JSON.parse(payload ?? ""), null, 2);
  } catch {
    return payload ?? "";
  }
}
