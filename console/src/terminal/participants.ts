import type { Present } from "./client";

/** Names a participant; the entry of the owner carries no name, so it comes from the record of the terminal. */
export function calledIn(one: Present, self: string, isOwner: boolean, ownerName: string | undefined): string {
  if (one.owner) {
    return isOwner ? "you" : (ownerName ?? "owner");
  }
  return one.name === self ? "you" : one.name;
}
