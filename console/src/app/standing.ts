import type { Project } from "../api";
import { asProblem } from "../api/problem";
import type { Place } from "./me";

type Asked<T> = { data: T | undefined; error: unknown };

/** How the project of an address stands: its pages can be shown, it is looked for, there is none, or asking failed. */
export type Standing = { kind: "open" } | { kind: "sought" } | { kind: "absent" } | { kind: "failed"; error: unknown };

/**
 * `project` is asked for when the places do not have it: of many tenants they list the first ones only. Pages are shown
 * while places are on their way, since they ask for their own things meanwhile.
 */
export function standingOf(projectId: string, me: Asked<unknown>, places: Asked<Place[]>, project: Asked<Project>): Standing {
  if (places.data?.some((place) => place.project.id === projectId)) {
    return { kind: "open" };
  }
  if (!places.data) {
    const error = me.error ?? places.error;
    return error ? { kind: "failed", error } : { kind: "open" };
  }
  if (project.error) {
    return [400, 403, 404].includes(asProblem(project.error).status) ? { kind: "absent" } : { kind: "failed", error: project.error };
  }
  return project.data ? { kind: "open" } : { kind: "sought" };
}
