import { Alert, Button, Card, Stack, Text } from "@mantine/core";
import { IconCheck, IconHourglass } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useCurrentProject } from "../app/me";
import { balanceOf } from "../billing/queries";
import { duration, money } from "../ui/format";
import { ProblemNote } from "../ui/note";
import { Lines } from "../ui/page";
import { estimateOf } from "./queries";
import { hourlyCost } from "./table";

/** What it would cost and whether it could be had now, asked of the server with every change. */
export function Estimate({ projectId, sku, count, queue, onQueue }: { projectId: string; sku: string; count: number; queue: boolean; onQueue: () => void }) {
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
                {hourlyCost({ ...cost, amount: String(Number(cost.amount) * 24) })} a day, {hourlyCost({ ...cost, amount: String(Number(cost.amount) * 24 * 30) })} in 30 days
              </Text>
              <Runway hourly={Number(cost.amount)} currency={cost.currency} />
            </div>
          )}
          {estimate.data.available ? (
            <Alert color="teal" icon={<IconCheck aria-hidden />} title="Free now" p="sm" />
          ) : (
            <Alert color="orange" icon={<IconHourglass aria-hidden />} title="It cannot begin now" p="sm">
              <Stack gap="xs">
                <Text size="sm">{estimate.data.reason ?? "Everything of this kind is taken."}</Text>
                {queue ? (
                  <Text size="sm">It will wait in the queue and begin by itself.</Text>
                ) : (
                  <Button size="xs" variant="default" onClick={onQueue}>
                    Wait in the queue
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
      With it, {money(balance.available_nanos, currency)} last {duration((balance.available_nanos / perHour) * 3600)}.
    </Text>
  );
}
