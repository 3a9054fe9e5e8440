import { useEffect, useSyncExternalStore } from "react";

/** Something the command palette offers. Ids are unique; a later one of the same id replaces the former. */
export type Command = { id: string; label: string; description?: string; group: string; /** Found by these words, too. */ keywords?: string; run: () => void };

const registered = new Map<object, Command[]>();
let snapshot: Command[] = [];
const listeners = new Set<() => void>();

function changed(): void {
  snapshot = [...new Map([...registered.values()].flat().map((command) => [command.id, command])).values()];
  listeners.forEach((listener) => listener());
}

/** Offers commands as long as the calling component is shown. `commands` must be kept by useMemo. */
export function useCommands(commands: Command[]): void {
  useEffect(() => {
    const owner = {};
    registered.set(owner, commands);
    changed();
    return () => {
      registered.delete(owner);
      changed();
    };
  }, [commands]);
}

export function useOfferedCommands(): Command[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => snapshot,
  );
}
