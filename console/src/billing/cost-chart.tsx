import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import type { Schemas } from "../api";
import { money } from "../ui/format";

const NAME_MAX = 18;
const BARS_MAX = 31;

/** A line with what its group is called. */
export type NamedLine = Schemas["CostLine"] & { name: string };

/** Loaded with the charting library. */
export default function CostChart({ lines, isOverTime }: { lines: NamedLine[]; isOverTime: boolean }) {
  const currency = lines[0]?.currency ?? "USD";
  const shown = lines.filter((line) => line.currency === currency);
  const ordered = isOverTime
    ? [...shown].sort((a, b) => (a.group < b.group ? -1 : 1)).slice(-BARS_MAX)
    : [...shown].sort((a, b) => b.amount_nanos - a.amount_nanos).slice(0, BARS_MAX);
  return (
    <BarChart
      h={260}
      data={ordered.map((line) => ({ group: short(line.name), Cost: line.amount_nanos }))}
      dataKey="group"
      series={[{ name: "Cost", color: "cyan.7" }]}
      valueFormatter={(nanos) => money(nanos, currency)}
      yAxisProps={{ width: 76 }}
      maxBarWidth={48}
    />
  );
}

function short(name: string): string {
  return name.length > NAME_MAX ? name.slice(0, NAME_MAX - 1) + "…" : name;
}
