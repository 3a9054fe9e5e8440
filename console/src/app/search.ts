type Said = Record<string, unknown>;

/** Reads the named texts of a URL's search. The router parses numbers and booleans, which may be meant as texts. */
export function texts<Name extends string>(...names: Name[]) {
  return (said: Said): { [N in Name]?: string | undefined } => {
    const known = names.flatMap((name) => {
      const value = said[name];
      return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
        ? [[name, String(value)] as const]
        : [];
    });
    // The keys are names, but fromEntries widens them to string.
    return Object.fromEntries(known) as { [N in Name]?: string };
  };
}

/** Reads one of the given values; others are ignored. */
export function oneOf<Name extends string, T extends string>(name: Name, values: readonly T[]) {
  return (said: Said): { [N in Name]?: T | undefined } => {
    const value = values.find((one) => one === said[name]);
    // A computed key widens to string.
    return (value === undefined ? {} : { [name]: value }) as { [N in Name]?: T };
  };
}

/** Reads switches that are on. */
export function switches<Name extends string>(...names: Name[]) {
  return (said: Said): { [N in Name]?: true | undefined } => {
    const on = names.filter((name) => said[name] === true).map((name) => [name, true] as const);
    // The keys are names, but fromEntries widens them to string.
    return Object.fromEntries(on) as { [N in Name]?: true };
  };
}

/** Search without the values that are empty, so that they are not in the URL. */
export function withoutEmpty<T extends object>(search: T): { [K in keyof T]?: NonNullable<T[K]> } {
  // Every remaining entry has a value, but the type of fromEntries does not say so.
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}

/** Reads the named numbers. */
export function numbers<Name extends string>(...names: Name[]) {
  return (said: Said): { [N in Name]?: number | undefined } => {
    const known = names.flatMap((name) => {
      const value = said[name];
      return typeof value === "number" ? [[name, value] as const] : [];
    });
    // The keys are names, but fromEntries widens them to string.
    return Object.fromEntries(known) as { [N in Name]?: number };
  };
}
