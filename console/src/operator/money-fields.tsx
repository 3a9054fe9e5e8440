import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { Money } from "../api";
import { parseMoney } from "../ui/format";

/** The fields of an amount, and what is written in them. */
export function useMoneyFields() {
  const [amount, setAmount] = useState("");
  const [currency, setCurrency] = useState("USD");
  return {
    read(): Money {
      const nanos = parseMoney(amount);
      if (!nanos) {
        throw new Error("Write the amount with digits and at most one dot, for example 100 or 12.50.");
      }
      return { nanos, currency };
    },
    clear: () => setAmount(""),
    fields: (
      <>
        <TextInput label="Amount" required inputMode="decimal" value={amount} onChange={(event) => setAmount(event.currentTarget.value)} />
        <TextInput label="Currency" required maxLength={3} value={currency} onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())} />
      </>
    ),
  };
}
