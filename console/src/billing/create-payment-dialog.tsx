import { Checkbox, Select, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../api";
import { useAct } from "../api/act";
import { api, ask } from "../api/client";
import { useMe } from "../app/me";
import { FormDialog } from "../ui/form-dialog";
import { money, parseMoney } from "../ui/format";
import { tell } from "../ui/tell";
import { checkoutOf, untilPayable } from "./checkout";

export function CreatePaymentDialog({
  tenantId,
  opened,
  onClose,
  currencies,
}: {
  tenantId: string;
  opened: boolean;
  onClose: () => void;
  currencies: string[];
}) {
  const queries = useQueryClient();
  const [amount, setAmount] = useState("50");
  const choices = currencies.length > 0 ? currencies : ["USD"];
  const [chosen, setChosen] = useState<string>();
  const currency = chosen ?? choices[0] ?? "USD";
  const nanos = parseMoney(amount);
  const [keepsCard, setKeepsCard] = useState(false);
  const isTest = useMe().data?.installation?.test_payments === true;
  const act = useAct();
  const pay = async () => {
    if (nanos === undefined) {
      return;
    }
    const body = { amount: { nanos, currency }, ...(keepsCard ? { save_method: true } : {}) };
    // Retries are the same payment until it can be paid.
    const payment = await act.send(body, async (header) => {
      const asked = await ask(
        api.POST("/api/v1/tenants/{tenant_id}/payments", { params: { path: { tenant_id: tenantId }, header }, body }),
      );
      return untilPayable(asked, () =>
        ask(
          api.GET("/api/v1/tenants/{tenant_id}/payments/{payment_id}", {
            params: { path: { tenant_id: tenantId, payment_id: asked.id } },
          }),
        ),
      );
    });
    await queries.invalidateQueries({ queryKey: ["balance", tenantId] });
    const checkout = checkoutOf(payment);
    if (checkout) {
      location.assign(checkout);
      return;
    }
    tell(said(payment.state, money(nanos, currency)));
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Top up"
      submit={nanos ? `Pay ${money(nanos, currency)}` : "Pay"}
      onSubmit={pay}
      disabled={!nanos}
    >
      <TextInput
        label="Amount"
        inputMode="decimal"
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
        error={amount !== "" && nanos === undefined ? "Enter an amount like 50 or 49.90." : undefined}
        data-autofocus
      />
      {choices.length > 1 && (
        <Select
          label="Currency"
          data={choices}
          value={currency}
          allowDeselect={false}
          onChange={(value) => setChosen(value ?? undefined)}
        />
      )}
      <Checkbox
        label="Save this card"
        description="Required for auto top-up."
        checked={keepsCard}
        onChange={(event) => setKeepsCard(event.currentTarget.checked)}
      />
      <Text size="sm" c="dimmed">
        {isTest ? "Test mode: no money is charged." : "You'll continue on your payment provider's page."}
      </Text>
    </FormDialog>
  );
}

function said(state: Schemas["PaymentState"], amount: string): string {
  switch (state) {
    case "paid":
      return `${amount} added to your balance.`;
    case "pending":
      return `The payment of ${amount} is pending. Complete it under Payments.`;
    case "failed":
      return `The payment of ${amount} failed.`;
  }
}
