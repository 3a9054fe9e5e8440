import { Badge, Button, Card, Group, Select, Stack, Table, Text, Title } from "@mantine/core";
import { IconDownload, IconFileInvoice } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../api/client";
import { Ago } from "../ui/ago";
import { money, words } from "../ui/format";
import { Empty, ProblemNote } from "../ui/note";
import { Lines } from "../ui/page";
import { TableCard } from "../ui/table";

const MONTHS_BACK = 12;
const NANOS_PER_CENT = 10_000_000;

/** Statements of closed months, and usage exports of any month. */
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
      {statements.isError ? (
        <ProblemNote error={statements.error} retry={() => void statements.refetch()} />
      ) : !statements.data ? (
        <Lines count={5} />
      ) : items.length === 0 ? (
        <Empty icon={<IconFileInvoice size={36} aria-hidden />} title="No statements yet">
          A statement is issued a few days after the end of every month with usage.
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
          <Button
            component="a"
            href={`/api/v1/tenants/${tenantId}/focus-export?month=${month}`}
            download={`focus-${month}.csv`}
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
