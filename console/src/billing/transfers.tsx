import { Button, Group, Stack, Table, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { api, ask } from "../api/client";
import { csv, decimal } from "../ui/csv";
import { CsvButton } from "../ui/csv-button";
import { dateTime, money, words } from "../ui/format";
import { Empty, ProblemNote } from "../ui/note";
import { Lines } from "../ui/page";
import { TableCard } from "../ui/table";
import { useCostNames } from "./cost-names";

/** All transfers of the tenant's ledger. */
export function Transfers({ tenantId }: { tenantId: string }) {
  const transfers = useInfiniteQuery({
    queryKey: ["balance", tenantId, "transfers"],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      ask(
        api.GET("/api/v1/tenants/{tenant_id}/ledger-transfers", {
          params: { path: { tenant_id: tenantId }, query: { limit: 50, ...(pageParam ? { cursor: pageParam } : {}) } },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor,
  });
  const nameOf = useCostNames(tenantId, "allocation");
  // An id without a name comes back as it is: a payment or another booking.
  const known = (subject: string) => (nameOf(subject) === subject ? undefined : nameOf(subject));
  if (transfers.isError) {
    return <ProblemNote error={transfers.error} retry={() => void transfers.refetch()} />;
  }
  if (!transfers.data) {
    return <Lines count={8} />;
  }
  const items = transfers.data.pages.flatMap((page) => page.items);
  if (items.length === 0) {
    return (
      <Empty title="No transfers yet">Every payment, charge and adjustment appears here and is never changed.</Empty>
    );
  }
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          The newest {items.length} transfers. Load more before you download older ones.
        </Text>
        <CsvButton
          name="ledger.csv"
          label="Download the loaded transfers as CSV"
          text={() =>
            csv(
              [
                "id",
                "booked_at",
                "effective_at",
                "kind",
                "allocation_or_booking",
                "name",
                "from",
                "to",
                "amount",
                "currency",
              ],
              items.map((one) => [
                one.id,
                one.booked_at,
                one.effective_at,
                one.kind,
                one.subject,
                known(one.subject) ?? "",
                one.debit,
                one.credit,
                decimal(one.amount.nanos),
                one.amount.currency,
              ]),
            )
          }
        />
      </Group>
      <TableCard label="Ledger" head={["Booked", "Type", "Allocation", "From", "To", "Amount"]} minWidth={780}>
        {items.map((transfer) => (
          <Table.Tr key={transfer.id}>
            <Table.Td className="nowrap">
              <Text size="sm">{dateTime(transfer.booked_at)}</Text>
            </Table.Td>
            <Table.Td>
              {words(transfer.kind)}
              {transfer.reverses !== undefined && ` (reverses ${transfer.reverses})`}
            </Table.Td>
            <Table.Td>
              <Text size="sm" title={transfer.subject}>
                {known(transfer.subject) ?? "—"}
              </Text>
            </Table.Td>
            <Table.Td>{words(transfer.debit)}</Table.Td>
            <Table.Td>{words(transfer.credit)}</Table.Td>
            <Table.Td className="figure nowrap">{money(transfer.amount.nanos, transfer.amount.currency)}</Table.Td>
          </Table.Tr>
        ))}
      </TableCard>
      {transfers.hasNextPage && (
        <Group justify="center">
          <Button
            variant="default"
            onClick={() => void transfers.fetchNextPage()}
            loading={transfers.isFetchingNextPage}
          >
            Load more
          </Button>
        </Group>
      )}
    </Stack>
  );
}
