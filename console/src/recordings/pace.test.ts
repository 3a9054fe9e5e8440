import { expect, test } from "vitest";
import { CastReader } from "./cast";
import { run } from "./pace";
import { Playback } from "./playback";

/** Something is printed every second for ten minutes; pictures are drawn sixty times a second. */
function played(speed: number, millis: number, gap = 1000 / 60) {
  const reader = new CastReader();
  reader.read('{"version":2,"width":80,"height":24}\n');
  for (let at = 0; at <= 600; at++) {
    reader.read(`[${at},"o","${at}"]\n`);
  }
  const playback = new Playback(reader.done(true), { clear: () => undefined, show: () => undefined });
  let due: ((now: number) => void) | undefined;
  let moves = 0;
  const stop = run(
    playback,
    { speed, skipsPauses: true },
    {
      request: (draw) => {
        due = draw;
        return 1;
      },
      cancel: () => {
        due = undefined;
      },
    },
    () => moves++,
  );
  for (let now = 5_000; now <= 5_000 + millis + 0.001 && due; now += gap) {
    const draw = due;
    due = undefined;
    draw(now);
  }
  return { playback, stop, moves: () => moves, isDue: () => due !== undefined };
}

test("a recording moves on as fast as somebody wishes", () => {
  for (const speed of [0.5, 1, 2, 4, 8, 16]) {
    expect(played(speed, 10_000).playback.position).toBeCloseTo(10 * speed, 3);
  }
});

test("nothing is passed over while nobody saw it", () => {
  expect(played(1, 60_000, 60_000).playback.position).toBeCloseTo(0.25, 3);
});

test("at the end nothing moves any more, nor when it was stopped", () => {
  const over = played(16, 60_000);
  expect([over.playback.position, over.isDue()]).toEqual([600, false]);
  const stopped = played(1, 1_000);
  stopped.stop();
  expect(stopped.isDue()).toBe(false);
});
