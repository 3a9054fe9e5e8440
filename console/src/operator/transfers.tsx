import { Stack, Table, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, ask } from "../api/client";
import { dateTime, money, words } from "../ui/format";
import { Empty } from "../ui/note";
import { Loaded } from "../ui/page";
import { TableCard } from "../ui/table";

/** The newest lines of a tenant's books. */
export function Transfers({ tenantId }: { tenantId: string }) {
  const transfers = useQuery({
    queryKey: ["operator", "transfers", tenantId],
    queryFn: async () =>
      (await ask(api.GET("/api/v1/tenants/{tenant_id}/ledger-transfers", { params: { path: { tenant_id: tenantId }, query: { limit: 25 } } }))).items,
  });
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        Newest ledger transfers
      </Title>
      <Loaded query={transfers}>
        {(all) =>
          all.length === 0 ? (
            <Empty title="Nothing was booked">Payments, grants and charges appear here as they are booked.</Empty>
          ) : (
            <TableCard label="Ledger transfers" head={["Booked", "Kind", "From", "To", "Amount"]} minWidth={640}>
              {all.map((one) => (
                <Table.Tr key={one.id}>
                  <Table.Td className="nowrap">{dateTime(one.booked_at)}</Table.Td>
                  <Table.Td>
                    {words(one.kind)}
                    {one.reverses ? ` (takes back ${one.reverses})` : ""}
                  </Table.Td>
                  <Table.Td>{words(one.debit)}</Table.Td>
                  <Table.Td>{words(one.credit)}</Table.Td>
                  <Table.Td className="figure nowrap">{money(one.amount.nanos, one.amount.currency)}</Table.Td>
                </Table.Tr>
              ))}
            </TableCard>
          )
        }
      </Loaded>
    </Stack>
  );
}
