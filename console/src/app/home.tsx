import { IconFolderPlus } from "@tabler/icons-react";
import { Navigate } from "@tanstack/react-router";
import type { Me, Project } from "../api";
import { Empty } from "../ui/note";
import { Loaded, Page } from "../ui/page";
import { permissionsOf, useMe, usePlatformPermissions, usePlaces } from "./me";
import { lastProject } from "./last-project";
import { OPERATOR_HOME } from "./navigation";

/** Where people begin who run the platform: its fleet, or its money. Others begin in a project. */
function platformHome(permissions: Set<string>): string | undefined {
  return permissions.has("overview.read") ? OPERATOR_HOME : permissions.has("billing.adjust") ? "/operator/finance" : undefined;
}

/** Where somebody begins in a project who may see what runs there; who only pays for it begins at the money. */
function projectHome(me: Me | undefined, project: Project): string {
  const seesRuns = !me || permissionsOf(me, project.tenant_id, project.id).has("allocations.read");
  return `/projects/${project.id}${seesRuns ? "" : "/billing"}`;
}

/** Goes on to the project that was looked at last. */
export function Home() {
  const places = usePlaces();
  const me = useMe();
  const home = platformHome(usePlatformPermissions());
  return (
    <Loaded query={places}>
      {(all) => {
        const chosen = all.find((place) => place.project.id === lastProject()) ?? all[0];
        if (home && !all.some((place) => place.project.id === lastProject())) {
          return <Navigate to={home} replace />;
        }
        if (chosen) {
          return <Navigate to={projectHome(me.data, chosen.project)} replace />;
        }
        return (
          <Page title="Welcome">
            <Empty icon={<IconFolderPlus size={36} aria-hidden />} title="You are in no project yet">
              Everything is done in a project. Ask the owner of your tenant to invite you to one; the link in the
              invitation's mail brings you in.
            </Empty>
          </Page>
        );
      }}
    </Loaded>
  );
}
