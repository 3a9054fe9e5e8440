import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import { Stack, Text } from "@mantine/core";
import { money, plural } from "../ui/format";
import type { Bars } from "./cost-bars";

const NAME_MAX = 18;

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
            data={bars.map((bar) => ({ group: short(bar.name), Cost: bar.nanos }))}
            dataKey="group"
            series={[{ name: "Cost", color: "cyan.7" }]}
            valueFormatter={(nanos) => money(nanos, currency)}
            yAxisProps={{ width: 76 }}
            maxBarWidth={48}
          />
        </Stack>
      ))}
    </Stack>
  );
}

function short(name: string): string {
  return name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1)}…` : name;
}
