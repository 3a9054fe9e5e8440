const NANOS = 1_000_000_000;

/** Formats nano-units as money; small amounts keep enough digits to differ from zero. */
export function money(nanos: number, currency: string): string {
  const amount = nanos / NANOS;
  const digits = amount !== 0 && Math.abs(amount) < 0.1 ? 4 : 2;
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}

/** Parses a typed amount to nano-units; undefined if invalid. */
export function parseMoney(text: string): number | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text.trim());
  return match ? Number(match[1]) * NANOS + Number((match[2] ?? "").padEnd(9, "0")) : undefined;
}

const UNITS: [number, string][] = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
  [1, "s"],
];

/** The two largest units: 3 d 4 h, 12 min 5 s. */
export function duration(seconds: number): string {
  let rest = Math.max(0, Math.round(seconds));
  const first = UNITS.findIndex(([size]) => rest >= size);
  if (first < 0) {
    return "0 s";
  }
  const parts: string[] = [];
  for (const [size, name] of UNITS.slice(first, first + 2)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) {
      parts.push(`${count} ${name}`);
    }
  }
  return parts.join(" ");
}

/** A duration without seconds, so that a shown age does not change all the time. */
export function age(seconds: number): string {
  return seconds < 60 ? "less than a minute" : duration(Math.floor(seconds / 60) * 60);
}

export function bytes(count: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
  const power = count > 0 ? Math.min(units.length - 1, Math.floor(Math.log2(count) / 10)) : 0;
  const value = count / 1024 ** power;
  return `${value >= 100 || Number.isInteger(value) ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

const DATE_TIME = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

export function dateTime(text: string): string {
  return DATE_TIME.format(new Date(text));
}

const HOUR_MS = 3_600_000;

/** A whole hour starting tomorrow, formatted for a datetime-local input. */
export function tomorrow(): string {
  const at = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 24 * HOUR_MS);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Replaces underscores: preparing_host becomes preparing host. */
export function words(name: string): string {
  return name.replaceAll("_", " ");
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
