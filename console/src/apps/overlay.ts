/** Finds a fault in the text of an overlay, as far as the browser can; an empty text sets none. */
export function overlayFault(text: string): string | undefined {
  if (text.trim() === "") {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? undefined
      : "Must be a JSON object, for example one with properties.";
  } catch (error) {
    return error instanceof Error ? `Not JSON: ${error.message}` : "Not JSON.";
  }
}
