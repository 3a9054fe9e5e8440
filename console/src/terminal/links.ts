/** Where a link of a program leads, if to the web: nothing else is opened for a program. */
export function webAddress(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url.href : undefined;
}

/** The page that opens learns neither who opened it nor from where. */
export function openAddress(text: string): void {
  const address = webAddress(text);
  if (address) {
    window.open(address, "_blank", "noopener,noreferrer");
  }
}
