import { queryOptions, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Me, Project, Tenant } from "../api";
import { all, api, ask } from "../api/client";
import { ProblemError } from "../api/problem";

const TENANTS_MAX = 50;

export const me = queryOptions({ queryKey: ["me"], queryFn: () => ask(api.GET("/api/v1/me")), staleTime: 60_000 });

export function useMe() {
  return useQuery(me);
}

/** A project the caller can select, with its tenant if visible to the caller. */
export type Place = { project: Project; tenant: Tenant | undefined };

function findTenant(id: string): Promise<Tenant> {
  return ask(api.GET("/api/v1/tenants/{tenant_id}", { params: { path: { tenant_id: id } } }));
}

function findProjects(tenantId: string): Promise<Project[]> {
  return all((cursor) =>
    ask(
      api.GET("/api/v1/tenants/{tenant_id}/projects", {
        params: { path: { tenant_id: tenantId }, query: { limit: 100, ...(cursor ? { cursor } : {}) } },
      }),
    ),
  );
}

/** Tenants in which the caller can select every project, with their projects. */
async function findWholeTenants(me: Me): Promise<{ tenant: Tenant; projects: Project[] }[]> {
  if (permissionsOf(me).has("tenants.read")) {
    const page = await ask(api.GET("/api/v1/tenants", { params: { query: { limit: TENANTS_MAX } } }));
    return Promise.all(page.items.map(async (tenant) => ({ tenant, projects: await findProjects(tenant.id) })));
  }
  const ids = new Set(me.grants.filter((grant) => !grant.project_id).flatMap((grant) => grant.tenant_id ?? []));
  return Promise.all(
    [...ids].map(async (id) => {
      const [tenant, projects] = await Promise.all([findTenant(id), findProjects(id)]);
      return { tenant, projects };
    }),
  );
}

async function findProject(id: string): Promise<Project | undefined> {
  try {
    return await ask(api.GET("/api/v1/projects/{project_id}", { params: { path: { project_id: id } } }));
  } catch (error) {
    // A grant may briefly outlive its project.
    if (error instanceof ProblemError && error.status === 404) {
      return undefined;
    }
    throw error;
  }
}

async function findPlaces(me: Me): Promise<Place[]> {
  const whole = await findWholeTenants(me);
  const places = whole.flatMap(({ tenant, projects }) => projects.map((project): Place => ({ project, tenant })));
  const known = new Set(places.map((place) => place.project.id));
  const single = new Set(me.grants.flatMap((grant) => grant.project_id ?? []).filter((id) => !known.has(id)));
  for (const project of await Promise.all([...single].map(findProject))) {
    if (project) {
      places.push({ project, tenant: undefined });
    }
  }
  return places;
}

export function placesKey(principalId: string | undefined) {
  return ["places", principalId];
}

/** Projects the caller can work in; waits until the caller is loaded. */
export function placesOf(me: Me | undefined) {
  return queryOptions({
    queryKey: placesKey(me?.principal_id),
    // The query is enabled only when it is known.
    queryFn: () => findPlaces(me as Me),
    enabled: me !== undefined,
    staleTime: 60_000,
  });
}

export function usePlaces() {
  return useQuery(placesOf(useMe().data));
}

/** The caller's permissions: platform-wide, plus those granted in the given project or tenant. */
export function permissionsOf(me: Me, tenantId?: string, projectId?: string): Set<string> {
  return new Set(
    me.grants
      .filter(
        (grant) =>
          !grant.tenant_id || (grant.tenant_id === tenantId && (!grant.project_id || grant.project_id === projectId)),
      )
      .flatMap((grant) => grant.permissions),
  );
}

/** Trace page for a correlation id: platform-wide, in one of the caller's projects, or undefined. */
export function traceAddress(id: string, me: Me, project: Project | undefined): string | undefined {
  const tail = `trace/${encodeURIComponent(id)}`;
  if (permissionsOf(me).has("audit.read")) {
    return `/${tail}`;
  }
  return project && permissionsOf(me, project.tenant_id, project.id).has("traces.read")
    ? `/projects/${project.id}/${tail}`
    : undefined;
}

export function useProjectId(): string {
  const { projectId } = useParams({ strict: false });
  return projectId ?? "";
}

/** The project of the URL with the caller's permissions in it. */
export function useCurrentProject() {
  const projectId = useProjectId();
  const me = useMe();
  const places = usePlaces();
  const place = places.data?.find((one) => one.project.id === projectId);
  const tenantId = place?.project.tenant_id;
  const permissions = useMemo(
    () => (me.data ? permissionsOf(me.data, tenantId, projectId) : new Set<string>()),
    [me.data, tenantId, projectId],
  );
  return {
    projectId,
    tenantId,
    place,
    can: (permission: string) => permissions.has(permission),
    isKnown: places.isSuccess,
  };
}

/** The caller's platform-wide permissions. */
export function usePlatformPermissions(): Set<string> {
  const me = useMe();
  return useMemo(() => (me.data ? permissionsOf(me.data) : new Set<string>()), [me.data]);
}
