/** A connection is made within this, or not at all. */
export const CONNECT_MS = 10_000;
/** A gateway waits a minute for the host, and says so when it does not come. */
export const OPENING_MS = 65_000;
/** After so much silence the terminal is asked whether it is there… */
export const SILENCE_MS = 15_000;
/** …and so long its answer may take. */
export const ANSWER_MS = 10_000;
export const LOOK_MS = 2_500;

/**
 * Whether the other end of a connection is still there. The network may fall silent without a word, which a browser
 * notices after many minutes. Timers of hidden pages come late: lateness alone loses nothing, since a question is always
 * asked first.
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

  /** A host of an earlier version takes the question for nonsense; it is not asked. */
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
