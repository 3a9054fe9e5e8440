import { Badge, Button, Code, Group, Select, Stack, Table, Text, TextInput } from "@mantine/core";
import { IconDownload, IconShieldCheck } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { allocationsOf } from "../allocations/queries";
import type { AuditEvent } from "../api";
import { api, ask } from "../api/client";
import { useCurrentProject } from "../app/me";
import { PersonName } from "../app/person-name";
import { withoutEmpty } from "../app/search";
import { dateTime } from "../ui/format";
import { AnchorLink } from "../ui/links";
import { Copy, CorrelationId, Empty, ProblemNote } from "../ui/note";
import { Lines, Page } from "../ui/page";
import { TableCard } from "../ui/table";

const OUTCOMES = ["succeeded", "refused", "failed"] as const;
const COLORS = { succeeded: "teal", refused: "orange", failed: "red" } as const;

export default function Audit() {
  const { projectId, tenantId, can } = useCurrentProject();
  const filter = useSearch({ from: "/projects/$projectId/audit" });
  const navigate = useNavigate({ from: "/projects/$projectId/audit" });
  const change = (part: typeof filter) => void navigate({ to: ".", search: { ...filter, ...part }, replace: true });
  const events = useInfiniteQuery({
    queryKey: ["project", projectId, "audit", filter],
    enabled: tenantId !== undefined,
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      ask(
        api.GET("/api/v1/tenants/{tenant_id}/audit-events", {
          params: {
            path: { tenant_id: tenantId ?? "" },
            query: {
              project_id: projectId,
              limit: 50,
              ...withoutEmpty(filter),
              ...(pageParam ? { cursor: pageParam } : {}),
            },
          },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor,
  });
  const held = useQuery({ ...allocationsOf(projectId), enabled: can("allocations.read") });
  const names = new Map((held.data ?? []).map((one) => [one.id, one.name]));
  const items = events.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Page
      title="Audit"
      lead="Append-only record of every action in this project"
      actions={tenantId && can("audit.export") && <Export tenantId={tenantId} projectId={projectId} />}
    >
      <Group gap="sm" className="filters">
        <Filtered
          label="Action"
          placeholder="allocation.create"
          value={filter.action}
          onChange={(action) => change({ action })}
        />
        <Select
          label="Outcome"
          placeholder="Any"
          clearable
          clearButtonProps={{ "aria-label": "Any outcome" }}
          data={OUTCOMES}
          value={filter.outcome ?? null}
          onChange={(outcome) => change({ outcome: OUTCOMES.find((one) => one === outcome) })}
        />
        <Filtered
          label="Correlation ID"
          placeholder="From an error message"
          value={filter.correlation_id}
          onChange={(id) => change({ correlation_id: id })}
        />
      </Group>
      {events.isError ? (
        <ProblemNote error={events.error} retry={() => void events.refetch()} />
      ) : !events.data ? (
        <Lines count={8} />
      ) : items.length === 0 ? (
        <Empty icon={<IconShieldCheck size={36} aria-hidden />} title="No audit events match">
          Remove a filter to see more.
        </Empty>
      ) : (
        <Stack>
          <TableCard
            label="Audit events"
            head={["When", "Action", "By", "Target", "Outcome", "Correlation ID"]}
            minWidth={900}
          >
            {items.map((event) => (
              <Row
                key={event.id}
                event={event}
                projectId={projectId}
                name={event.target ? names.get(event.target) : undefined}
              />
            ))}
          </TableCard>
          {events.hasNextPage && (
            <Group justify="center">
              <Button variant="default" onClick={() => void events.fetchNextPage()} loading={events.isFetchingNextPage}>
                Load more
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Page>
  );
}

const FORMATS = [
  { format: "csv", label: "CSV" },
  { format: "jsonl", label: "JSON lines" },
];

/** Exports the whole audit trail of the project, ignoring the filters. The cookie authenticates the download. */
function Export({ tenantId, projectId }: { tenantId: string; projectId: string }) {
  return (
    <>
      {FORMATS.map(({ format, label }) => (
        <Button
          key={format}
          component="a"
          variant="default"
          href={`/api/v1/tenants/${tenantId}/audit-events/export?format=${format}&project_id=${projectId}`}
          download={`audit-events.${format}`}
          leftSection={<IconDownload size={18} aria-hidden />}
          aria-label={`Download all audit events as ${label}`}
        >
          {label}
        </Button>
      ))}
    </>
  );
}

/** Applies on blur or Enter, not on every key. */
function Filtered({
  label,
  placeholder,
  value,
  onChange,
}: {
  label: string;
  placeholder: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      defaultValue={value ?? ""}
      onBlur={(event) => onChange(event.currentTarget.value.trim() || undefined)}
      onKeyDown={(event) => event.key === "Enter" && onChange(event.currentTarget.value.trim() || undefined)}
    />
  );
}

/** The name is that of the allocation the event is about. */
function Row({ event, projectId, name }: { event: AuditEvent; projectId: string; name: string | undefined }) {
  return (
    <Table.Tr>
      <Table.Td className="nowrap">{dateTime(event.occurred_at)}</Table.Td>
      <Table.Td>
        <Text size="sm" fw={600}>
          {event.action}
        </Text>
        {event.error_code && (
          <Text size="xs" c="dimmed">
            {event.error_code}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <PersonName id={event.actor_id} known={event.actor_name} />{" "}
        <Text span size="xs" c="dimmed">
          {event.actor_kind}
        </Text>
      </Table.Td>
      <Table.Td>
        {event.target && name ? (
          <AnchorLink
            to="/projects/$projectId/allocations/$allocationId"
            params={{ projectId, allocationId: event.target }}
            title={event.target}
          >
            {name}
          </AnchorLink>
        ) : event.target ? (
          <Short id={event.target} />
        ) : (
          "—"
        )}
      </Table.Td>
      <Table.Td>
        <Badge variant="light" className={`state state-${COLORS[event.outcome]}`}>
          {event.outcome}
        </Badge>
      </Table.Td>
      <Table.Td>
        <Group gap={6} wrap="nowrap">
          <CorrelationId id={event.correlation_id}>{shortened(event.correlation_id)}</CorrelationId>
          <Copy value={event.correlation_id} label="Copy correlation ID" />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function Short({ id }: { id: string }) {
  return <Code title={id}>{shortened(id)}</Code>;
}

function shortened(id: string): string {
  return id.length > 13 ? `…${id.slice(-8)}` : id;
}
