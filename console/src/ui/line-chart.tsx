import "@mantine/charts/styles.css";
import { LineChart } from "@mantine/charts";
import { Text } from "@mantine/core";
import type { Series } from "./series";
import { merged } from "./series";

const COLORS = ["cyan.6", "grape.6", "orange.6", "teal.6", "blue.6", "pink.6", "lime.7", "red.6"];
const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** Line chart over time. Loaded lazily with the charting library. */
export default function TimeChart({ label, unit, series }: { label: string; unit: string; series: Series[] }) {
  const rows = merged(series);
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed" py="xl" ta="center">
        No data in this time range.
      </Text>
    );
  }
  return (
    <LineChart
      h={200}
      data={rows.map(({ at, ...values }) => ({ ...values, at: TIME.format(new Date(at)) }))}
      dataKey="at"
      series={series.map(({ name }, number) => ({ name, color: COLORS[number % COLORS.length] ?? "cyan.6" }))}
      unit={` ${unit}`}
      withDots={false}
      withLegend={series.length > 1}
      curveType="monotone"
      valueFormatter={(value) => value.toFixed(value < 10 ? 1 : 0)}
      lineChartProps={{ accessibilityLayer: true, title: label }}
    />
  );
}
