/** One line of an asciicast: seconds since the beginning, o(utput), i(nput), r(esize) or m(ark), and its text. */
export type CastEvent = { at: number; kind: string; text: string };

export type Cast = {
  columns: number;
  rows: number;
  events: CastEvent[];
  seconds: number;
  chars: number;
  isWhole: boolean;
};

/** Maximum characters of a recording held by the page; longer ones are loaded in parts. */
export const CAST_CHARS_MAX = 32_000_000;

const COLUMNS_MAX = 500;
const ROWS_MAX = 200;

/** Limits the recorded window size to what a browser can draw. */
export function boundedWindow(columns: number, rows: number): { columns: number; rows: number } {
  return { columns: bounded(columns, COLUMNS_MAX), rows: bounded(rows, ROWS_MAX) };
}

function bounded(count: number, max: number): number {
  return Number.isFinite(count) ? Math.min(max, Math.max(2, Math.floor(count))) : 80;
}

/** Parses an asciicast stream, independent of chunk boundaries. Skips lines it cannot parse. */
export class CastReader {
  private rest = "";
  private chars = 0;
  private window = { columns: 80, rows: 24 };
  private isHeaderRead = false;
  private readonly events: CastEvent[] = [];

  /** False if the limit is reached. */
  read(piece: string): boolean {
    this.chars += piece.length;
    if (this.chars > CAST_CHARS_MAX) {
      return false;
    }
    const lines = (this.rest + piece).split("\n");
    this.rest = lines.pop() ?? "";
    for (const line of lines) {
      this.line(line);
    }
    return true;
  }

  done(isWhole: boolean): Cast {
    this.line(this.rest);
    this.rest = "";
    return { ...this.window, events: this.events, seconds: this.events.at(-1)?.at ?? 0, chars: this.chars, isWhole };
  }

  private line(line: string): void {
    if (line.trim() === "") {
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      // Truncated last line of a part.
      return;
    }
    if (!this.isHeaderRead) {
      // Every field is optional and checked below.
      const header = value as { width?: number; height?: number };
      this.isHeaderRead = true;
      this.window = boundedWindow(header.width ?? 80, header.height ?? 24);
    } else if (
      Array.isArray(value) &&
      typeof value[0] === "number" &&
      typeof value[1] === "string" &&
      typeof value[2] === "string"
    ) {
      // Clocks may differ slightly; the player would never reach an event after the end.
      const at = Math.max(value[0], this.events.at(-1)?.at ?? 0);
      this.events.push({ at, kind: value[1], text: value[2] });
    }
  }
}

export function windowOf(text: string): { columns: number; rows: number } | undefined {
  const match = /^(\d+)x(\d+)$/.exec(text);
  return match ? boundedWindow(Number(match[1]), Number(match[2])) : undefined;
}

/** Appends the segments recorded since; they start with the window size and a keyframe. */
export function joined(cast: Cast, since: Cast): Cast {
  const known = new Set(cast.events.filter(({ kind }) => kind === "m").map(({ at, text }) => `${at} ${text}`));
  const window: CastEvent = {
    at: since.events[0]?.at ?? cast.seconds,
    kind: "r",
    text: `${since.columns}x${since.rows}`,
  };
  // An unreadable segment is a mark without duration, so it is repeated.
  const events = since.events.filter(({ at, kind, text }) => kind !== "m" || !known.has(`${at} ${text}`));
  return {
    ...cast,
    events: events.length > 0 ? [...cast.events, window, ...events] : cast.events,
    seconds: Math.max(cast.seconds, since.seconds),
    chars: cast.chars + since.chars,
    isWhole: cast.isWhole && since.isWhole,
  };
}
