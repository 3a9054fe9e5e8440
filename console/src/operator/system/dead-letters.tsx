import { Code, Drawer, Group, Stack, Table, Text, Title, UnstyledButton } from "@mantine/core";
import { IconMailCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { DeadLetter } from "../../api";
import { api, ask, once } from "../../api/client";
import { usePlatformPermissions } from "../../app/me";
import { Ago } from "../../ui/ago";
import { ConfirmButton } from "../../ui/confirm";
import { Empty } from "../../ui/note";
import { Loaded, Page } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { ReasonButton, useChanged } from "../act";
import { State } from "../badge";
import { TraceLink } from "../names";
import { deadLetters } from "../queries";
import { EventBacklog } from "./event-backlog";

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
          Dead letters
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
              <Acts letter={one} />
            </Table.Td>
          )}
        </Table.Tr>
      ))}
    </TableCard>
  );
}

function Acts({ letter }: { letter: DeadLetter }) {
  const changed = useChanged();
  const path = { dead_letter_id: letter.id };
  // Events behind an earlier one continue when it does.
  const isFirst = letter.state !== "waiting";
  return (
    <Group gap={6} wrap="nowrap">
      <ConfirmButton
        label="Replay"
        buttonLabel={`Replay ${letter.event_type}`}
        title="Retry this event now?"
        size="xs"
        danger={false}
        disabled={!isFirst}
        onConfirm={async () => {
          await ask(api.POST("/api/v1/dead-letters/{dead_letter_id}/replay", { params: { path, header: once() } }));
          changed("Retrying. The event leaves this list once it succeeds.");
        }}
      >
        Do this once the cause is fixed. If it succeeds, the events behind it follow in order.
      </ConfirmButton>
      <ReasonButton
        label="Discard"
        ariaLabel={`Discard ${letter.event_type}`}
        title="Discard this event?"
        size="xs"
        danger
        disabled={!isFirst || letter.state === "discarded"}
        done="Event discarded and replaced by a tombstone."
        onAct={(reason, header) =>
          ask(api.POST("/api/v1/dead-letters/{dead_letter_id}/discard", { params: { path, header }, body: { reason } }))
        }
      >
        A tombstone replaces the event so that the sequence has no gap, and the events behind it continue. Its effects
        never happen. This cannot be undone.
      </ReasonButton>
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
            {mayManage && <Acts letter={one} />}
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
