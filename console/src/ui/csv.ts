/** Rows as comma-separated values. Texts that a spreadsheet would run as a formula are quoted with an apostrophe. */
export function csv(head: string[], rows: (string | number)[][]): string {
  return [head, ...rows]
    .map((row) => row.map(cell).join(","))
    .join("\r\n")
    .concat("\r\n");
}

function cell(value: string | number): string {
  if (typeof value === "number") {
    return String(value);
  }
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Nano-units as a decimal number without rounding. */
export function decimal(nanos: number): string {
  const digits = String(Math.abs(nanos)).padStart(10, "0");
  return `${nanos < 0 ? "-" : ""}${digits.slice(0, -9)}.${digits.slice(-9)}`;
}
