import type { Schemas } from "../api";
import type { Cast } from "./cast";

export type Chain = { isWhole: boolean; text: string };

type Numbered = Pick<Schemas["RecordingSegment"], "number" | "to_millis">;

/** Segments that the page has loaded. */
export function loadedOf<S extends Numbered>(
  segments: S[],
  cast: Pick<Cast, "seconds" | "isWhole">,
  fromSegment: number,
  isRunning: boolean,
): S[] {
  const isAll = cast.isWhole && !isRunning;
  return segments.filter((segment) => segment.number >= fromSegment && (isAll || isLoaded(segment, cast)));
}

export function isLoaded(segment: Numbered, cast: Pick<Cast, "seconds">): boolean {
  // Segment times are truncated to milliseconds; event times are not.
  return segment.to_millis < cast.seconds * 1000 + 0.5;
}

/**
 * Verifies that each loaded segment is unaltered and linked to the previous one, based on the server's marks in the
 * recording. Covers loaded segments only.
 */
export function chainOf(loaded: Numbered[], events: Cast["events"], isPart: boolean): Chain {
  const missing = loaded.reduce((count, { number }, index) => {
    const previous = loaded[index - 1];
    return count + (previous ? number - previous.number - 1 : isPart ? 0 : number);
  }, 0);
  const marked = (word: string) => events.filter(({ kind, text }) => kind === "m" && text.startsWith(word)).length;
  const gone = missing + marked("missing:");
  const altered = marked("altered:");
  const broken = marked("chain broken:");
  const faults = [
    gone > 0 ? `${counted(gone, "segment")} missing` : "",
    altered > 0 ? `${counted(altered, "segment")} altered` : "",
    broken > 0 ? `broken in ${counted(broken, "place")}` : "",
  ].filter(Boolean);
  const soFar = isPart ? " so far" : "";
  return faults.length > 0
    ? { isWhole: false, text: `Chain${soFar}: ${faults.join(", ")}` }
    : { isWhole: true, text: `Chain intact${soFar}, ${counted(loaded.length, "segment")}` };
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
