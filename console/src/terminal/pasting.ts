/** Everything a keyboard sends to steer a program, but for tabs and ends of lines: C0, DEL and C1. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
const LINE_ENDS = /\r\n|\r|\n/;

/**
 * What somebody copied elsewhere, without what nobody saw there: an escape in it could end the bracket in which
 * programs expect what is pasted, and the rest would be run.
 */
export function cleaned(pasted: string): { text: string; removed: number } {
  const text = pasted.replace(CONTROLS, "");
  return { text, removed: pasted.length - text.length };
}

/** The end of the last line begins no other. */
export function linesOf(text: string): string[] {
  const lines = text.split(LINE_ENDS);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}
