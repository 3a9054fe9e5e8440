import { Button, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAct } from "../api/act";
import { api, ask } from "../api/client";
import { FormDialog, useOnOpen } from "../ui/form-dialog";
import { money, parseMoney } from "../ui/format";
import { tell } from "../ui/tell";
import type { Payment } from "./checkout";

export function RefundPaymentButton({ tenantId, payment }: { tenantId: string; payment: Payment }) {
  const queries = useQueryClient();
  const [opened, { open, close }] = useDisclosure(false);
  const { currency } = payment.amount;
  const left = payment.amount.nanos - payment.refunded_nanos;
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  useOnOpen(opened, () => setAmount(String(left / 1_000_000_000)));
  const nanos = parseMoney(amount);
  const act = useAct();
  const refund = async () => {
    const body = { amount: { nanos: nanos ?? 0, currency }, reason: reason.trim() };
    const path = { tenant_id: tenantId, payment_id: payment.id };
    await act.send(body, (header) =>
      ask(api.POST("/api/v1/tenants/{tenant_id}/payments/{payment_id}/refund", { params: { path, header }, body })),
    );
    await queries.invalidateQueries({ queryKey: ["balance", tenantId] });
    tell(`${money(nanos ?? 0, currency)} refunded.`);
  };
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open}>
        Refund
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title="Refund"
        submit="Refund"
        onSubmit={refund}
        disabled={!nanos || nanos > left || reason.trim() === ""}
      >
        <TextInput
          label="Amount"
          description={`Up to ${money(left, currency)}`}
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
          inputMode="decimal"
          data-autofocus
        />
        <TextInput
          label="Reason"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={200}
        />
      </FormDialog>
    </>
  );
}
