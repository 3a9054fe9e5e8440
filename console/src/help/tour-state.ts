import { useSyncExternalStore } from "react";

const KEY = "gpuaas.tour";

/** The step shown, or undefined while the tour is not running. */
let step: number | undefined;
const listeners = new Set<() => void>();

function go(next: number | undefined): void {
  step = next;
  for (const listener of listeners) {
    listener();
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True if the person took or skipped the tour in this browser. */
function isSeen(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // Without storage the offer would come back on every visit.
    return true;
  }
}

function see(): void {
  try {
    localStorage.setItem(KEY, "seen");
  } catch {
    // Nothing to keep it in.
  }
  go(undefined);
}

export function useTour() {
  const shown = useSyncExternalStore(subscribe, () => step);
  const seen = useSyncExternalStore(subscribe, isSeen);
  return { step: shown, isNew: !seen && shown === undefined, start: () => go(0), goTo: go, end: see };
}
