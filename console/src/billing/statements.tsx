import { Badge, Button, Card, Group, SegmentedControl, Select, Stack, Table, Text, Title } from "@mantine/core";
import { IconDownload, IconFileInvoice } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../api";
import { api, ask } from "../api/client";
import { Ago } from "../ui/ago";
import { csv, decimal } from "../ui/csv";
import { CsvButton } from "../ui/csv-button";
import { dateTime, duration, money, words } from "../ui/format";
import { Empty, ProblemNote } from "../ui/note";
import { Lines, Loaded } from "../ui/page";
import { TableCard } from "../ui/table";
import { useCostNames } from "./cost-names";
import { draftStatementOf } from "./queries";

const MONTHS_BACK = 12;
const NANOS_PER_CENT = 10_000_000;

/** The draft of the running month, statements of closed months, and usage exports of any month. */
export function Statements({ tenantId }: { tenantId: string }) {
  const statements = useInfiniteQuery({
    queryKey: ["balance", tenantId, "statements"],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      ask(
        api.GET("/api/v1/tenants/{tenant_id}/statements", {
          params: { path: { tenant_id: tenantId }, query: { limit: 24, ...(pageParam ? { cursor: pageParam } : {}) } },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor,
  });
  const items = statements.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Stack>
      <Draft tenantId={tenantId} />
      {statements.isError ? (
        <ProblemNote error={statements.error} retry={() => void statements.refetch()} />
      ) : !statements.data ? (
        <Lines count={5} />
      ) : items.length === 0 ? (
        <Empty icon={<IconFileInvoice size={36} aria-hidden />} title="No statements yet">
          The first one is issued after the end of the first month with usage. Until then, the draft above shows what it
          will hold.
        </Empty>
      ) : (
        <TableCard label="Statements" head={["Month", "Type", "Total", "Closed", ""]}>
          {items.map((one) => (
            <Table.Tr key={one.id}>
              <Table.Td className="figure nowrap" fw={600}>
                {one.month}
              </Table.Td>
              <Table.Td>
                <Badge variant="light" className={`state state-${one.kind === "credit_note" ? "grape" : "blue"}`}>
                  {words(one.kind)}
                </Badge>
                {one.reason && (
                  <Text size="sm" c="dimmed">
                    {one.reason}
                  </Text>
                )}
              </Table.Td>
              <Table.Td className="figure nowrap">
                {money(one.total_cents * NANOS_PER_CENT, one.total.currency)}
              </Table.Td>
              <Table.Td className="nowrap">
                <Ago at={one.closed_at} />
              </Table.Td>
              <Table.Td>
                <Group gap="xs" wrap="nowrap" justify="flex-end">
                  {(["pdf", "csv"] as const).map((format) => (
                    <Download
                      key={format}
                      href={`/api/v1/tenants/${tenantId}/statements/${one.id}/document?format=${format}`}
                      name={`${one.kind}-${one.month}-${one.id.slice(-6)}.${format}`}
                      label={format.toUpperCase()}
                      what={`${words(one.kind)} for ${one.month} as ${format.toUpperCase()}`}
                    />
                  ))}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </TableCard>
      )}
      {statements.hasNextPage && (
        <Group justify="center">
          <Button
            variant="default"
            onClick={() => void statements.fetchNextPage()}
            loading={statements.isFetchingNextPage}
          >
            Load more
          </Button>
        </Group>
      )}
      <FocusExport tenantId={tenantId} />
    </Stack>
  );
}

/** The statement of the running month as far as it is known. */
function Draft({ tenantId }: { tenantId: string }) {
  const draft = useQuery(draftStatementOf(tenantId));
  const nameOf = useCostNames(tenantId, "project");
  return (
    <Loaded query={draft} lines={3}>
      {({ month, until, lines }) => (
        <Card>
          <Stack gap="sm">
            <Group justify="space-between">
              <div>
                <Group gap="xs">
                  <Title order={2} size="h5">
                    {month}
                  </Title>
                  <Badge variant="light" className="state state-gray">
                    Draft
                  </Badge>
                </Group>
                <Text size="sm" c="dimmed">
                  Usage until {dateTime(until)}. Unused commitments and corrections of earlier months are added when the
                  month closes.
                </Text>
              </div>
              <CsvButton
                name={`draft-statement-${month}.csv`}
                label="Download the draft as CSV"
                text={() =>
                  csv(
                    ["project", "sku", "description", "gpu_seconds", "amount", "currency"],
                    lines.map((line) => [
                      line.project_id ? nameOf(line.project_id) : "",
                      line.sku ?? "",
                      line.description,
                      line.gpu_seconds,
                      decimal(line.amount.nanos),
                      line.amount.currency,
                    ]),
                  )
                }
              />
            </Group>
            {lines.length === 0 ? (
              <Text size="sm">Nothing has been charged this month.</Text>
            ) : (
              <Table aria-label={`Draft statement for ${month}`}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th scope="col">Project</Table.Th>
                    <Table.Th scope="col">Item</Table.Th>
                    <Table.Th scope="col">GPU time</Table.Th>
                    <Table.Th scope="col">Amount</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {lines.map((line) => (
                    <Table.Tr key={`${line.project_id} ${line.description} ${line.amount.currency}`}>
                      <Table.Td>{line.project_id ? nameOf(line.project_id) : "—"}</Table.Td>
                      <Table.Td>{line.sku ?? line.description}</Table.Td>
                      <Table.Td className="figure nowrap">
                        {line.gpu_seconds > 0 ? duration(line.gpu_seconds) : "—"}
                      </Table.Td>
                      <Table.Td className="figure nowrap">{money(line.amount.nanos, line.amount.currency)}</Table.Td>
                    </Table.Tr>
                  ))}
                  {totals(lines).map(([currency, nanos]) => (
                    <Table.Tr key={currency} fw={600}>
                      <Table.Td>Total so far</Table.Td>
                      <Table.Td />
                      <Table.Td />
                      <Table.Td className="figure nowrap">{money(nanos, currency)}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            )}
          </Stack>
        </Card>
      )}
    </Loaded>
  );
}

function totals(lines: Schemas["DraftStatementLine"][]): [string, number][] {
  const total = new Map<string, number>();
  for (const { amount } of lines) {
    total.set(amount.currency, (total.get(amount.currency) ?? 0) + amount.nanos);
  }
  return [...total];
}

/** The cookie authenticates the download; no script handles the document. */
function Download({ href, name, label, what }: { href: string; name: string; label: string; what: string }) {
  return (
    <Button
      component="a"
      href={href}
      download={name}
      size="compact-sm"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      aria-label={`Download ${what}`}
    >
      {label}
    </Button>
  );
}

function FocusExport({ tenantId }: { tenantId: string }) {
  const months = lastMonths(new Date());
  const [month, setMonth] = useState(months[0] ?? "");
  const [granularity, setGranularity] = useState<Schemas["FocusGranularity"]>("day");
  return (
    <Card>
      <Stack gap="sm">
        <div>
          <Title order={2} size="h5">
            Usage export
          </Title>
          <Text size="sm" c="dimmed">
            All charges of a month in FOCUS format, for cloud cost tools.
          </Text>
        </div>
        <Group align="flex-end">
          <Select
            label="Month"
            data={months}
            value={month}
            allowDeselect={false}
            onChange={(value) => setMonth(value ?? month)}
            w={160}
          />
          <SegmentedControl
            aria-label="Rows of the export"
            data={[
              { value: "day", label: "A row per day" },
              { value: "hour", label: "A row per hour" },
            ]}
            value={granularity}
            onChange={setGranularity}
          />
          <Button
            component="a"
            href={`/api/v1/tenants/${tenantId}/focus-export?month=${month}&granularity=${granularity}`}
            download={granularity === "hour" ? `focus-${month}-hourly.csv` : `focus-${month}.csv`}
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            Download FOCUS
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

function lastMonths(now: Date): string[] {
  return Array.from({ length: MONTHS_BACK }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}
