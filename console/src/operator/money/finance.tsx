import { SimpleGrid, Stack, Table, Text } from "@mantine/core";
import { IconBuildingBank } from "@tabler/icons-react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Schemas, Tenant } from "../../api";
import { api, ask } from "../../api/client";
import { usePlatformPermissions } from "../../app/me";
import { lasts } from "../../billing/balance-text";
import { Figure } from "../../ui/figure";
import { money, plural } from "../../ui/format";
import { Empty } from "../../ui/note";
import { Loaded, Page } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { State } from "../badge";
import { TenantLink } from "../names";
import { tenants } from "../queries";
import { PendingAdjustments } from "./adjustments";
import { VerifyLedger } from "./verify-ledger";

type Balance = Schemas["TenantBalance"];
type Row = { tenant: Tenant; balance: Balance | undefined; spent: number | undefined };

/** The API returns one balance per request; this bounds the number of requests. */
const TENANTS_MAX = 50;
const DAYS = 30;

function financesOf(all: Tenant[]) {
  return queryOptions({
    queryKey: ["operator", "finance", all.map((one) => one.id)],
    queryFn: async () => (await Promise.all(all.slice(0, TENANTS_MAX).map(rowsOf))).flat(),
  });
}

async function rowsOf(tenant: Tenant): Promise<Row[]> {
  const path = { tenant_id: tenant.id };
  const [balances, costs] = await Promise.all([
    ask(api.GET("/api/v1/tenants/{tenant_id}/balance", { params: { path } })),
    ask(api.GET("/api/v1/tenants/{tenant_id}/costs", { params: { path, query: { group_by: "project" } } })),
  ]);
  const spentIn = (currency: string) =>
    costs.items.filter((line) => line.currency === currency).reduce((sum, line) => sum + line.amount_nanos, 0);
  return balances.items.length === 0
    ? [{ tenant, balance: undefined, spent: undefined }]
    : balances.items.map((balance) => ({ tenant, balance, spent: spentIn(balance.currency) }));
}

export default function Finance() {
  const known = useQuery(tenants);
  const mayVerify = usePlatformPermissions().has("ledger.verify");
  return (
    <Page title="Finance" lead="Balances and usage of all tenants, and ledger verification">
      <PendingAdjustments />
      {mayVerify && <VerifyLedger />}
      <Loaded query={known} lines={6}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={<IconBuildingBank size={36} aria-hidden />} title="No tenants yet">
              Create a tenant to see its balance here.
            </Empty>
          ) : (
            <Finances tenants={all} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Finances({ tenants: all }: { tenants: Tenant[] }) {
  const finances = useQuery(financesOf(all));
  const isPart = all.length > TENANTS_MAX;
  return (
    <Loaded query={finances} lines={6}>
      {(rows) => (
        <Stack>
          {isPart && (
            <Text c="dimmed">
              Showing and summing the first {TENANTS_MAX} tenants. The overview counts all tenants.
            </Text>
          )}
          <Sums rows={rows} of={isPart ? `the first ${TENANTS_MAX} tenants` : "all tenants"} />
          <Rows rows={rows} />
        </Stack>
      )}
    </Loaded>
  );
}

/** `of` names the summed tenants. */
function Sums({ rows, of }: { rows: Row[]; of: string }) {
  const currencies = [...new Set(rows.flatMap((row) => row.balance?.currency ?? []))];
  return (
    <>
      {currencies.map((currency) => {
        const own = rows.flatMap(({ balance, spent }) => (balance?.currency === currency ? [{ balance, spent }] : []));
        const sum = (value: (row: (typeof own)[number]) => number) =>
          money(
            own.reduce((total, row) => total + value(row), 0),
            currency,
          );
        return (
          <SimpleGrid key={currency} cols={{ base: 2, md: 4 }}>
            <Figure label={`Credit of ${of}`} value={sum((row) => row.balance.credit_nanos)} />
            <Figure
              label="Current spend per hour"
              value={sum((row) => row.balance.burn_nanos_per_hour)}
              note={`by ${of}`}
            />
            <Figure label={`Used in ${DAYS} days`} value={sum((row) => row.spent ?? 0)} note={`by ${of}`} />
            <Figure
              label={`Owed by ${of}`}
              value={sum((row) => row.balance.owed_nanos)}
              note={`${plural(own.filter((row) => row.balance.level !== "sufficient").length, "tenant")} low on credit`}
            />
          </SimpleGrid>
        );
      })}
    </>
  );
}

function Rows({ rows }: { rows: Row[] }) {
  return (
    <TableCard
      label="Finance by tenant"
      head={["Tenant", "Level", "Available", "Held", `Used in ${DAYS} days`, "Spend per hour", "Lasts"]}
      minWidth={900}
    >
      {rows.map(({ tenant, balance, spent }) => (
        <Table.Tr key={tenant.id + (balance?.currency ?? "")}>
          <Table.Td>
            <TenantLink id={tenant.id} />
          </Table.Td>
          {balance ? (
            <>
              <Table.Td>
                <State state={balance.level} />
              </Table.Td>
              <Table.Td className="figure nowrap">{money(balance.available_nanos, balance.currency)}</Table.Td>
              <Table.Td className="figure nowrap">{money(balance.held_nanos, balance.currency)}</Table.Td>
              <Table.Td className="figure nowrap">{money(spent ?? 0, balance.currency)}</Table.Td>
              <Table.Td className="figure nowrap">{money(balance.burn_nanos_per_hour, balance.currency)}</Table.Td>
              <Table.Td>{lasts(balance)}</Table.Td>
            </>
          ) : (
            <Table.Td colSpan={6}>
              <Text size="sm" c="dimmed">
                No account yet
              </Text>
            </Table.Td>
          )}
        </Table.Tr>
      ))}
    </TableCard>
  );
}
