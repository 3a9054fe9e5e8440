import { Alert, Button, Card, Stack, Text } from "@mantine/core";
import { IconCheck, IconHourglass } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useCurrentProject } from "../app/me";
import { balanceOf } from "../billing/queries";
import { duration, money } from "../ui/format";
import { ProblemNote } from "../ui/note";
import { Lines } from "../ui/page";
import { Term } from "../ui/term";
import { estimateOf } from "./queries";
import { hourlyCost } from "./table";

/** Shows the price and current availability; re-queried on every change of the form. */
export function Estimate({
  projectId,
  sku,
  count,
  queue,
  typicalWait,
  onQueue,
}: {
  projectId: string;
  sku: string;
  count: number;
  queue: boolean;
  /** Seconds that recent requests for the SKU waited; absent if too few did. */
  typicalWait: number | undefined;
  onQueue: () => void;
}) {
  const estimate = useQuery(estimateOf(projectId, sku, count));
  if (estimate.isError) {
    return <ProblemNote error={estimate.error} />;
  }
  const cost = estimate.data?.hourly_cost;
  return (
    <Card aria-live="polite" aria-busy={estimate.isFetching}>
      <Text size="sm" c="dimmed" fw={500}>
        Estimate
      </Text>
      {!estimate.data ? (
        <Lines count={3} />
      ) : (
        <Stack gap="sm">
          {cost && (
            <div>
              <Text fz={30} fw={650} className="figure" lh={1.3}>
                {hourlyCost(cost)}
                <Text span c="dimmed" size="sm" fw={400}>
                  {" "}
                  per hour
                </Text>
              </Text>
              <Text size="sm" c="dimmed" className="figure">
                {hourlyCost({ ...cost, amount: String(Number(cost.amount) * 24) })} per day,{" "}
                {hourlyCost({ ...cost, amount: String(Number(cost.amount) * 24 * 30) })} per 30 days
              </Text>
              <Runway hourly={Number(cost.amount)} currency={cost.currency} />
            </div>
          )}
          {estimate.data.available ? (
            <Alert color="teal" icon={<IconCheck aria-hidden />} title="Available now" p="sm" />
          ) : (
            <Alert color="orange" icon={<IconHourglass aria-hidden />} title="Not available right now" p="sm">
              <Stack gap="xs">
                <Text size="sm">{estimate.data.reason ?? "All GPUs of this SKU are in use."}</Text>
                {typicalWait !== undefined && (
                  <Text size="sm">
                    <Term of="typical wait">Typical wait</Term>: {duration(typicalWait)}
                  </Text>
                )}
                {queue ? (
                  <Text size="sm">It will wait in the queue and start automatically.</Text>
                ) : (
                  <Button size="xs" variant="default" onClick={onQueue}>
                    Join the queue
                  </Button>
                )}
              </Stack>
            </Alert>
          )}
        </Stack>
      )}
    </Card>
  );
}

function Runway({ hourly, currency }: { hourly: number; currency: string }) {
  const { tenantId, can } = useCurrentProject();
  const balances = useQuery({ ...balanceOf(tenantId), enabled: tenantId !== undefined && can("billing.read") });
  const balance = balances.data?.find((one) => one.currency === currency);
  if (!balance || hourly <= 0) {
    return null;
  }
  const perHour = hourly * 1_000_000_000 + balance.burn_nanos_per_hour;
  return (
    <Text size="sm" c="dimmed">
      Your balance of {money(balance.available_nanos, currency)} would last{" "}
      {duration((balance.available_nanos / perHour) * 3600)}.
    </Text>
  );
}
