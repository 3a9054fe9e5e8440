import { Button, Group, Select, Stack, Table, Text, TextInput } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Schemas } from "../api";
import { api, ask } from "../api/client";
import { csv, decimal } from "../ui/csv";
import { CsvButton } from "../ui/csv-button";
import { dateTime, money, plural, words } from "../ui/format";
import { Empty, ProblemNote } from "../ui/note";
import { Lines } from "../ui/page";
import { TableCard } from "../ui/table";
import { useCostNames } from "./cost-names";
import { DAY_MS } from "./period";
import { KINDS } from "./transfer-kinds";

type Transfer = Schemas["LedgerTransfer"];

/** Filters. Pages keep them in their URL so that the view can be shared. */
export type Asked = {
  kind?: string | undefined;
  allocation_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** The transfers of the tenant's ledger: what was used, at which price, and what was paid. */
export function Transfers({
  tenantId,
  asked,
  change,
}: {
  tenantId: string;
  asked: Asked;
  change: (part: Asked) => void;
}) {
  const wanted = queryOf(asked);
  const isFiltered = Object.keys(wanted).length > 0;
  const transfers = useInfiniteQuery({
    queryKey: ["balance", tenantId, "transfers", wanted],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      ask(
        api.GET("/api/v1/tenants/{tenant_id}/ledger-transfers", {
          params: {
            path: { tenant_id: tenantId },
            query: { limit: 50, ...wanted, ...(pageParam ? { cursor: pageParam } : {}) },
          },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor,
  });
  const nameOf = useCostNames(tenantId, "allocation");
  // An id without a name comes back as it is: a payment or another booking.
  const known = (subject: string) => (nameOf(subject) === subject ? undefined : nameOf(subject));
  const items = transfers.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Stack>
      <Group align="flex-end">
        <Select
          label="Type"
          placeholder="All types"
          data={KINDS}
          value={asked.kind ?? null}
          clearable
          onChange={(kind) => change({ kind: kind ?? undefined })}
          w={200}
        />
        <TextInput
          label="Booked from (UTC)"
          type="date"
          value={asked.from ?? ""}
          onChange={({ currentTarget: { value } }) => change({ from: value || undefined })}
        />
        <TextInput
          label="Booked until (UTC)"
          type="date"
          value={asked.to ?? ""}
          onChange={({ currentTarget: { value } }) => change({ to: value || undefined })}
        />
        {isFiltered && (
          <Button
            variant="subtle"
            onClick={() => change({ kind: undefined, allocation_id: undefined, from: undefined, to: undefined })}
          >
            {asked.allocation_id ? `Show more than ${nameOf(asked.allocation_id)}` : "Clear filters"}
          </Button>
        )}
      </Group>
      {transfers.isError ? (
        <ProblemNote error={transfers.error} retry={() => void transfers.refetch()} />
      ) : !transfers.data ? (
        <Lines count={8} />
      ) : items.length === 0 ? (
        <Empty title={isFiltered ? "No transfer matches" : "No transfers yet"}>
          {isFiltered
            ? "Clear a filter to see others."
            : "Every payment, charge and adjustment appears here and is never changed."}
        </Empty>
      ) : (
        <>
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              The newest {plural(items.length, "transfer")} of these. Load more before you download older ones.
            </Text>
            <CsvButton
              name="ledger.csv"
              label="Download the loaded transfers as CSV"
              text={() => asCsv(items, known)}
            />
          </Group>
          <TableCard
            label="Ledger"
            head={["Booked", "Type", "Allocation", "Computed from", "From", "To", "Amount"]}
            minWidth={980}
          >
            {items.map((transfer) => (
              <Row
                key={transfer.id}
                transfer={transfer}
                name={known(transfer.subject)}
                onChoose={() => change({ allocation_id: transfer.subject })}
              />
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
        </>
      )}
    </Stack>
  );
}

function queryOf({ kind, allocation_id, from, to }: Asked) {
  const start = from ? Date.parse(from) : Number.NaN;
  const last = to ? Date.parse(to) : Number.NaN;
  return {
    ...(kind ? { kind } : {}),
    ...(allocation_id ? { allocation_id } : {}),
    ...(Number.isNaN(start) ? {} : { from: new Date(start).toISOString() }),
    ...(Number.isNaN(last) ? {} : { to: new Date(last + DAY_MS).toISOString() }),
  };
}

function Row({ transfer, name, onChoose }: { transfer: Transfer; name: string | undefined; onChoose: () => void }) {
  return (
    <Table.Tr>
      <Table.Td className="nowrap">
        <Text size="sm">{dateTime(transfer.booked_at)}</Text>
      </Table.Td>
      <Table.Td>
        {words(transfer.kind)}
        {transfer.reverses !== undefined && ` (reverses ${transfer.reverses})`}
      </Table.Td>
      <Table.Td>
        {transfer.charge ? (
          <Button variant="subtle" size="compact-sm" onClick={onChoose} title={`Show only ${name ?? transfer.subject}`}>
            {name ?? transfer.subject.slice(-8)}
          </Button>
        ) : (
          "—"
        )}
      </Table.Td>
      <Table.Td>
        {transfer.charge ? <Charge charge={transfer.charge} currency={transfer.amount.currency} /> : "—"}
      </Table.Td>
      <Table.Td>{words(transfer.debit)}</Table.Td>
      <Table.Td>{words(transfer.credit)}</Table.Td>
      <Table.Td className="figure nowrap">{money(transfer.amount.nanos, transfer.amount.currency)}</Table.Td>
    </Table.Tr>
  );
}

/** GPUs × seconds × price, from which anybody can compute the amount again. */
function Charge({ charge, currency }: { charge: Schemas["TransferCharge"]; currency: string }) {
  return (
    <>
      <Text size="sm" className="figure nowrap">
        {plural(charge.gpus, "GPU")} × {charge.seconds} s
        {charge.gpu_hour_nanos !== undefined && ` × ${money(charge.gpu_hour_nanos, currency)}/h`}
      </Text>
      <Text size="xs" c="dimmed">
        {charge.sku}
      </Text>
    </>
  );
}

function asCsv(items: Transfer[], known: (subject: string) => string | undefined): string {
  return csv(
    [
      "id",
      "booked_at",
      "effective_at",
      "kind",
      "allocation_or_booking",
      "name",
      "sku",
      "used_from",
      "used_until",
      "gpus",
      "seconds",
      "gpu_hour_price",
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
      one.charge?.sku ?? "",
      one.charge?.starts_at ?? "",
      one.charge?.ends_at ?? "",
      one.charge?.gpus ?? "",
      one.charge?.seconds ?? "",
      one.charge?.gpu_hour_nanos === undefined ? "" : decimal(one.charge.gpu_hour_nanos),
      one.debit,
      one.credit,
      decimal(one.amount.nanos),
      one.amount.currency,
    ]),
  );
}
