import { Box, Card, ColorSwatch, Group, Skeleton, Text, Title, useMantineTheme } from "@mantine/core";
import { lazy, Suspense } from "react";
import { colorOf } from "./chart-colors";
import { type Series, summaryOf } from "./series";
import { Simulated } from "./simulated";
import type { Span } from "./time-axis";

// The charting library is large, so it is loaded only with charts.
const TimeChart = lazy(() => import("./line-chart"));

export type Chart = { title: string; unit: string; series: Series[]; max?: number | undefined };

/** A chart with its average and maximum. Charts of one page share their crosshair and one legend. */
export function ChartCard({
  chart: { title, unit, series, max },
  span,
  of,
}: {
  chart: Chart;
  span: Span;
  of: { simulated?: boolean };
}) {
  const summary = summaryOf(series);
  return (
    <Card padding="md" component="section" aria-label={title}>
      <Group justify="space-between" gap="xs" mb="sm" align="baseline">
        <Group gap="xs">
          <Title order={3} size="h6">
            {title}
          </Title>
          <Simulated by={of} />
        </Group>
        {summary && (
          <Text size="sm" c="dimmed" className="figure">
            avg {value(summary.average, unit)}, max {value(summary.maximum, unit)}
          </Text>
        )}
      </Group>
      <Suspense fallback={<Skeleton height={200} aria-busy="true" />}>
        <TimeChart label={title} unit={unit} series={series} span={span} max={max} syncId="page" />
      </Suspense>
    </Card>
  );
}

function value(number: number, unit: string): string {
  return `${number.toFixed(number < 10 ? 1 : 0)}${unit ? ` ${unit}` : ""}`;
}

/** The one legend of all charts of a page; a single line needs none. */
export function ChartLegend({ names }: { names: string[] }) {
  const theme = useMantineTheme();
  return names.length < 2 ? null : (
    <Group gap="md" component="ul" p={0} m={0} className="plain-list" aria-label="Legend">
      {names.map((name, number) => {
        const [color = "cyan", shade = "6"] = colorOf(number).split(".");
        return (
          <Box component="li" key={name}>
            <Group gap={6} wrap="nowrap">
              <ColorSwatch size={12} withShadow={false} color={theme.colors[color]?.[Number(shade)] ?? color} />
              <Text size="sm">{name}</Text>
            </Group>
          </Box>
        );
      })}
    </Group>
  );
}
