/** A request that failed, without anything that could be secret: no query, no body. */
export type Failure = {
  /** Counts the failures of this tab. */
  number: number;
  at: string;
  status: number;
  code: string;
  message: string;
  path: string;
  correlationId?: string;
};

const KEPT_MAX = 20;
const MESSAGE_MAX = 300;

let kept: readonly Failure[] = [];
let count = 0;

/** Keeps the newest failures of this tab for a problem report; older ones are forgotten. */
export function keepFailure(failure: Omit<Failure, "number">): void {
  count++;
  kept = [{ number: count, ...failure, message: failure.message.slice(0, MESSAGE_MAX) }, ...kept].slice(0, KEPT_MAX);
}

/** The newest failures first. */
export function keptFailures(): readonly Failure[] {
  return kept;
}
