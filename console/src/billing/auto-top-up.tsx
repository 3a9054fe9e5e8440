import { Button, Card, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../api";
import { api, ask, once } from "../api/client";
import { Ago } from "../ui/ago";
import { ConfirmButton } from "../ui/confirm";
import { FormDialog } from "../ui/form-dialog";
import { money, parseMoney, plural } from "../ui/format";
import { Loaded } from "../ui/page";
import { tell } from "../ui/tell";

type Setting = Schemas["AutoTopUp"];

const NANOS = 1_000_000_000;

function autoTopUpOf(tenantId: string) {
  return queryOptions({
    queryKey: ["balance", tenantId, "auto-top-up"],
    queryFn: () =>
      ask(api.GET("/api/v1/tenants/{tenant_id}/auto-top-up", { params: { path: { tenant_id: tenantId } } })),
  });
}

function set(tenantId: string, body: Schemas["SetAutoTopUp"]): Promise<Setting> {
  return ask(
    api.PUT("/api/v1/tenants/{tenant_id}/auto-top-up", {
      params: { path: { tenant_id: tenantId }, header: once() },
      body,
    }),
  );
}

/** Shows and changes automatic top-up. */
export function AutoTopUp({ tenantId, currency, mayPay }: { tenantId: string; currency: string; mayPay: boolean }) {
  const setting = useQuery(autoTopUpOf(tenantId));
  const queries = useQueryClient();
  const keep = (changed: Setting) => queries.setQueryData(autoTopUpOf(tenantId).queryKey, changed);
  return (
    <Card component="section" aria-label="Auto top-up">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h5">
            Auto top-up
          </Title>
          {mayPay && setting.data?.method && (
            <Group gap="xs">
              <Change tenantId={tenantId} currency={currency} setting={setting.data} onSet={keep} />
              {setting.data.enabled && (
                <ConfirmButton
                  label="Turn off"
                  buttonLabel="Turn off auto top-up"
                  title="Turn off auto top-up?"
                  size="compact-sm"
                  onConfirm={() => set(tenantId, { enabled: false }).then(keep)}
                >
                  Your balance is no longer topped up automatically. When it runs out, allocations are released.
                </ConfirmButton>
              )}
            </Group>
          )}
        </Group>
        <Loaded query={setting} lines={1}>
          {(known) => <Summary setting={known} />}
        </Loaded>
      </Stack>
    </Card>
  );
}

function Summary({ setting: { enabled, threshold, amount, method, failures, retry_at } }: { setting: Setting }) {
  if (!method) {
    return <Text c="dimmed">Auto top-up needs a saved card. Top up once and choose to save the card.</Text>;
  }
  if (!enabled || !threshold || !amount) {
    return <Text c="dimmed">Off. Payments would use {method}.</Text>;
  }
  return (
    <>
      <Text>
        When the balance falls below {money(threshold.nanos, threshold.currency)},{" "}
        {money(amount.nanos, amount.currency)} is charged to {method}.
      </Text>
      {failures > 0 && (
        <Text size="sm">
          {plural(failures, "attempt")} failed in a row.{" "}
          {retry_at ? (
            <>
              Next attempt <Ago at={retry_at} />.
            </>
          ) : (
            "No further attempts are made until you change these settings."
          )}
        </Text>
      )}
    </>
  );
}

type ChangeProps = { tenantId: string; currency: string; setting: Setting; onSet: (changed: Setting) => void };

function Change({ tenantId, currency: preferred, setting, onSet }: ChangeProps) {
  const [opened, { open, close }] = useDisclosure(false);
  const [threshold, setThreshold] = useState(String((setting.threshold?.nanos ?? 20 * NANOS) / NANOS));
  const [amount, setAmount] = useState(String((setting.amount?.nanos ?? 50 * NANOS) / NANOS));
  const currency = setting.amount?.currency ?? preferred;
  const below = parseMoney(threshold);
  const added = parseMoney(amount);
  const turnOn = async () => {
    onSet(
      await set(tenantId, {
        enabled: true,
        threshold: { nanos: below ?? 0, currency },
        amount: { nanos: added ?? 0, currency },
      }),
    );
    tell("Auto top-up is on.");
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        onClick={open}
        aria-label={setting.enabled ? "Change auto top-up" : "Turn on auto top-up"}
      >
        {setting.enabled ? "Change" : "Turn on"}
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title="Auto top-up"
        submit={setting.enabled ? "Change" : "Turn on"}
        onSubmit={turnOn}
        disabled={!below || !added}
      >
        <TextInput
          label="When the balance falls below"
          description={`In ${currency}`}
          inputMode="decimal"
          value={threshold}
          onChange={(event) => setThreshold(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          label="Top up by"
          description={`In ${currency}, each time, charged to ${setting.method}`}
          inputMode="decimal"
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
      </FormDialog>
    </>
  );
}
