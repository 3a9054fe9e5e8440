/** Control characters except tab and line ends: C0, DEL and C1. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
const LINE_ENDS = /\r\n|\r|\n/;

/**
 * Removes invisible control characters from pasted text: an escape sequence could end bracketed paste early, and the
 * rest would be executed.
 */
export function cleaned(pasted: string): { text: string; removed: number } {
  const text = pasted.replace(CONTROLS, "");
  return { text, removed: pasted.length - text.length };
}

/** A trailing newline does not start another line. */
export function linesOf(text: string): string[] {
  const lines = text.split(LINE_ENDS);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}
