type Pressed = Pick<KeyboardEvent, "ctrlKey" | "shiftKey" | "altKey" | "metaKey" | "key" | "code">;

/**
 * What is pressed together with Ctrl and Shift: the letter on the key, or, where the layout has other letters there, the
 * one in its place; any other key by its place.
 */
export function shortcutOf({ ctrlKey, shiftKey, altKey, metaKey, key, code }: Pressed): string | undefined {
  if (!ctrlKey || !shiftKey || altKey || metaKey) {
    return undefined;
  }
  return /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, "").toLowerCase();
}
