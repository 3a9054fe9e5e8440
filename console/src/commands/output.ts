/** How much of each output is shown: the newest. */
export const SHOWN_BYTES_MAX = 512 * 1024;

/** The newest part of an output, put together from pieces. */
export type Shown = {
  /** Where the next piece begins. */
  offset: number;
  /** How many bytes before the text are not shown. */
  leftOut: number;
  bytes: Uint8Array;
};

export const NOTHING: Shown = { offset: 0, leftOut: 0, bytes: new Uint8Array() };

/** Where to read on, given how much is stored. Skips what would not be shown. */
export function nextOffset(shown: Shown, stored: number): number | undefined {
  const from = Math.max(shown.offset, stored - SHOWN_BYTES_MAX);
  return from < stored ? from : undefined;
}

/** Adds a piece that begins at the given byte, and drops the oldest bytes beyond the limit. */
export function added(shown: Shown, from: number, piece: Uint8Array): Shown {
  const before = from === shown.offset ? shown.bytes : new Uint8Array();
  const all = new Uint8Array(before.length + piece.length);
  all.set(before);
  all.set(piece, before.length);
  const bytes = all.subarray(Math.max(0, all.length - SHOWN_BYTES_MAX));
  const offset = from + piece.length;
  return { offset, leftOut: offset - bytes.length, bytes };
}

// A title that is never closed ends with its line, so that it hides nothing after it.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** The text without colours and control characters; of a line that was written over, what was written last. */
export function readable(bytes: Uint8Array): string {
  return new TextDecoder()
    .decode(bytes)
    .replace(ESCAPES, "")
    .split("\n")
    .map(lastWritten)
    .join("\n")
    .replace(CONTROLS, "");
}

function lastWritten(line: string): string {
  let end = line.length;
  while (line[end - 1] === "\r") {
    end--;
  }
  return line.slice(line.lastIndexOf("\r", end - 1) + 1, end);
}
