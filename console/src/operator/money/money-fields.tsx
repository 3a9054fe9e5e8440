import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { Money } from "../../api";
import { parseMoney } from "../../ui/format";

/** Amount and currency inputs with their values. */
export function useMoneyFields(label = "Amount") {
  const [amount, setAmount] = useState("");
  const [currency, setCurrency] = useState("USD");
  const nanos = parseMoney(amount);
  return {
    /** Parsed amount; undefined while invalid. */
    written: nanos && /^[A-Z]{3}$/.test(currency) ? { nanos, currency } : undefined,
    read(): Money {
      if (!nanos) {
        throw new Error("Enter an amount like 100 or 12.50.");
      }
      return { nanos, currency };
    },
    clear: () => setAmount(""),
    fields: (
      <>
        <TextInput
          label={label}
          required
          inputMode="decimal"
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <TextInput
          label="Currency"
          required
          maxLength={3}
          value={currency}
          onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
        />
      </>
    ),
  };
}
