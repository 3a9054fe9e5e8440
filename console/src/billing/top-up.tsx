import { Select, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api, ask, once } from "../api/client";
import { FormDialog } from "../ui/form-dialog";
import { money, parseMoney } from "../ui/format";
import { tell } from "../ui/tell";

export function TopUpDialog({ tenantId, opened, onClose, currencies }: { tenantId: string; opened: boolean; onClose: () => void; currencies: string[] }) {
  const queries = useQueryClient();
  const [amount, setAmount] = useState("50");
  const choices = currencies.length > 0 ? currencies : ["USD"];
  const [chosen, setChosen] = useState<string>();
  const currency = chosen ?? choices[0] ?? "USD";
  const nanos = parseMoney(amount);
  // Pressing twice pays once; a new amount or a new dialog is a new payment.
  const act = useRef({ nanos, key: once() });
  const pay = async () => {
    if (nanos === undefined) {
      return;
    }
    if (act.current.nanos !== nanos) {
      act.current = { nanos, key: once() };
    }
    const payment = await ask(
      api.POST("/api/v1/tenants/{tenant_id}/payments", {
        params: { path: { tenant_id: tenantId }, header: act.current.key },
        body: { amount: { nanos, currency } },
      }),
    );
    act.current = { nanos: undefined, key: once() };
    await queries.invalidateQueries({ queryKey: ["balance", tenantId] });
    tell(payment.state === "paid" ? `${money(nanos, currency)} were paid in.` : `The payment of ${money(nanos, currency)} is ${payment.state}.`);
  };
  return (
    <FormDialog opened={opened} onClose={onClose} title="Top up" submit={nanos ? `Pay ${money(nanos, currency)}` : "Pay"} onSubmit={pay} disabled={!nanos}>
      <TextInput
        label="Amount"
        inputMode="decimal"
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
        error={amount !== "" && nanos === undefined ? "An amount looks like 50 or 49.90." : undefined}
        data-autofocus
      />
      {choices.length > 1 && <Select label="Currency" data={choices} value={currency} allowDeselect={false} onChange={(value) => setChosen(value ?? undefined)} />}
      <Text size="sm" c="dimmed">
        The provider of payments this installation is set up with takes it from here. The provider named test only pretends.
      </Text>
    </FormDialog>
  );
}
