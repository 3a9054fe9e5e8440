/** Normalizes a link printed by a program; undefined unless it is a web link. */
export function webAddress(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url.href : undefined;
}

/** Opens a page without opener and referrer. */
export function openAddress(text: string): void {
  const address = webAddress(text);
  if (address) {
    window.open(address, "_blank", "noopener,noreferrer");
  }
}
