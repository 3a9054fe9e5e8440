import { NumberInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { api, ask } from "../api/client";
import { parseMoney } from "../ui/format";
import { ReasonButton } from "./act";

const DAY_MS = 86_400_000;

/** Promotional credit: a present that runs out. */
export function GrantCredit({ tenantId }: { tenantId: string }) {
  const [amount, setAmount] = useState("");
  const [currency, setCurrency] = useState("USD");
  const [days, setDays] = useState<number | string>(30);
  const queries = useQueryClient();
  const nanos = parseMoney(amount);
  return (
    <ReasonButton
      label="Grant credit"
      title="Grant promotional credit"
      done="The credit is granted."
      onAct={async (reason, header) => {
        if (nanos === undefined || nanos === 0) {
          throw new Error("Write the amount with digits and at most one dot, for example 100 or 12.50.");
        }
        await ask(
          api.POST("/api/v1/tenants/{tenant_id}/promotional-credits", {
            params: { path: { tenant_id: tenantId }, header },
            body: { amount: { nanos, currency }, expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString(), reason },
          }),
        );
        void queries.invalidateQueries({ queryKey: ["balance", tenantId] });
      }}
      fields={
        <>
          <TextInput label="Amount" required inputMode="decimal" value={amount} onChange={(event) => setAmount(event.currentTarget.value)} />
          <TextInput label="Currency" required maxLength={3} value={currency} onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())} />
          <NumberInput label="Runs out after" suffix=" days" min={1} max={3650} allowDecimal={false} value={days} onChange={setDays} />
        </>
      }
    >
      It is used before what the tenant paid, and what is left of it when it runs out is gone.
    </ReasonButton>
  );
}
