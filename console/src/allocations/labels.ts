const KEY = /^[a-z0-9][a-z0-9._/-]{0,62}$/;
const VALUE = /^[A-Za-z0-9._-]{0,63}$/;

/** Parses a label such as `team` or `team=vision`; undefined if the server would reject it. */
export function parseLabel(text: string): { key: string; value: string } | undefined {
  const equals = text.indexOf("=");
  const key = (equals < 0 ? text : text.slice(0, equals)).trim();
  const value = equals < 0 ? "" : text.slice(equals + 1).trim();
  return KEY.test(key) && VALUE.test(value) ? { key, value } : undefined;
}

export function labelsOf(texts: string[]): Record<string, string> {
  return Object.fromEntries(texts.flatMap((text) => parseLabel(text) ?? []).map(({ key, value }) => [key, value]));
}

export function labelTexts(labels: Record<string, string>): string[] {
  return Object.entries(labels).map(([key, value]) => (value ? `${key}=${value}` : key));
}
