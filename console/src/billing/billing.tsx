import { Button, SimpleGrid, Stack, Tabs } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCoins, IconCreditCard } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { useCommands } from "../app/commands";
import { useCurrentProject } from "../app/me";
import { useNow } from "../ui/ago";
import { Figure } from "../ui/figure";
import { money } from "../ui/format";
import { Empty } from "../ui/note";
import { Lines, Loaded, Page } from "../ui/page";
import { BalanceWarning } from "./balance";
import { lasts } from "./balance-text";
import { Budgets } from "./budgets";
import { Costs } from "./costs";
import { CreatePaymentDialog } from "./create-payment-dialog";
import { forecast, monthOf } from "./forecast";
import { Payments } from "./payments";
import { type Balance, balanceOf, chargedThisMonth } from "./queries";
import { Statements } from "./statements";
import { Transfers } from "./transfers";

export default function Billing() {
  const { tenantId, place, can } = useCurrentProject();
  const asked = useSearch({ from: "/projects/$projectId/billing" });
  const { tab = "costs" } = asked;
  const navigate = useNavigate({ from: "/projects/$projectId/billing" });
  const balances = useQuery(balanceOf(tenantId));
  const [paying, dialog] = useDisclosure(false);
  const mayPay = can("billing.pay");
  useCommands(
    useMemo(
      () => (mayPay ? [{ id: "top up", label: "Top up balance", group: "Actions", run: dialog.open }] : []),
      [mayPay, dialog.open],
    ),
  );
  const topUp = mayPay && (
    <Button leftSection={<IconCreditCard size={18} aria-hidden />} onClick={dialog.open}>
      Top up
    </Button>
  );
  if (!tenantId) {
    return (
      <Page title="Billing">
        <Lines />
      </Page>
    );
  }
  return (
    <Page
      title="Billing"
      lead={`Prepaid balance shared by all projects in ${place?.tenant?.name ?? "the tenant"}`}
      actions={topUp}
    >
      <CreatePaymentDialog
        tenantId={tenantId}
        opened={paying}
        onClose={dialog.close}
        currencies={(balances.data ?? []).map((one) => one.currency)}
      />
      <BalanceWarning tenantId={tenantId} />
      <Loaded query={balances}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={<IconCoins size={36} aria-hidden />} title="No balance yet" action={topUp}>
              Allocations are billed by the second from a prepaid balance. Top up to get started.
            </Empty>
          ) : (
            <Stack>
              {all.map((balance) => (
                <Figures key={balance.currency} tenantId={tenantId} balance={balance} />
              ))}
            </Stack>
          )
        }
      </Loaded>
      <Tabs
        value={tab}
        onChange={(next) =>
          void navigate({ to: ".", search: next === null || next === "costs" ? {} : { tab: next }, replace: true })
        }
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="costs">Costs</Tabs.Tab>
          {can("budgets.read") && <Tabs.Tab value="budgets">Budgets</Tabs.Tab>}
          <Tabs.Tab value="statements">Statements</Tabs.Tab>
          <Tabs.Tab value="payments">Payments</Tabs.Tab>
          <Tabs.Tab value="ledger">Ledger</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="costs">
          <Costs tenantId={tenantId} />
        </Tabs.Panel>
        <Tabs.Panel value="budgets">
          <Budgets
            tenantId={tenantId}
            currency={balances.data?.[0]?.currency ?? "USD"}
            mayManage={can("budgets.manage")}
          />
        </Tabs.Panel>
        <Tabs.Panel value="statements">
          <Statements tenantId={tenantId} />
        </Tabs.Panel>
        <Tabs.Panel value="payments">
          <Payments
            tenantId={tenantId}
            currency={balances.data?.[0]?.currency ?? "USD"}
            mayPay={mayPay}
            mayRefund={can("billing.refund")}
          />
        </Tabs.Panel>
        <Tabs.Panel value="ledger">
          <Transfers
            tenantId={tenantId}
            asked={asked}
            change={(part) => void navigate({ to: ".", search: { ...asked, ...part }, replace: true })}
          />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Figures({ tenantId, balance }: { tenantId: string; balance: Balance }) {
  const { currency } = balance;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Figure label="Available" value={money(balance.available_nanos, currency)} note={lasts(balance)} />
      <Month tenantId={tenantId} balance={balance} />
      <Figure
        label="Held"
        of="held"
        value={money(balance.held_nanos, currency)}
        note="reserved for running allocations"
      />
      <Figure
        label="Promotional"
        value={money(balance.promotional_nanos, currency)}
        note={balance.owed_nanos > 0 ? `${money(balance.owed_nanos, currency)} owed` : "used before paid credit"}
      />
    </SimpleGrid>
  );
}

function Month({ tenantId, balance: { currency, burn_nanos_per_hour: burn } }: { tenantId: string; balance: Balance }) {
  const now = new Date(useNow());
  const charged = useQuery(chargedThisMonth(tenantId, monthOf(now)));
  const soFar = (charged.data?.items ?? [])
    .filter((line) => line.currency === currency)
    .reduce((sum, line) => sum + line.amount_nanos, 0);
  return (
    <Figure
      label="Projected this month"
      value={charged.data ? money(forecast(soFar, burn, now), currency) : charged.isError ? "Unknown" : "…"}
      note={`${money(burn, currency)} per hour at current use${charged.data ? `, ${money(soFar, currency)} so far` : ""}`}
    />
  );
}
