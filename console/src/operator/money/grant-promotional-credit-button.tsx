import { NumberInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client";
import { ReasonButton } from "../act";
import { useMoneyFields } from "./money-fields";

const DAY_MS = 86_400_000;

/** Grants promotional credit, which expires. */
export function GrantPromotionalCreditButton({ tenantId }: { tenantId: string }) {
  const amount = useMoneyFields();
  const [days, setDays] = useState<number | string>(30);
  const queries = useQueryClient();
  return (
    <ReasonButton
      label="Grant credit"
      title="Grant promotional credit"
      done="Credit granted."
      onAct={async (reason, header) => {
        await ask(
          api.POST("/api/v1/tenants/{tenant_id}/promotional-credits", {
            params: { path: { tenant_id: tenantId }, header },
            body: {
              amount: amount.read(),
              expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
              reason,
            },
          }),
        );
        void queries.invalidateQueries({ queryKey: ["balance", tenantId] });
      }}
      fields={
        <>
          {amount.fields}
          <NumberInput
            label="Expires after"
            suffix=" days"
            min={1}
            max={3650}
            allowDecimal={false}
            value={days}
            onChange={setDays}
          />
        </>
      }
    >
      Promotional credit is used before paid credit. Any unused amount is lost when it expires.
    </ReasonButton>
  );
}
