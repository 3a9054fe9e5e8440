import { useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "../../api";
import { money, words } from "../../ui/format";
import { useChanged } from "../act";

/** The adjustment in a sentence. */
export function adjustmentText({ kind, amount }: Schemas["Adjustment"]): string {
  return `the ${words(kind)} of ${money(amount.nanos, amount.currency)}`;
}

/** Refetches what a decision about the adjustment changed. */
export function useDecided({ tenant_id }: Schemas["Adjustment"]): (message: string) => void {
  const changed = useChanged();
  const queries = useQueryClient();
  return (message) => {
    void queries.invalidateQueries({ queryKey: ["balance", tenant_id] });
    changed(message);
  };
}
