/** Connection timeout. */
export const CONNECT_MS = 10_000;
/** A gateway waits a minute for the host and reports a timeout. */
export const OPENING_MS = 65_000;
/** Silence after which a ping is sent… */
export const SILENCE_MS = 15_000;
/** …and the timeout of its response. */
export const ANSWER_MS = 10_000;
export const LOOK_MS = 2_500;

/**
 * Detects a dead connection, which a browser notices only after many minutes. Timers of hidden pages fire late, so a
 * ping is always sent before a connection counts as lost.
 */
export class Liveness {
  private stage: "connecting" | "opening" | "open" = "connecting";
  private since: number;
  private heardAt: number;
  private askedAt: number | undefined;
  private answers = false;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.since = now();
    this.heardAt = this.since;
  }

  connected(): void {
    this.stage = "opening";
    this.since = this.now();
  }

  /** Older hosts do not understand pings, so they get none. */
  opened(answersPings: boolean): void {
    this.stage = "open";
    this.answers = answersPings;
  }

  heard(): void {
    this.heardAt = this.now();
    this.askedAt = undefined;
  }

  look(): "wait" | "ask" | "lost" {
    const now = this.now();
    if (this.stage !== "open") {
      return now - this.since >= (this.stage === "connecting" ? CONNECT_MS : OPENING_MS) ? "lost" : "wait";
    }
    if (this.askedAt !== undefined) {
      return now - this.askedAt >= ANSWER_MS ? "lost" : "wait";
    }
    if (!this.answers || now - this.heardAt < SILENCE_MS) {
      return "wait";
    }
    this.askedAt = now;
    return "ask";
  }
}
