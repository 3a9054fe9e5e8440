import { expect, test } from "vitest";
import { CAST_CHARS_MAX, type CastEvent, CastReader, joined, windowOf } from "./cast";
import { Playback } from "./playback";

const TEXT =
  '{"version":2,"width":100,"height":30}\n[0.5,"o","a"]\n[1,"r","120x40"]\n[9,"o","b"]\n[10,"m","ended: left"]\n';

function castOf(text: string, size = 7) {
  const reader = new CastReader();
  for (let at = 0; at < text.length; at += size) {
    reader.read(text.slice(at, at + size));
  }
  return reader.done(true);
}

test("a cast is read however it is cut into pieces", () => {
  const cast = castOf(TEXT);
  expect([cast.columns, cast.rows, cast.seconds]).toEqual([100, 30, 10]);
  expect(cast.events.map((event) => event.text)).toEqual(["a", "120x40", "b", "ended: left"]);
});

test("invalid lines are skipped and window sizes are bounded", () => {
  const cast = castOf('{"width":99999999,"height":-1}\nnonsense\n[1,2,3]\n["x","o","a"]\n[2,"o","b"]\n[3,"o"');
  expect([cast.columns, cast.rows]).toEqual([500, 2]);
  expect(cast.events).toEqual([{ at: 2, kind: "o", text: "b" }]);
  expect(windowOf("4000000000x4000000000")).toEqual({ columns: 500, rows: 200 });
  expect(windowOf("1x")).toBeUndefined();
});

test("no more is held than a page can hold", () => {
  const reader = new CastReader();
  expect(reader.read("x".repeat(CAST_CHARS_MAX))).toBe(true);
  expect(reader.read("x")).toBe(false);
});

function played() {
  let shown: string[] = [];
  const stage = { clear: () => (shown = []), show: (event: CastEvent) => shown.push(event.text) };
  return { playback: new Playback(castOf(TEXT), stage), shown: () => shown };
}

test("time shows what was printed, and going back shows it once", () => {
  const { playback, shown } = played();
  playback.advance(0.6, false);
  expect(shown()).toEqual(["a", "120x40"]);
  playback.seek(9.5);
  expect(shown()).toEqual(["a", "120x40", "b"]);
  playback.seek(0.7);
  expect(shown()).toEqual(["a"]);
  playback.seek(99);
  expect(shown()).toHaveLength(4);
  expect(playback.isAtEnd).toBe(true);
});

test("long pauses are skipped only when somebody wishes so", () => {
  const { playback, shown } = played();
  playback.seek(2);
  playback.advance(0.1, false);
  expect(shown()).not.toContain("b");
  playback.advance(0.1, true);
  expect(shown()).toContain("b");
});

/** A thousand lines of output, a keyframe every hundred, and a larger window from the middle on. */
function long() {
  const lines = ['{"version":2,"width":80,"height":24}'];
  for (let at = 0; at < 1_000; at++) {
    if (at === 500) {
      lines.push('[500,"r","120x40"]');
    }
    if (at > 0 && at % 100 === 0) {
      lines.push(`[${at},"k","screen at ${at}"]`);
    }
    lines.push(`[${at},"o","${at}"]`);
  }
  let shown: string[] = [];
  let window = "";
  const stage = {
    clear: (columns: number, rows: number) => {
      window = `${columns}x${rows}`;
      shown = [];
    },
    show: (event: CastEvent) => shown.push(event.text),
  };
  return { playback: new Playback(castOf(`${lines.join("\n")}\n`), stage), shown: () => shown, window: () => window };
}

test("seeking back begins at the last keyframe, with the window of that time", () => {
  const { playback, shown, window } = long();
  playback.seek(999);
  playback.seek(750.5);
  expect(shown()).toEqual(["screen at 700", ...Array.from({ length: 51 }, (_, line) => String(700 + line))]);
  expect(window()).toBe("120x40");
  playback.seek(203);
  expect(shown()).toEqual(["screen at 200", "200", "201", "202", "203"]);
  expect(window()).toBe("80x24");
  playback.advance(1, false);
  expect(shown().at(-1)).toBe("204");
  playback.seek(50);
  expect(shown()).toHaveLength(51);
  expect(window()).toBe("80x24");
});

test("seeking forward passes over what a keyframe draws, and playing shows no keyframe", () => {
  const { playback, shown } = long();
  playback.seek(950);
  expect(shown()[0]).toBe("screen at 900");
  expect(shown()).toHaveLength(52);
  playback.seek(951);
  expect(shown().at(-1)).toBe("951");
  expect(shown()).toHaveLength(53);
  playback.seek(0);
  playback.advance(350, false);
  expect(shown()).toHaveLength(351);
  expect(shown().join()).not.toContain("screen");
});

/** As the server plays a recording whose window changed while nothing was printed: size, screen, and the size once more. */
test("a keyframe at which the window changes is shown in its own window", () => {
  const lines = [
    '{"version":2,"width":80,"height":24}',
    '[0,"o","a"]',
    '[9,"r","120x40"]',
    '[9,"k","wide"]',
    '[9,"r","120x40"]',
    '[10,"o","b"]',
  ];
  let window = "";
  const stage = { clear: (columns: number, rows: number) => (window = `${columns}x${rows}`), show: () => undefined };
  const playback = new Playback(castOf(`${lines.join("\n")}\n`), stage);
  playback.seek(9.5);
  expect(window).toBe("120x40");
  playback.seek(1);
  expect(window).toBe("80x24");
});

test("new segments continue playback in their own window size", () => {
  const shown: string[] = [];
  const stage = { clear: () => undefined, show: (event: CastEvent) => shown.push(event.text) };
  const cast = castOf(TEXT);
  const playback = new Playback(cast, stage);
  playback.seek(10);
  const since = castOf('{"width":90,"height":20}\n[12,"o","screen"]\n[13,"o","c"]\n[13,"m","lost: 1 bytes"]\n');
  const longer = joined(cast, since);
  playback.extend(longer);
  expect([playback.isAtEnd, playback.position, playback.end]).toEqual([false, 10, 13]);
  playback.advance(3, false);
  expect(shown.slice(-4)).toEqual(["90x20", "screen", "c", "lost: 1 bytes"]);
  expect(joined(longer, castOf('{"width":90,"height":20}\n[13,"m","lost: 1 bytes"]\n')).events).toEqual(longer.events);
});

test("a recording whose times go back comes to its end", () => {
  const cast = castOf('{"width":80,"height":24}\n[1,"o","a"]\n[2.5,"k","screen"]\n[2.4,"r","90x20"]\n');
  const playback = new Playback(cast, { clear: () => undefined, show: () => undefined });
  playback.advance(10, false);
  expect([playback.isAtEnd, playback.end]).toEqual([true, 2.5]);
});
