import "./overview.css";
import { Alert, Card, Group, List, Progress, SimpleGrid, Stack, Table, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Ago, useNow } from "../ui/ago";
import { Figure } from "../ui/figure";
import { money, plural } from "../ui/format";
import { AnchorLink, ButtonLink } from "../ui/links";
import { Empty } from "../ui/note";
import { Loaded, Page } from "../ui/page";
import { concerns, gpuSums, type Overview } from "./attention";
import { State } from "./badge";
import { NoNodes } from "./fleet/fleet-map";
import { TenantLink } from "./names";
import { overview } from "./queries";
import { counted, delays } from "./system/backlog";

export default function OverviewPage() {
  const known = useQuery(overview);
  return (
    <Page title="Overview" lead="Fleet, queue, finance and events at a glance">
      <Loaded query={known} lines={10}>
        {(now) => (
          <Stack gap="lg">
            <Verdict overview={now} />
            <Headline overview={now} />
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
              <Fleet fleet={now.fleet} />
              <Queue queue={now.queue} />
              <Money overview={now.money} />
              <Events events={now.events} />
            </SimpleGrid>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Verdict({ overview }: { overview: Overview }) {
  const found = concerns(overview, useNow());
  if (found.length === 0) {
    return (
      <Alert color="teal" icon={<IconCheck aria-hidden />} title="All systems healthy. Nothing needs attention." />
    );
  }
  const isGrave = found.some((one) => one.isGrave);
  return (
    <Alert
      color={isGrave ? "red" : "orange"}
      icon={<IconAlertTriangle aria-hidden />}
      title={`${plural(found.length, "issue")} to review`}
    >
      <List size="sm" aria-label="Issues">
        {found.map(({ text, to, search = {} }) => (
          <List.Item key={text}>
            <AnchorLink to={to} search={search}>
              {text}
            </AnchorLink>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function Headline({ overview: { fleet, queue, money: books } }: { overview: Overview }) {
  const gpus = gpuSums(fleet.gpus);
  const nodes = fleet.nodes.reduce((sum, one) => sum + one.count, 0);
  const ready = fleet.nodes.find((one) => one.state === "ready")?.count ?? 0;
  const waiting = queue.waiting.reduce((sum, one) => sum + one.allocations, 0);
  const oldest = queue.waiting[0];
  const usable = gpus.all - gpus.closed - gpus.broken;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Figure
        label="GPUs in use"
        value={gpus.all === 0 ? "None" : `${gpus.taken} of ${gpus.all}`}
        note={usable > 0 ? `${Math.round((100 * gpus.taken) / usable)} % of usable GPUs` : "no usable GPUs"}
      />
      <Figure
        label="Nodes ready"
        value={`${ready} of ${nodes}`}
        note={fleet.troubled === 0 ? "no issues" : `${fleet.troubled} with issues`}
      />
      <Figure
        label="Queue"
        value={`${waiting} waiting`}
        note={
          oldest ? (
            <>
              oldest request <Ago at={oldest.oldest_at} />
            </>
          ) : (
            "no pending requests"
          )
        }
      />
      <Figure
        label="Revenue per hour"
        value={books.currencies.map((one) => money(one.burn_nanos_per_hour, one.currency)).join(" + ") || "Nothing"}
        note={
          books.currencies.map((one) => money(one.today_nanos, one.currency)).join(" + ") +
          (books.currencies.length > 0 ? " today" : "no accounts yet")
        }
      />
    </SimpleGrid>
  );
}

/** One section of the overview with a link to its page. */
function Part({ title, to, link, children }: { title: string; to: string; link: string; children: ReactNode }) {
  return (
    <Card component="section" aria-label={title}>
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <Title order={2} size="h4">
          {title}
        </Title>
        <ButtonLink to={to} variant="subtle" size="compact-sm">
          {link}
        </ButtonLink>
      </Group>
      <Stack gap="md">{children}</Stack>
    </Card>
  );
}

const USES = [
  { of: "taken", label: "taken", color: "cyan.8" },
  { of: "free", label: "free", color: "teal.5" },
  { of: "closed", label: "closed", color: "gray.5" },
  { of: "out_of_service", label: "out of service", color: "red.7" },
] as const;

function Fleet({ fleet }: { fleet: Overview["fleet"] }) {
  return (
    <Part title="Fleet" to="/operator/fleet" link="Fleet map">
      {fleet.nodes.length === 0 ? (
        <NoNodes />
      ) : (
        <Group gap="xs" aria-label="Nodes by state" role="list">
          {fleet.nodes.map(({ state, count }) => (
            <Group gap={6} key={state} role="listitem" wrap="nowrap">
              <Text fw={600} className="figure">
                {count}
              </Text>
              <State state={state} />
            </Group>
          ))}
        </Group>
      )}
      {fleet.gpus.map((one) => {
        const all = one.taken + one.free + one.closed + one.out_of_service;
        const parts = USES.filter(({ of }) => one[of] > 0);
        const summary = parts.map(({ of, label }) => `${one[of]} ${label}`).join(", ");
        return (
          <div key={one.model}>
            <Group justify="space-between" gap="xs" mb={4}>
              <Text size="sm" fw={600} className="break-words">
                {one.model}
              </Text>
              <Text size="sm" c="dimmed" className="figure">
                {plural(all, "GPU")}
              </Text>
            </Group>
            <Progress.Root size={14} radius="sm" role="img" aria-label={`${one.model}: ${summary}`}>
              {parts.map(({ of, color }) => (
                <Progress.Section key={of} value={(100 * one[of]) / all} color={color} withAria={false} />
              ))}
            </Progress.Root>
            <Group gap="md" mt={4}>
              {parts.map(({ of, label, color }) => (
                <Group gap={6} key={of} wrap="nowrap">
                  <span className={`use-key use-${color.split(".")[0]}`} aria-hidden />
                  <Text size="sm" className="figure">
                    {one[of]} {label}
                  </Text>
                </Group>
              ))}
            </Group>
          </div>
        );
      })}
      {fleet.troubled_nodes.length > 0 && (
        <Stack gap={6} component="ul" className="plain-list" m={0} p={0} aria-label="Nodes with issues">
          {fleet.troubled_nodes.map((one) => (
            <li key={one.node_id}>
              <Group gap="xs">
                <AnchorLink to="/operator/nodes/$nodeId" params={{ nodeId: one.node_id }} size="sm">
                  {one.name}
                </AnchorLink>
                <State state={one.state} />
                <Text size="sm" className="break-words">
                  {one.reason}
                </Text>
                <Text size="sm" c="dimmed">
                  <Ago at={one.since} />
                </Text>
              </Group>
            </li>
          ))}
          {fleet.troubled > fleet.troubled_nodes.length && (
            <Text size="sm" c="dimmed" component="li">
              and {fleet.troubled - fleet.troubled_nodes.length} more
            </Text>
          )}
        </Stack>
      )}
    </Part>
  );
}

function Queue({ queue }: { queue: Overview["queue"] }) {
  return (
    <Part title="Allocations and queue" to="/operator/queue" link="Queue">
      {queue.allocations.length === 0 ? (
        <Text c="dimmed">No allocations.</Text>
      ) : (
        <Group gap="xs" role="list" aria-label="Allocations by state">
          {queue.allocations.map(({ state, count }) => (
            <Group gap={6} key={state} role="listitem" wrap="nowrap">
              <Text fw={600} className="figure">
                {count}
              </Text>
              <State state={state} />
            </Group>
          ))}
        </Group>
      )}
      {queue.waiting.length === 0 ? (
        <Text c="dimmed">The queue is empty.</Text>
      ) : (
        <Table.ScrollContainer minWidth={320}>
          <Table aria-label="Waiting" verticalSpacing="xs" horizontalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">SKU</Table.Th>
                <Table.Th scope="col">Waiting</Table.Th>
                <Table.Th scope="col">GPUs</Table.Th>
                <Table.Th scope="col">Oldest</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {queue.waiting.map((one) => (
                <Table.Tr key={one.sku}>
                  <Table.Td>{one.sku}</Table.Td>
                  <Table.Td className="figure">{one.allocations}</Table.Td>
                  <Table.Td className="figure">{one.gpus}</Table.Td>
                  <Table.Td className="nowrap">
                    <Ago at={one.oldest_at} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Facts
        facts={[
          ["Stuck", queue.stuck === 0 ? "none" : queue.stuck],
          ["Degraded", queue.degraded === 0 ? "none" : queue.degraded],
        ]}
      />
    </Part>
  );
}

function Facts({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="figure">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Money({ overview: books }: { overview: Overview["money"] }) {
  return (
    <Part title="Money" to="/operator/finance" link="Finance">
      {books.currencies.length === 0 && (
        <Empty title="No transfers yet">
          Charges appear once a tenant has credit and uses it. Grant credit on a tenant's page.
        </Empty>
      )}
      {books.currencies.map((one) => (
        <Facts
          key={one.currency}
          facts={[
            ["Charged today", money(one.today_nanos, one.currency)],
            ["This month", money(one.open_nanos, one.currency)],
            ["Owed", money(one.owed_nanos, one.currency)],
            ["Pending payments", money(one.clearing_nanos, one.currency)],
          ]}
        />
      ))}
      <Facts
        facts={[
          ["Ledger", books.in_balance ? "balanced" : "not balanced"],
          ["Charged until", books.charged_until ? <Ago key="charged" at={books.charged_until} /> : "nothing running"],
          ["Adjustments", books.pending_adjustments === 0 ? "none waiting" : `${books.pending_adjustments} waiting`],
          ["Low on credit", books.short_of_credit === 0 ? "none" : plural(books.short_of_credit, "tenant")],
        ]}
      />
      {books.short_tenants.length > 0 && (
        <Stack gap={6} component="ul" className="plain-list" m={0} p={0} aria-label="Low on credit">
          {books.short_tenants.map((one) => (
            <li key={one.tenant_id + one.currency}>
              <Group gap="xs">
                <TenantLink id={one.tenant_id} />
                <State state={one.level} />
                {one.deadline && (
                  <Text size="sm" c="dimmed">
                    allocations are released <Ago at={one.deadline} />
                  </Text>
                )}
              </Group>
            </li>
          ))}
        </Stack>
      )}
    </Part>
  );
}

function Events({ events }: { events: Overview["events"] }) {
  const { outbox } = events.backlog;
  const late = delays(events.backlog, useNow());
  return (
    <Part title="Events" to="/operator/dead-letters" link="Events">
      <Facts
        facts={[
          ["Unpublished", outbox.count === 0 && !outbox.more ? "none" : counted(outbox)],
          ["Oldest unpublished", outbox.oldest_at ? <Ago key="oldest" at={outbox.oldest_at} /> : "—"],
          ["Dead letters", events.dead_letters === 0 ? "none" : events.dead_letters],
          ["Failed permanently", events.exhausted === 0 ? "none" : events.exhausted],
        ]}
      />
      {late.length === 0 ? (
        <Text c="dimmed">All {events.backlog.consumers.length} consumers are up to date.</Text>
      ) : (
        late.map((sentence) => <Text key={sentence}>{sentence}</Text>)
      )}
    </Part>
  );
}
