import type { App } from "./queries";

/** Apps that are enabled, or those that are not yet; a requested app is not enabled. */
export function shownApps(apps: App[], access: "enabled" | "available" | undefined): App[] {
  return access === undefined ? apps : apps.filter((app) => (app.access === "enabled") === (access === "enabled"));
}

/** All categories in order, with the chosen one even if no app has it any more. */
export function categoriesOf(apps: App[], chosen: string | undefined): string[] {
  return [...new Set([...apps.flatMap((app) => app.categories), ...(chosen ? [chosen] : [])])].sort((a, b) =>
    a.localeCompare(b),
  );
}
