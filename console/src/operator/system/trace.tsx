import { Alert, Badge, Chip, Code, Group, Stack, Text, ThemeIcon, Timeline } from "@mantine/core";
import { IconBroadcast, IconHistory, IconMailExclamation, IconRoute, IconTerminal2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { Schemas } from "../../api";
import { api, ask } from "../../api/client";
import { PersonName } from "../../app/person-name";
import { dateTime, duration } from "../../ui/format";
import { AnchorLink } from "../../ui/links";
import { Copy, Empty } from "../../ui/note";
import { Loaded, Page } from "../../ui/page";
import { State } from "../badge";
import { NodeLink, TenantLink } from "../names";
import { TraceForm } from "./trace-lookup";

type Trace = Schemas["Trace"];
type Entry = Schemas["TraceEntry"];
type Kind = Schemas["TraceKind"];

const KINDS: Record<Kind, { label: string; icon: ReactNode; color: string }> = {
  audit: { label: "Audit", icon: <IconHistory size={16} aria-hidden />, color: "blue" },
  event: { label: "Event", icon: <IconBroadcast size={16} aria-hidden />, color: "teal" },
  dead_letter: { label: "Dead letter", icon: <IconMailExclamation size={16} aria-hidden />, color: "red" },
  task: { label: "Task", icon: <IconTerminal2 size={16} aria-hidden />, color: "grape" },
};

export default function TracePage() {
  const { correlationId } = useParams({ from: "/trace/$correlationId" });
  const trace = useQuery({
    queryKey: ["operator", "trace", correlationId],
    queryFn: () =>
      ask(api.GET("/api/v1/traces/{correlation_id}", { params: { path: { correlation_id: correlationId } } })),
  });
  return (
    <Page title="Trace" lead={<TracedId id={correlationId} />}>
      <TraceForm key={correlationId} initial={correlationId} />
      <Loaded query={trace} lines={8}>
        {(known) => (
          <TraceTimeline trace={known} whose="platform">
            Check that the ID is complete. The control plane's logs may contain more.
          </TraceTimeline>
        )}
      </Loaded>
    </Page>
  );
}

export function TracedId({ id }: { id: string }) {
  return (
    <Group gap="xs" component="span" wrap="wrap">
      <Code className="break-words">{id}</Code>
      <Copy value={id} label="Copy correlation ID" />
    </Group>
  );
}

/** Timeline of a trace. Only operators see tenant names. `children` is the hint of the empty state. */
export function TraceTimeline({
  trace,
  whose,
  children,
}: {
  trace: Trace;
  whose: "platform" | "project";
  children: ReactNode;
}) {
  return trace.entries.length === 0 ? (
    <Empty icon={<IconRoute size={36} aria-hidden />} title="No entries for this ID">
      Reads are not audited, and events are kept for a few days only. {children}
    </Empty>
  ) : (
    <Found trace={trace} withTenants={whose === "platform"} />
  );
}

function Found({ trace, withTenants }: { trace: Trace; withTenants: boolean }) {
  // The record has exactly these keys, which Object.keys widens to string.
  const present = (Object.keys(KINDS) as Kind[]).filter((kind) => trace.entries.some((entry) => entry.kind === kind));
  const [shown, setShown] = useState<string[]>(present);
  const begin = Math.min(...trace.entries.map((entry) => Date.parse(entry.at)));
  const end = Math.max(...trace.entries.map((entry) => Date.parse(entry.ended_at ?? entry.at)));
  return (
    <Stack>
      <Text>
        Started {dateTime(new Date(begin).toISOString())}, took {spent(end - begin)}.
      </Text>
      {trace.truncated && <Alert color="orange">Showing the first 200 entries of each type.</Alert>}
      {!trace.events_included && (
        <Alert color="blue">
          Published events are stored on the external bus and are not shown, only events not yet published.
        </Alert>
      )}
      <Chip.Group multiple value={shown} onChange={setShown}>
        <Group gap="xs" role="group" aria-label="Entry types shown">
          {present.map((kind) => (
            <Chip key={kind} value={kind} size="sm" variant="outline">
              {KINDS[kind].label} ({trace.entries.filter((entry) => entry.kind === kind).length})
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Timeline bulletSize={30} lineWidth={2}>
        {trace.entries
          .filter((entry) => shown.includes(entry.kind))
          .map((entry, number) => (
            <Timeline.Item
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and a line has no state.
              key={number}
              bullet={
                <ThemeIcon size={28} radius="xl" variant="light" color={KINDS[entry.kind].color}>
                  {KINDS[entry.kind].icon}
                </ThemeIcon>
              }
            >
              <Line entry={entry} offset={Date.parse(entry.at) - begin} withTenants={withTenants} />
            </Timeline.Item>
          ))}
      </Timeline>
    </Stack>
  );
}

/** Formats milliseconds. */
function spent(milliseconds: number): string {
  return milliseconds < 1_000
    ? `${milliseconds} ms`
    : milliseconds < 10_000
      ? `${(milliseconds / 1000).toFixed(1)} s`
      : duration(milliseconds / 1000);
}

function Line({ entry, offset, withTenants }: { entry: Entry; offset: number; withTenants: boolean }) {
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <Badge variant="default" className="state" size="sm">
          {KINDS[entry.kind].label}
        </Badge>
        <Text fw={600} size="sm" className="break-words">
          <Target entry={entry} />
        </Text>
        <State state={entry.state} />
        <Text size="sm" c="dimmed" className="figure">
          +{spent(offset)}
          {entry.ended_at ? `, took ${spent(Date.parse(entry.ended_at) - Date.parse(entry.at))}` : ""}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" className="break-words" component="div">
        <Group gap={6}>
          {entry.subject && <span>{entry.subject}</span>}
          {entry.node_id && <NodeLink id={entry.node_id} />}
          {withTenants && entry.tenant_id && <TenantLink id={entry.tenant_id} />}
          {entry.actor_id && (
            <span>
              by <PersonName id={entry.actor_id} known={entry.actor_name} />
            </span>
          )}
        </Group>
      </Text>
      {entry.text && (
        <Text size="sm" className="break-words">
          {entry.text}
        </Text>
      )}
    </Stack>
  );
}

/** The entry's name, linked to its page. */
function Target({ entry }: { entry: Entry }) {
  if (entry.dead_letter_id) {
    return (
      <AnchorLink to="/operator/dead-letters" search={{ letter: entry.dead_letter_id }} inherit>
        {entry.name}
      </AnchorLink>
    );
  }
  if (entry.node_id && entry.task_id) {
    return (
      <AnchorLink
        to="/operator/nodes/$nodeId"
        params={{ nodeId: entry.node_id }}
        search={{ tab: "tasks", task: entry.task_id }}
        inherit
      >
        {entry.name}
      </AnchorLink>
    );
  }
  return <>{entry.name}</>;
}
