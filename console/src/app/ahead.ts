import { newestAndHeld } from "../allocations/queries";
import { lastProject, lastTenant } from "./last-project";
import { me, permissionsOf, placesOf } from "./me";
import { queries } from "./queries";

/**
 * Prefetches the data of the first page in parallel while its chunk loads. The page itself reports failures.
 */
export async function askAhead(): Promise<void> {
  const known = await queries.fetchQuery(me);
  void queries.prefetchQuery(placesOf(known));
  const project = lastProject();
  if (location.pathname === "/" && project && permissionsOf(known, lastTenant(), project).has("allocations.read")) {
    void queries.prefetchQuery(newestAndHeld(project));
  }
}
