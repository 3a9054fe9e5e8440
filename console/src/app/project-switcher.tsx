import { Text } from "@mantine/core";
import { lazy, Suspense, useEffect } from "react";
import { lastProject, rememberProject } from "./last-project";
import { permissionsOf, useMe, usePlaces, useProjectId } from "./me";

/** The project of the URL or, outside a project, the last visited one. */
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
  return {
    id: project.id,
    tenantId: project.tenant_id,
    name: project.name,
    can: (permission: string) => permissions.has(permission),
  };
}

const ProjectSelect = lazy(() => import("./project-select"));
const WIDTH = { base: 150, xs: 220 };

/** The project's name, and a switcher once the projects are loaded. */
export function ProjectSwitcher() {
  const shown = useShownProject();
  const inAddress = useProjectId();
  const tenantId = shown?.tenantId;
  useEffect(() => {
    if (inAddress) {
      rememberProject(inAddress, tenantId);
    }
  }, [inAddress, tenantId]);
  const name = (
    <Text w={WIDTH} px="sm" size="sm" truncate>
      {shown?.name}
    </Text>
  );
  return (
    <Suspense fallback={name}>
      <ProjectSelect chosen={shown?.id} width={WIDTH} />
    </Suspense>
  );
}
