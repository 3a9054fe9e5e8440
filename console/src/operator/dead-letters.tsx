import { Code, Drawer, Group, Stack, Table, Text, Title, UnstyledButton } from "@mantine/core";
import { IconMailCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { DeadLetter } from "../api";
import { api, ask, once } from "../api/client";
import { usePlatformPermissions } from "../app/me";
import { Ago } from "../ui/ago";
import { ConfirmButton } from "../ui/confirm";
import { Empty } from "../ui/note";
import { Loaded, Page } from "../ui/page";
import { TableCard } from "../ui/table";
import { ReasonButton, useChanged } from "./act";
import { State } from "./badge";
import { EventBacklog } from "./event-backlog";
import { TraceLink } from "./names";
import { deadLetters } from "./queries";

export default function Events() {
  const letters = useQuery(deadLetters);
  const { letter } = useSearch({ strict: false }) as { letter?: string };
  const navigate = useNavigate();
  const open = (id: string | undefined) => void navigate({ to: ".", search: (id ? { letter: id } : {}) as never, replace: true });
  return (
    <Page title="Events" lead="What waits to be published or consumed, and what is stuck">
      <EventBacklog />
      <Stack gap="sm">
        <Title order={2} size="h4">
          Dead letters
        </Title>
        <Loaded query={letters} lines={6}>
          {(all) =>
            all.length === 0 ? (
              <Empty icon={<IconMailCheck size={36} aria-hidden />} title="No event is stuck">
                Events that fail are retried by themselves with growing pauses, and appear here until they go through.
              </Empty>
            ) : (
              <>
                <Text c="dimmed">They could not be published or consumed. Later events of the same thing wait behind them.</Text>
                <Letters letters={all} onOpen={open} />
              </>
            )
          }
        </Loaded>
      </Stack>
      <Drawer opened={letter !== undefined} onClose={() => open(undefined)} position="right" size="xl" title={<Text fw={600}>Dead letter</Text>} closeButtonProps={{ "aria-label": "Close" }}>
        {letter && <Letter id={letter} />}
      </Drawer>
    </Page>
  );
}

function Letters({ letters, onOpen }: { letters: DeadLetter[]; onOpen: (id: string) => void }) {
  const mayManage = usePlatformPermissions().has("events.manage");
  return (
    <TableCard label="Dead letters" head={["Event", "State", "Stage", "Stuck", "What went wrong", "Trace", ...(mayManage ? ["Act"] : [])]} minWidth={1000}>
      {letters.map((one) => (
        <Table.Tr key={one.id}>
          <Table.Td>
            <UnstyledButton onClick={() => onOpen(one.id)} c="var(--mantine-color-anchor)" fw={500} fz="sm" aria-label={`Inspect ${one.event_type}`}>
              {one.event_type}
            </UnstyledButton>
            <Text size="xs" c="dimmed" className="break-words">
              {one.aggregate_type} {one.aggregate_id}, number {one.sequence}
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
  // Those behind an earlier one of their aggregate go on with it.
  const isFirst = letter.state !== "waiting";
  return (
    <Group gap={6} wrap="nowrap">
      <ConfirmButton
        label="Replay"
        buttonLabel={`Replay ${letter.event_type}`}
        title="Try it again now?"
        size="xs"
        danger={false}
        disabled={!isFirst}
        onConfirm={async () => {
          await ask(api.POST("/api/v1/dead-letters/{dead_letter_id}/replay", { params: { path, header: once() } }));
          changed("It is being tried again. It leaves this list when it goes through.");
        }}
      >
        Right when what kept it is mended. If it goes through, the events behind it follow in order.
      </ConfirmButton>
      <ReasonButton
        label="Discard"
        ariaLabel={`Discard ${letter.event_type}`}
        title="Give up on this event?"
        size="xs"
        danger
        disabled={!isFirst || letter.state === "discarded"}
        done="It is given up; a tombstone takes its place."
        onAct={(reason, header) => ask(api.POST("/api/v1/dead-letters/{dead_letter_id}/discard", { params: { path, header }, body: { reason } }))}
      >
        A tombstone takes its place, so that nobody sees a gap, and the events behind it go on. What it would have caused does not happen.
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
                , tried again <Ago at={one.next_attempt_at} />
              </>
            ) : (
              ", not tried again by itself"
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

/** The payload may be what is broken; then it is shown as it is. */
function pretty(payload: string | undefined): string {
  try {
    return JSON.stringify(JSON.parse(payload ?? ""), null, 2);
  } catch {
    return payload ?? "";
  }
}
