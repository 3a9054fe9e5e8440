import type { Schemas } from "../api";
import { plural } from "../ui/format";
import { delays } from "./system/backlog";

export type Overview = Schemas["Overview"];

/** An issue that needs attention, with a link. */
export type Concern = { text: string; to: string; search?: { stuck?: true }; isGrave: boolean };

/** Charging runs every minute; this allows for several missed runs. */
const CHARGED_LATE_MS = 10 * 60_000;

/** Issues that need attention, most severe first. */
export function concerns({ fleet, queue, money, events }: Overview, now: number): Concern[] {
  const chargedLate = money.charged_until !== undefined && now - Date.parse(money.charged_until) > CHARGED_LATE_MS;
  const found: (Concern | false)[] = [
    !money.in_balance && { text: "The ledger does not balance", to: "/operator/finance", isGrave: true },
    chargedLate && {
      text: "Usage has not been charged for more than ten minutes",
      to: "/operator/health",
      isGrave: true,
    },
    fleet.troubled > 0 && {
      text: `${plural(fleet.troubled, "node")} in trouble`,
      to: "/operator/nodes",
      isGrave: true,
    },
    queue.stuck > 0 && {
      text: `${plural(queue.stuck, "allocation")} stuck`,
      to: "/operator/allocations",
      search: { stuck: true },
      isGrave: true,
    },
    queue.degraded > 0 && {
      text: `${plural(queue.degraded, "allocation")} degraded`,
      to: "/operator/allocations",
      isGrave: true,
    },
    events.exhausted > 0 && {
      text: `${plural(events.exhausted, "dead letter")} with no retries left`,
      to: "/operator/dead-letters",
      isGrave: true,
    },
    ...delays(events.backlog, now).map((sentence) => ({
      text: sentence.replace(/\.$/, ""),
      to: "/operator/dead-letters",
      isGrave: true,
    })),
    money.short_of_credit > 0 && {
      text: `${plural(money.short_of_credit, "tenant")} short of credit`,
      to: "/operator/finance",
      isGrave: false,
    },
    money.pending_adjustments > 0 && {
      text: `${plural(money.pending_adjustments, "adjustment")} waiting for approval`,
      to: "/operator/finance",
      isGrave: false,
    },
  ];
  return found.filter((one) => one !== false);
}

/** Sum over all GPU models. */
export function gpuSums(gpus: Overview["fleet"]["gpus"]) {
  const sum = (of: "taken" | "free" | "closed" | "out_of_service") => gpus.reduce((total, one) => total + one[of], 0);
  const [taken, free, closed, broken] = [sum("taken"), sum("free"), sum("closed"), sum("out_of_service")];
  return { taken, free, closed, broken, all: taken + free + closed + broken };
}
