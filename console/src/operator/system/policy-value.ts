import { duration } from "../../ui/format";

const ISO = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Formats a value for display: PT24H is 1 d, 1200 is 1,200 requests per minute. */
export function readable(policy: { type: string; unit?: string | undefined }, value: string): string {
  if (policy.type === "duration") {
    const [whole, days = 0, hours = 0, minutes = 0, seconds = 0] = ISO.exec(value) ?? [];
    return whole
      ? duration(Number(days) * 86_400 + Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds))
      : value;
  }
  const text = policy.type === "integer" ? Number(value).toLocaleString("en-US") : value;
  return policy.unit ? `${text} ${policy.unit}` : text;
}
