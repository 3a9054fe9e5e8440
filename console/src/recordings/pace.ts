import type { Playback } from "./playback";

/** A frame that took longer was one of a window nobody saw: it goes on where it was. */
const FRAME_SECONDS_MAX = 0.25;

export type Pace = { speed: number; skipsPauses: boolean };

/** What calls back when the next picture is drawn, with the time in milliseconds; a browser's, or a test's. */
export type Frames = { request: (draw: (now: number) => void) => number; cancel: (frame: number) => void };

/** Moves a recording on with the time that passes, until its end or until the answer is called. */
export function run(playback: Playback, pace: Pace, frames: Frames, onMoved: () => void): () => void {
  let before: number | undefined;
  let frame = frames.request(function draw(now) {
    const seconds = Math.min(FRAME_SECONDS_MAX, (now - (before ?? now)) / 1000);
    before = now;
    playback.advance(seconds * pace.speed, pace.skipsPauses);
    if (!playback.isAtEnd) {
      frame = frames.request(draw);
    }
    onMoved();
  });
  return () => frames.cancel(frame);
}
