import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import { Stack, Text } from "@mantine/core";
import { colorOf } from "../ui/chart-colors";
import { money, plural } from "../ui/format";
import { type Bar, type Bars, partNames } from "./cost-bars";

const NAME_MAX = 18;

/** Parts with a color of their own; the rest of a bar is one part. */
const PARTS_MAX = 8;
const OTHERS = "Others";

/** One chart per currency, because amounts in different currencies cannot be compared. Loaded lazily with the charting library. */
export default function CostChart({ charts }: { charts: Bars[] }) {
  return (
    <Stack>
      {charts.map(({ currency, bars, left }) => (
        <Stack key={currency} gap="xs">
          {(charts.length > 1 || left > 0) && (
            <Text size="sm" c="dimmed">
              {[
                charts.length > 1 && `In ${currency}`,
                left > 0 && `Showing the largest ${bars.length}; ${plural(left, "more is", "more are")} in the table`,
              ]
                .filter(Boolean)
                .join(". ")}
              .
            </Text>
          )}
          <BarChart
            h={260}
            data={bars.map((bar) => ({ group: short(bar.name), ...values(bar, bars) }))}
            dataKey="group"
            type="stacked"
            series={series(bars)}
            withLegend={series(bars).length > 1}
            valueFormatter={(nanos) => money(nanos, currency)}
            yAxisProps={{ width: 76 }}
            maxBarWidth={48}
          />
        </Stack>
      ))}
    </Stack>
  );
}

function series(bars: Bar[]) {
  const names = partNames(bars);
  if (names.length === 0) {
    return [{ name: "Cost", color: "cyan.7" }];
  }
  const shown = names.slice(0, PARTS_MAX).map((name, number) => ({ name, color: colorOf(number) }));
  return names.length > PARTS_MAX ? [...shown, { name: OTHERS, color: "gray.5" }] : shown;
}

function values(bar: Bar, bars: Bar[]): Record<string, number> {
  const names = partNames(bars);
  if (names.length === 0) {
    return { Cost: bar.nanos };
  }
  const shown = names.slice(0, PARTS_MAX);
  const own = Object.fromEntries(shown.map((name) => [name, bar.parts.get(name) ?? 0]));
  const rest = bar.nanos - Object.values(own).reduce((sum, nanos) => sum + nanos, 0);
  return names.length > PARTS_MAX ? { ...own, [OTHERS]: rest } : own;
}

function short(name: string): string {
  return name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1)}…` : name;
}
