const ALLOWED = /^[A-Za-z0-9._-]{8,64}$/;

/** Extracts a correlation id from a pasted problem, log line or header; undefined if there is none. */
export function parseCorrelationId(text: string): string | undefined {
  const match = /^(?:x-)?correlation[-_ ]id["'\s:=]*([^"',\s]+)/i.exec(text.trim());
  const id = match?.[1] ?? text.trim();
  return ALLOWED.test(id) && /\d/.test(id) ? id : undefined;
}
