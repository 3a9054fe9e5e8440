import "@mantine/charts/styles.css";
import { LineChart } from "@mantine/charts";
import { Text } from "@mantine/core";
import { colorOf } from "./chart-colors";
import type { Series } from "./series";
import { merged } from "./series";
import { type Span, ticksOf, tickText } from "./time-axis";

const LABEL = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

type Props = {
  label: string;
  unit: string;
  series: Series[];
  /** The chosen time range; it is the axis, whatever part of it has data. */
  span: Span;
  /** Fixed end of the value axis; without it, the axis ends above the largest value. */
  max?: number | undefined;
  /** Charts with the same id share their crosshair. */
  syncId: string;
};

/** Line chart over time. Loaded lazily with the charting library. */
export default function TimeChart({ label, unit, series, span, max, syncId }: Props) {
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
      data={rows}
      dataKey="at"
      series={series.map(({ name }, number) => ({ name, color: colorOf(number) }))}
      unit={unit ? ` ${unit}` : ""}
      withDots={rows.length === 1}
      withLegend={false}
      curveType="linear"
      valueFormatter={(value) => value.toFixed(value < 10 ? 1 : 0)}
      xAxisProps={{
        type: "number",
        scale: "time",
        domain: [span.from, span.to],
        ticks: ticksOf(span),
        allowDataOverflow: true,
        tickFormatter: (at: number) => tickText(at, span),
      }}
      yAxisProps={{
        domain: [0, max ?? ((largest: number) => roundUp(largest))],
        allowDataOverflow: false,
        unit: "",
        width: 40,
        tickFormatter: (value: number) => String(Math.round(value * 10) / 10),
      }}
      tooltipProps={{ labelFormatter: (at) => labelText(Number(at)) }}
      lineChartProps={{ accessibilityLayer: true, title: label, syncId, syncMethod: "value" }}
    />
  );
}

/** Empty while the pointer is at no instant, which the library then leaves out. */
function labelText(at: number): string {
  return Number.isFinite(at) ? LABEL.format(at) : "";
}

/** The next number of one digit and zeros, or half of one, so that ticks are short. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  const steps = [1, 2, 4, 5, 8, 10];
  return (steps.find((step) => step * power >= value) ?? 10) * power;
}
