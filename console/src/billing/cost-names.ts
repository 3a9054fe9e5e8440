import { useQueries, useQuery } from "@tanstack/react-query";
import { allocationsOf } from "../allocations/queries";
import { permissionsOf, useCurrentProject, useMe, usePlaces } from "../app/me";
import { projectMembers, tenantMembers } from "../project/queries";
import type { CostGroup } from "./queries";

/** Upper bound of projects whose names are loaded; others are shown by id. */
const PROJECTS_MAX = 20;

/** Names of cost groups. Loads only what the current grouping needs. */
export function useCostNames(tenantId: string, group: CostGroup): (line: string) => string {
  const me = useMe().data;
  const places = usePlaces().data ?? [];
  const projects = places
    .filter((place) => place.project.tenant_id === tenantId)
    .map((place) => place.project)
    .slice(0, PROJECTS_MAX);
  const may = (permission: string, projectId?: string) =>
    me !== undefined && permissionsOf(me, tenantId, projectId).has(permission);
  const held = useQueries({
    queries: projects.map(({ id }) => ({
      ...allocationsOf(id),
      enabled: group === "allocation" && may("allocations.read", id),
    })),
  });
  const members = useQueries({
    queries: projects.map(({ id }) => ({
      ...projectMembers(id),
      enabled: group === "user" && may("project_members.read", id),
    })),
  });
  const leaders = useQuery({ ...tenantMembers(tenantId), enabled: group === "user" && may("members.read") });
  switch (group) {
    case "project":
      return (line) => projects.find((one) => one.id === line)?.name ?? line;
    case "allocation": {
      const names = new Map(held.flatMap((one) => one.data ?? []).map((one) => [one.id, one.name]));
      return (line) => (line === "" ? "App usage" : (names.get(line) ?? line));
    }
    case "user": {
      const known = [...members, leaders].flatMap((one) => one.data ?? []);
      const names = new Map(known.map((one) => [one.principal_id, one.display_name]));
      return (line) => names.get(line) ?? line;
    }
    case "label":
      return (line) => line || "No such label";
    case "app":
      return (line) => line || "No app";
    case "day":
    case "sku":
      return (line) => line;
  }
}

/** Label keys in use in the current project. */
export function useLabelKeys(): string[] {
  const { projectId, can } = useCurrentProject();
  const allocations = useQuery({ ...allocationsOf(projectId), enabled: can("allocations.read") });
  return [...new Set((allocations.data ?? []).flatMap((one) => Object.keys(one.labels)))].sort((a, b) =>
    a.localeCompare(b),
  );
}
