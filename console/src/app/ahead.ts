import { newestAndHeld } from "../allocations/queries";
import { lastProject, lastTenant } from "./last-project";
import { me, permissionsOf, placesOf } from "./me";
import { queries } from "./queries";

/**
 * Asks for what the first page shows while its files are still being read, and all at once. Whoever shows it says what
 * failed.
 */
export async function askAhead(): Promise<void> {
  const known = await queries.fetchQuery(me);
  void queries.prefetchQuery(placesOf(known));
  const project = lastProject();
  if (location.pathname === "/" && project && permissionsOf(known, lastTenant(), project).has("allocations.read")) {
    void queries.prefetchQuery(newestAndHeld(project));
  }
}
