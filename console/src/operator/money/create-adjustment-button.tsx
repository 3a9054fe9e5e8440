import { Select } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../../api";
import { api, ask } from "../../api/client";
import { money } from "../../ui/format";
import { ReasonButton } from "../act";
import { statementsOf } from "../queries";
import { useMoneyFields } from "./money-fields";

type Kind = Schemas["AdjustmentKind"];

const KINDS: { value: Kind; label: string }[] = [
  { value: "credit", label: "Add credit" },
  { value: "debit", label: "Deduct credit" },
  { value: "write_off", label: "Write off debt" },
  { value: "credit_note", label: "Credit part of a statement" },
];

/** Adjusts a tenant's account. Large adjustments need a second approval. */
export function CreateAdjustmentButton({ tenantId }: { tenantId: string }) {
  const amount = useMoneyFields();
  const [kind, setKind] = useState<Kind>("credit");
  const [statement, setStatement] = useState<string | null>(null);
  const queries = useQueryClient();
  return (
    <ReasonButton
      label="Adjust"
      title="Adjust account"
      done={({ state }: Schemas["Adjustment"]) =>
        state === "pending" ? "Adjustment requested. It needs a second approval." : "Adjustment booked."
      }
      onAct={async (reason, header) => {
        const made = await ask(
          api.POST("/api/v1/tenants/{tenant_id}/adjustments", {
            params: { path: { tenant_id: tenantId }, header },
            body: {
              kind,
              amount: amount.read(),
              reason,
              ...(kind === "credit_note" && statement ? { statement_id: statement } : {}),
            },
          }),
        );
        void queries.invalidateQueries({ queryKey: ["balance", tenantId] });
        amount.clear();
        return made;
      }}
      fields={
        <>
          <Select
            label="Kind"
            data={KINDS}
            value={kind}
            allowDeselect={false}
            onChange={(value) => setKind(value ?? kind)}
          />
          {kind === "credit_note" && <StatementChoice tenantId={tenantId} value={statement} onChange={setStatement} />}
          {amount.fields}
        </>
      }
    >
      Small adjustments are booked immediately. Amounts above the policy billing.approval_over need a second approval.
    </ReasonButton>
  );
}

function StatementChoice({
  tenantId,
  value,
  onChange,
}: {
  tenantId: string;
  value: string | null;
  onChange: (id: string | null) => void;
}) {
  const statements = useQuery(statementsOf(tenantId));
  const data = (statements.data ?? [])
    .filter((one) => one.kind === "statement")
    .map((one) => ({ value: one.id, label: `${one.month}: ${money(one.total.nanos, one.total.currency)}` }));
  return (
    <Select
      label="Statement"
      required
      placeholder={data.length === 0 ? "No closed statements yet" : "Choose a month"}
      data={data}
      value={value}
      onChange={onChange}
    />
  );
}
