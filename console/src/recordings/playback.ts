import { type Cast, type CastEvent, windowOf } from "./cast";

/** Output of a playback: a terminal in the page, a list in tests. */
export type Stage = { clear: (columns: number, rows: number) => void; show: (event: CastEvent) => void };

/** Pauses longer than this can be skipped. */
export const PAUSE_SECONDS_MAX = 2;

/** A keyframe redraws the whole screen, so earlier output can be skipped. Each segment has one. */
type Keyframe = { index: number; at: number; columns: number; rows: number };

/** Plays a recording against a clock advanced by its owner; it never reads the time itself. */
export class Playback {
  /** Seconds since the recording started. */
  position: number;
  private next = 0;
  private keyframes: Keyframe[];

  constructor(
    private cast: Cast,
    private readonly stage: Stage,
  ) {
    this.keyframes = keyframesOf(cast);
    this.position = this.begin;
    this.stage.clear(cast.columns, cast.rows);
    this.showUntil(this.begin);
  }

  /** Extends the recording and keeps the position. */
  extend(cast: Cast): void {
    this.cast = cast;
    this.keyframes = keyframesOf(cast);
  }

  /** A part starts later than the recording. */
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

  /** Screen content depends on all earlier output or the last keyframe, so seeking replays from there. */
  seek(to: number): void {
    const target = Math.min(this.end, Math.max(this.begin, to));
    const keyframe = this.lastKeyframe(target);
    const drawing = keyframe && this.cast.events[keyframe.index];
    if (drawing && (target < this.position || keyframe.index > this.next)) {
      this.stage.clear(keyframe.columns, keyframe.rows);
      this.stage.show({ ...drawing, kind: "o" });
      this.next = keyframe.index + 1;
    } else if (target < this.position) {
      this.stage.clear(this.cast.columns, this.cast.rows);
      this.next = 0;
    }
    this.position = target;
    this.showUntil(target);
  }

  private lastKeyframe(time: number): Keyframe | undefined {
    let low = 0;
    let high = this.keyframes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const between = this.keyframes[middle];
      if (between && between.at <= time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return this.keyframes[low - 1];
  }

  private showUntil(time: number): void {
    for (let event = this.cast.events[this.next]; event && event.at <= time; event = this.cast.events[++this.next]) {
      // The screen is current if everything before was shown.
      if (event.kind !== "k") {
        this.stage.show(event);
      }
    }
  }
}

function keyframesOf(cast: Cast): Keyframe[] {
  const found: Keyframe[] = [];
  let window = { columns: cast.columns, rows: cast.rows };
  cast.events.forEach((event, index) => {
    if (event.kind === "r") {
      window = windowOf(event.text) ?? window;
    } else if (event.kind === "k") {
      found.push({ index, at: event.at, ...window });
    }
  });
  return found;
}
