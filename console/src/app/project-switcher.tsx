import { Select } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { lastProject, rememberProject } from "./last-project";
import { permissionsOf, useMe, usePlaces, useProjectId } from "./me";

/** The project of the address or, on pages outside a project, the one looked at last. */
export function useShownProject() {
  const inAddress = useProjectId();
  const me = useMe();
  const places = usePlaces();
  const id = inAddress || lastProject();
  const place = places.data?.find((one) => one.project.id === id) ?? (inAddress ? undefined : places.data?.[0]);
  const project = place?.project;
  if (!project || !me.data) {
    return undefined;
  }
  const permissions = permissionsOf(me.data, project.tenant_id, project.id);
  return { id: project.id, tenantId: project.tenant_id, name: project.name, can: (permission: string) => permissions.has(permission) };
}

export function ProjectSwitcher() {
  const places = usePlaces();
  const shown = useShownProject();
  const inAddress = useProjectId();
  const tenantId = shown?.tenantId;
  const navigate = useNavigate();
  useEffect(() => {
    if (inAddress) {
      rememberProject(inAddress, tenantId);
    }
  }, [inAddress, tenantId]);
  const tenants = new Map<string, { value: string; label: string }[]>();
  for (const { project, tenant } of places.data ?? []) {
    const group = tenant?.name ?? "Projects";
    tenants.set(group, [...(tenants.get(group) ?? []), { value: project.id, label: project.name }]);
  }
  if (tenants.size === 0) {
    return null;
  }
  return (
    <Select
      aria-label="Project"
      data={[...tenants].map(([group, items]) => ({ group, items }))}
      value={shown?.id ?? null}
      onChange={(id) => id && void navigate({ to: `/projects/${id}` })}
      allowDeselect={false}
      searchable={(places.data?.length ?? 0) > 6}
      nothingFoundMessage="No such project"
      w={{ base: 150, xs: 220 }}
      comboboxProps={{ width: 260, position: "bottom-start" }}
    />
  );
}
