import type { Schemas } from "../../api";

export type Round = Schemas["BackgroundRound"];

/** The most important fact about a round: late, last run failed, running or waiting. */
export function stateOf(round: Round): "late" | "failed" | "running" | "waiting" {
  if (round.overdue) {
    return "late";
  }
  if (round.running) {
    return "running";
  }
  const failedLast =
    round.last_failed_at !== undefined &&
    round.last_started_at !== undefined &&
    Date.parse(round.last_failed_at) >= Date.parse(round.last_started_at);
  return failedLast ? "failed" : "waiting";
}

export function time(milliseconds: number): string {
  if (milliseconds < 1_000) {
    return `${milliseconds} ms`;
  }
  const seconds = milliseconds / 1_000;
  if (seconds < 120) {
    return `${Number(seconds.toFixed(1))} s`;
  }
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
