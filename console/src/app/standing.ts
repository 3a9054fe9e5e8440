import type { Project } from "../api";
import { asProblem } from "../api/problem";
import type { Place } from "./me";

type Asked<T> = { data: T | undefined; error: unknown };

/** State of the URL's project: open, loading, absent, or failed to load. */
export type Standing = { kind: "open" } | { kind: "sought" } | { kind: "absent" } | { kind: "failed"; error: unknown };

/**
 * `project` is queried if the places do not contain it, because they list only the first tenants. Pages render while
 * places load, so that their own queries run in parallel.
 */
export function standingOf(
  projectId: string,
  me: Asked<unknown>,
  places: Asked<Place[]>,
  project: Asked<Project>,
): Standing {
  if (places.data?.some((place) => place.project.id === projectId)) {
    return { kind: "open" };
  }
  if (!places.data) {
    const error = me.error ?? places.error;
    return error ? { kind: "failed", error } : { kind: "open" };
  }
  if (project.error) {
    return [400, 403, 404].includes(asProblem(project.error).status)
      ? { kind: "absent" }
      : { kind: "failed", error: project.error };
  }
  return project.data ? { kind: "open" } : { kind: "sought" };
}
