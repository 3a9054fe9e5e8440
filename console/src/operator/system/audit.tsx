import { Anchor, Button, Code, Group, Select, Stack, Table, Text, TextInput } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { AuditEvent, Schemas } from "../../api";
import { api, ask } from "../../api/client";
import { PersonName } from "../../app/person-name";
import { withoutEmpty } from "../../app/search";
import { dateTime } from "../../ui/format";
import { Empty, ProblemNote } from "../../ui/note";
import { Lines, Page } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { State } from "../badge";
import { TenantLink, TraceLink } from "../names";
import { tenants } from "../queries";
import { VerifyAuditTrail } from "./verify-audit-trail";

type Search = {
  tenant_id?: string | undefined;
  actor_id?: string | undefined;
  action?: string | undefined;
  target?: string | undefined;
  outcome?: Schemas["AuditOutcome"] | undefined;
  correlation_id?: string | undefined;
};

const OUTCOMES: Schemas["AuditOutcome"][] = ["succeeded", "refused", "failed"];

const TEXTS: { field: "action" | "actor_id" | "target" | "correlation_id"; label: string; placeholder: string }[] = [
  { field: "action", label: "Action", placeholder: "node.drain" },
  { field: "actor_id", label: "Actor", placeholder: "Actor ID" },
  { field: "target", label: "Target", placeholder: "For example allocation:ID" },
  { field: "correlation_id", label: "Correlation ID", placeholder: "Of one request" },
];

export default function Audit() {
  const search = useSearch({ from: "/operator/audit" });
  const navigate = useNavigate({ from: "/operator/audit" });
  const known = useQuery(tenants);
  const change = (part: Search) =>
    void navigate({ to: ".", search: withoutEmpty({ ...search, ...part }), replace: true });
  return (
    <Page title="Audit" lead="Every action on the platform, allowed or refused" actions={<VerifyAuditTrail />}>
      <Group align="flex-end" gap="sm">
        {TEXTS.map(({ field, label, placeholder }) => (
          <TextInput
            key={field + (search[field] ?? "")}
            label={label}
            placeholder={placeholder}
            defaultValue={search[field] ?? ""}
            onBlur={(event) =>
              event.currentTarget.value.trim() !== (search[field] ?? "") &&
              change({ [field]: event.currentTarget.value.trim() })
            }
            onKeyDown={(event) => event.key === "Enter" && change({ [field]: event.currentTarget.value.trim() })}
            w={180}
          />
        ))}
        <Select
          label="Tenant"
          placeholder="Any"
          clearable
          clearButtonProps={{ "aria-label": "Any tenant" }}
          data={(known.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
          value={search.tenant_id ?? null}
          onChange={(id) => change({ tenant_id: id ?? "" })}
          w={180}
        />
        <Select
          label="Outcome"
          placeholder="Any"
          clearable
          clearButtonProps={{ "aria-label": "Any outcome" }}
          data={OUTCOMES}
          value={search.outcome ?? null}
          onChange={(outcome) => change({ outcome: OUTCOMES.find((one) => one === outcome) })}
          w={150}
        />
      </Group>
      <Events
        search={search}
        onActor={(actor_id) => change({ actor_id })}
        onReset={() => void navigate({ to: ".", search: {} })}
      />
    </Page>
  );
}

function Events({ search, onActor, onReset }: { search: Search; onActor: (id: string) => void; onReset: () => void }) {
  const events = useInfiniteQuery({
    queryKey: ["operator", "audit", search],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      ask(
        api.GET("/api/v1/audit-events", {
          params: { query: { limit: 50, ...withoutEmpty(search), ...(pageParam ? { cursor: pageParam } : {}) } },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor,
  });
  if (events.isError) {
    return <ProblemNote error={events.error} retry={() => void events.refetch()} />;
  }
  if (!events.data) {
    return <Lines count={8} />;
  }
  const all = events.data.pages.flatMap((page) => page.items);
  if (all.length === 0) {
    return (
      <Empty
        icon={<IconHistory size={36} aria-hidden />}
        title="No audit events match"
        action={
          <Button variant="default" onClick={onReset}>
            Clear filters
          </Button>
        }
      >
        Filters match whole values, not parts.
      </Empty>
    );
  }
  return (
    <Stack>
      <TableCard label="Audit events" head={["When", "Action", "Outcome", "Actor", "Target", "Trace"]} minWidth={900}>
        {all.map((event) => (
          <Row key={event.id} event={event} onActor={() => onActor(event.actor_id)} />
        ))}
      </TableCard>
      {events.hasNextPage && (
        <Button variant="default" onClick={() => void events.fetchNextPage()} loading={events.isFetchingNextPage}>
          Load more
        </Button>
      )}
    </Stack>
  );
}

function Row({ event, onActor }: { event: AuditEvent; onActor: () => void }) {
  const detail = Object.entries(event.detail ?? {});
  return (
    <Table.Tr>
      <Table.Td className="nowrap">{dateTime(event.occurred_at)}</Table.Td>
      <Table.Td>
        <Code>{event.action}</Code>
        {event.target && (
          <Text size="xs" c="dimmed" className="break-words">
            {event.target}
          </Text>
        )}
        {detail.length > 0 && (
          <Text size="xs" className="break-words">
            {detail.map(([key, value]) => `${key}: ${value}`).join(", ")}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <State state={event.outcome} />
        {event.error_code && (
          <Text size="xs" c="dimmed">
            {event.error_code}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Anchor
          component="button"
          type="button"
          size="sm"
          className="break-words"
          ta="left"
          title="Show only this actor"
          onClick={onActor}
        >
          <PersonName id={event.actor_id} />
        </Anchor>
        <Text size="xs" c="dimmed">
          {[event.actor_kind.replace("_", " "), event.source_address].filter(Boolean).join(" · ")}
        </Text>
      </Table.Td>
      <Table.Td>{event.tenant_id ? <TenantLink id={event.tenant_id} /> : "platform"}</Table.Td>
      <Table.Td>
        <TraceLink id={event.correlation_id} />
      </Table.Td>
    </Table.Tr>
  );
}
