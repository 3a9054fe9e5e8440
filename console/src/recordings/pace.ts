import type { Playback } from "./playback";

/** A longer frame means the window was hidden; playback resumes where it was. */
const FRAME_SECONDS_MAX = 0.25;

export type Pace = { speed: number; skipsPauses: boolean };

/** Schedules a callback for the next frame with the time in milliseconds; the browser's or a test's. */
export type Frames = { request: (draw: (now: number) => void) => number; cancel: (frame: number) => void };

/** Advances a recording in real time until it ends or the returned function is called. */
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
