import type { Cast, CastEvent } from "./cast";

/** Where a recording is shown; a terminal in the page, a list in tests. */
export type Stage = { clear: (columns: number, rows: number) => void; show: (event: CastEvent) => void };

/** A pause longer than this is skipped when somebody wishes so. */
export const PAUSE_SECONDS_MAX = 2;

/** Plays a recording against a clock that its owner moves on. It never looks at the time by itself. */
export class Playback {
  /** Seconds since the recording began. */
  position: number;
  private next = 0;

  constructor(
    private readonly cast: Cast,
    private readonly stage: Stage,
  ) {
    this.position = this.begin;
    this.stage.clear(cast.columns, cast.rows);
    this.showUntil(this.begin);
  }

  /** A part of a recording begins later than the recording. */
  get begin(): number {
    return this.cast.events[0]?.at ?? 0;
  }

  get end(): number {
    return this.cast.seconds;
  }

  get isAtEnd(): boolean {
    return this.next >= this.cast.events.length;
  }

  advance(seconds: number, skipsPauses: boolean): void {
    const due = this.cast.events[this.next];
    const isPause = skipsPauses && due !== undefined && due.at - this.position > PAUSE_SECONDS_MAX;
    this.position = Math.min(this.end, isPause ? due.at : this.position + seconds);
    this.showUntil(this.position);
  }

  /** Back means anew from the beginning: what a screen shows depends on everything before. */
  seek(to: number): void {
    const target = Math.min(this.end, Math.max(this.begin, to));
    if (target < this.position) {
      this.stage.clear(this.cast.columns, this.cast.rows);
      this.next = 0;
    }
    this.position = target;
    this.showUntil(target);
  }

  private showUntil(time: number): void {
    for (let event = this.cast.events[this.next]; event && event.at <= time; event = this.cast.events[++this.next]) {
      this.stage.show(event);
    }
  }
}
