import type { Schemas } from "../api";
import type { CastEvent } from "./cast";

export type Chain = { isWhole: boolean; text: string };

/**
 * Whether each segment carries the digest of the one before, as the server found when it read them. The player's marks
 * say where it does not.
 */
export function chainOf(segments: Pick<Schemas["RecordingSegment"], "number">[], events: CastEvent[]): Chain {
  const missing = segments.reduce((count, { number }, index) => count + number - (index === 0 ? 0 : segments[index - 1]!.number + 1), 0);
  const broken = events.filter(({ kind, text }) => kind === "m" && text.startsWith("chain broken")).length;
  if (missing > 0 || broken > 0) {
    const faults = [missing > 0 ? counted(missing, "segment") + " missing" : "", broken > 0 ? `broken in ${counted(broken, "place")}` : ""];
    return { isWhole: false, text: `Chain: ${faults.filter(Boolean).join(", ")}` };
  }
  return { isWhole: true, text: `Chain unbroken, ${counted(segments.length, "segment")}` };
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
