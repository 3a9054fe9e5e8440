import { useQuery } from "@tanstack/react-query";
import type { Allocation } from "../api";
import { useCurrentProject } from "../app/me";
import { chargedFor } from "../billing/queries";
import { useNow } from "../ui/ago";
import { Figure } from "../ui/figure";
import { age, money } from "../ui/format";
import { costLabel, costOf } from "./ended";
import { hourlyCost } from "./table";

/** Cost so far: from the ledger if the caller may read billing, otherwise estimated from time and price. */
export function CostSoFar({ allocation }: { allocation: Allocation }) {
  const { tenantId, can } = useCurrentProject();
  const now = useNow();
  const costs = useQuery({
    ...chargedFor(tenantId, allocation),
    enabled: tenantId !== undefined && can("billing.read"),
  });
  const charged = costs.data ?? [];
  const end = allocation.ended_at ? Date.parse(allocation.ended_at) : now;
  // The server's clock may be a little ahead of ours.
  const seconds = allocation.active_at ? Math.max(0, (end - Date.parse(allocation.active_at)) / 1000) : 0;
  const price = allocation.hourly_cost;
  const reckoned = price ? money(costOf(price.amount, seconds), price.currency) : "Nothing";
  const isCharged = can("billing.read") && charged.length > 0;
  return (
    <Figure
      label={costLabel(allocation, isCharged)}
      value={isCharged ? charged.map((line) => money(line.amount_nanos, line.currency)).join(" + ") : reckoned}
      note={
        <>
          {price ? `${hourlyCost(price)} per hour` : "no price"}
          {seconds > 0 && `, active for ${age(seconds)}`}
        </>
      }
    />
  );
}
