import { useEffect, useSyncExternalStore } from "react";

/** A command of the palette. Ids are unique; a later command replaces an earlier one with the same id. */
export type Command = {
  id: string;
  label: string;
  description?: string;
  group: string /** Additional search words. */;
  keywords?: string;
  run: () => void;
};

const registered = new Map<object, Command[]>();
let snapshot: Command[] = [];
const listeners = new Set<() => void>();

function changed(): void {
  snapshot = [...new Map([...registered.values()].flat().map((command) => [command.id, command])).values()];
  for (const listener of listeners) {
    listener();
  }
}

/** Registers commands while the calling component is mounted. `commands` must be memoized. */
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
