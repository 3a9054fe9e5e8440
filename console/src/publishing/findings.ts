/** A rule that a manifest breaks, as lint on the command line prints it. */
export type Fault = { code: string; pointer: string; sentence: string; line: number | undefined };

const FORM = /^([a-z][a-z0-9_]*): (.*?)(?: \(line (\d+)\))?$/s;

/** Reads a violation of createAppVersion: its message has the code first and the line last. */
export function faultOf({ field, message }: { field: string; message: string }): Fault {
  const [, code, sentence, line] = FORM.exec(message) ?? [];
  return {
    code: code ?? "",
    pointer: field === "" ? "/" : field,
    sentence: sentence ?? message,
    line: line === undefined ? undefined : Number(line),
  };
}

/** Where a line begins and ends in a text; lines count from 1. */
export function rangeOfLine(text: string, line: number): { start: number; end: number } {
  let start = 0;
  for (let number = 1; number < line; number++) {
    const end = text.indexOf("\n", start);
    if (end < 0) {
      break;
    }
    start = end + 1;
  }
  const end = text.indexOf("\n", start);
  return { start, end: end < 0 ? text.length : end };
}
