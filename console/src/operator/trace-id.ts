const ALLOWED = /^[A-Za-z0-9._-]{8,64}$/;

/** A correlation id somebody pasted: out of a problem, a log line or a header; undefined when it is none. */
export function parseCorrelationId(text: string): string | undefined {
  const match = /^(?:x-)?correlation[-_ ]id["'\s:=]*([^"',\s]+)/i.exec(text.trim());
  const id = match?.[1] ?? text.trim();
  return ALLOWED.test(id) && /\d/.test(id) ? id : undefined;
}
