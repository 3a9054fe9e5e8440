import type { Allocation } from "../api";

export type End = { at: string; because: "time limit" | "idle" };

/** The first automatic release of an active allocation. */
export function endOf({ state, expires_at, idle_release_at }: Allocation): End | undefined {
  if (state !== "active") {
    return undefined;
  }
  if (idle_release_at && (!expires_at || Date.parse(idle_release_at) < Date.parse(expires_at))) {
    return { at: idle_release_at, because: "idle" };
  }
  return expires_at ? { at: expires_at, because: "time limit" } : undefined;
}

const SOON_MS = 3_600_000;

/** True if the holder should be asked whether to postpone the release. */
export function endsSoon(end: End, now: number): boolean {
  return end.because === "idle" || Date.parse(end.at) - now < SOON_MS;
}

/** Seconds for the API: hours or minutes as typed, 0 for an empty field. */
export function secondsOf(typed: number | string, unit: 60 | 3600): number {
  return typed === "" ? 0 : Math.round(Number(typed) * unit);
}
