type Pressed = Pick<KeyboardEvent, "ctrlKey" | "shiftKey" | "altKey" | "metaKey" | "key" | "code">;

/**
 * The key pressed with Ctrl and Shift: its letter or, on non-Latin layouts, the letter at the same position; any other
 * key by its position.
 */
export function shortcutOf({ ctrlKey, shiftKey, altKey, metaKey, key, code }: Pressed): string | undefined {
  if (!ctrlKey || !shiftKey || altKey || metaKey) {
    return undefined;
  }
  return /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, "").toLowerCase();
}
