import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { Money } from "../api";
import { parseMoney } from "../ui/format";

/** The fields of an amount, and what is written in them. */
export function useMoneyFields(label = "Amount") {
  const [amount, setAmount] = useState("");
  const [currency, setCurrency] = useState("USD");
  const nanos = parseMoney(amount);
  return {
    /** As far as it is one already. */
    written: nanos && /^[A-Z]{3}$/.test(currency) ? { nanos, currency } : undefined,
    read(): Money {
      if (!nanos) {
        throw new Error("Write the amount with digits and at most one dot, for example 100 or 12.50.");
      }
      return { nanos, currency };
    },
    clear: () => setAmount(""),
    fields: (
      <>
        <TextInput label={label} required inputMode="decimal" value={amount} onChange={(event) => setAmount(event.currentTarget.value)} />
        <TextInput label="Currency" required maxLength={3} value={currency} onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())} />
      </>
    ),
  };
}
