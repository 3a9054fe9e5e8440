import { Progress } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { offersOf } from "../allocations/queries";
import type { Allocation } from "../api";
import { costsOf } from "../billing/queries";
import { Figure } from "../ui/figure";
import { money, plural } from "../ui/format";
import { Sparkline } from "../ui/sparkline";
import { heldText } from "./held";
import { gpuQuotaOf, MEASURED_MAX, recentUseOf } from "./queries";
import { dailySpend, heldGpus } from "./use";

const SPEND_DAYS = 14;

export function Running({ projectId, allocations }: { projectId: string; allocations: Allocation[] }) {
  const offers = useQuery(offersOf(projectId));
  const active = allocations.filter((one) => one.state === "active");
  const coming = allocations.filter((one) => ["queued", "requested", "provisioning"].includes(one.state)).length;
  return (
    <Figure
      label="Active"
      value={plural(active.length, "allocation")}
      note={`${heldText(active, offers)}${coming > 0 ? `, ${coming} more pending` : ""}`}
    />
  );
}

/** How busy the GPUs are now. Slices are not measured, because they share their GPU. */
export function GpuUse({ allocations }: { allocations: Allocation[] }) {
  const active = allocations.filter((one) => one.state === "active");
  const asked = active.slice(0, MEASURED_MAX);
  const answers = useQueries({ queries: asked.map(recentUseOf) });
  const known = answers.flatMap((one) => one.data ?? []);
  const average = known.reduce((sum, one) => sum + one, 0) / known.length;
  const isPending = answers.some((one) => one.isPending);
  const note =
    active.length === 0
      ? "nothing is running"
      : known.length === 0
        ? "no measurements yet"
        : `average of ${plural(known.length, "GPU")}${active.length > asked.length ? ` of the newest ${MEASURED_MAX} allocations` : ""}`;
  return (
    <Figure
      label="GPU utilization"
      value={known.length > 0 ? `${Math.round(average)} %` : isPending && asked.length > 0 ? "…" : "—"}
      note={
        <>
          {known.length > 0 && <Progress value={average} size="sm" mb={4} aria-hidden />}
          {note}
        </>
      }
    />
  );
}

/** GPUs held against the project's quota. */
export function Quota({ projectId, allocations }: { projectId: string; allocations: Allocation[] }) {
  const offers = useQuery(offersOf(projectId));
  const quota = useQuery(gpuQuotaOf(projectId));
  if (!offers.data || quota.data === undefined || quota.data === null) {
    return (
      <Figure label="GPU quota" value={offers.isError || quota.isError || quota.data === null ? "Unknown" : "…"} />
    );
  }
  const held = heldGpus(allocations, offers.data);
  return (
    <Figure
      label="GPU quota"
      of="quota"
      value={`${held} of ${quota.data}`}
      note={
        <>
          <Progress value={quota.data > 0 ? (held / quota.data) * 100 : 100} size="sm" mb={4} aria-hidden />
          {plural(Math.max(0, quota.data - held), "GPU")} left in this project
        </>
      }
    />
  );
}

/** Spend of the newest days with its course. */
export function Spend({ tenantId }: { tenantId: string | undefined }) {
  const costs = useQuery(costsOf(tenantId, { group: "day", period: { days: SPEND_DAYS } }));
  const lines = costs.data?.items ?? [];
  const currencies = [...new Set(lines.map((line) => line.currency))];
  const days = currencies.map((currency) => dailySpend(lines, currency, SPEND_DAYS, Date.now()));
  const sum = (values: number[]) => values.reduce((all, one) => all + one, 0);
  const total = currencies.map((currency, number) => money(sum(days[number] ?? []), currency)).join(" + ");
  return (
    <Figure
      label={`Spend, last ${SPEND_DAYS} days`}
      value={costs.data ? total || "Nothing" : costs.isError ? "Unknown" : "…"}
      note={
        <>
          {days.length === 1 && <Sparkline values={days[0] ?? []} />}
          all projects of the tenant
        </>
      }
    />
  );
}
