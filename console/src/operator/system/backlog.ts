import type { Schemas } from "../../api";

export type Backlog = Schemas["EventBacklog"];
export type Waiting = Schemas["WaitingEvents"];

/** Longer than any wait in normal operation. */
const LATE_MS = 30_000;
const NUMBER = new Intl.NumberFormat("en-US");

export function isLate({ oldest_at }: Waiting, now: number): boolean {
  return oldest_at !== undefined && now - Date.parse(oldest_at) > LATE_MS;
}

export function counted({ count, more }: Waiting): string {
  return `${more ? "more than " : ""}${NUMBER.format(count)} ${count === 1 ? "event" : "events"}`;
}

/** Delays in event delivery, in sentences. */
export function delays({ outbox, bus_reachable, consumers }: Backlog, now: number): string[] {
  return [
    ...(bus_reachable ? [] : ["The event bus is not responding."]),
    ...(isLate(outbox, now) ? [`Publishing is delayed: ${counted(outbox)}.`] : []),
    ...consumers
      .filter(({ waiting }) => isLate(waiting, now))
      .map(({ consumer, waiting }) => `${consumer} is ${counted(waiting)} behind.`),
  ];
}
