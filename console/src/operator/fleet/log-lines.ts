type Line = { at?: string; time?: string; level?: string; message?: string };

/** Splits a log into lines, independent of chunk boundaries, and formats our JSON lines as text. */
export class LogLines {
  private rest = "";

  /** The lines completed by this chunk. */
  read(piece: string): string {
    const lines = (this.rest + piece).split("\n");
    this.rest = lines.pop() ?? "";
    return lines.map((line) => `${readableLine(line)}\n`).join("");
  }

  /** The rest that was not terminated by a newline. */
  end(): string {
    const last = this.rest;
    this.rest = "";
    return last === "" ? "" : `${readableLine(last)}\n`;
  }
}

export function readableLine(line: string): string {
  if (!line.startsWith("{")) {
    return line;
  }
  try {
    // Any program may have written the line: a field of another type throws below, and the line is shown as it is.
    const { at, time, level, message, ...others } = JSON.parse(line) as Line & Record<string, unknown>;
    const when = at ?? time;
    if (message === undefined || when === undefined) {
      return line;
    }
    const named = Object.entries(others).map(
      ([name, value]) => ` ${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
    );
    return `${when.slice(0, 10)} ${when.slice(11, 23)} ${(level ?? "").toUpperCase().padEnd(5)} ${message}${named.join("")}`;
  } catch {
    // Not one of our JSON lines after all.
    return line;
  }
}
