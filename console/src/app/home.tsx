import { IconFolderPlus } from "@tabler/icons-react";
import { Navigate, redirect } from "@tanstack/react-router";
import type { Me, Project } from "../api";
import { Empty } from "../ui/note";
import { Loaded, Page } from "../ui/page";
import { lastProject } from "./last-project";
import { type Place, me, permissionsOf, placesOf, useMe, usePlaces } from "./me";
import { OPERATOR_HOME } from "./navigation";
import { queries } from "./queries";

/** Where people begin who run the platform: its fleet, or its money. Others begin in a project. */
function platformHome(permissions: Set<string>): string | undefined {
  return permissions.has("overview.read") ? OPERATOR_HOME : permissions.has("billing.adjust") ? "/operator/finance" : undefined;
}

/** Where somebody begins in a project who may see what runs there; who only pays for it begins at the money. */
function projectHome(me: Me, project: Project): string {
  const seesRuns = permissionsOf(me, project.tenant_id, project.id).has("allocations.read");
  return `/projects/${project.id}${seesRuns ? "" : "/billing"}`;
}

/** Where somebody begins: in the project that was looked at last; nowhere who is in no project. */
export function homeOf(me: Me, places: Place[], last: string | undefined): string | undefined {
  const lastPlace = places.find((place) => place.project.id === last);
  const chosen = lastPlace ?? places[0];
  return (lastPlace ? undefined : platformHome(permissionsOf(me))) ?? (chosen && projectHome(me, chosen.project));
}

/** Leads on before anything is drawn. Who stays is shown by Home why. */
export async function leadHome(): Promise<void> {
  const to = await findHome().catch(() => undefined);
  if (to) {
    throw redirect({ to, replace: true });
  }
}

async function findHome(): Promise<string | undefined> {
  const known = await queries.fetchQuery(me);
  return homeOf(known, await queries.fetchQuery(placesOf(known)), lastProject());
}

/** Somebody in no project stays here, and whoever could not be told where to go: they are led on when they ask again. */
export function Home() {
  const known = useMe();
  const places = usePlaces();
  return (
    <Loaded query={known}>
      {(caller) => (
        <Loaded query={places}>
          {(all) => {
            const to = homeOf(caller, all, lastProject());
            return to ? <Navigate to={to} replace /> : <NoProject />;
          }}
        </Loaded>
      )}
    </Loaded>
  );
}

function NoProject() {
  return (
    <Page title="Welcome">
      <Empty icon={<IconFolderPlus size={36} aria-hidden />} title="You are in no project yet">
        Everything is done in a project. Ask the owner of your tenant to invite you to one; the link in the invitation's
        mail brings you in.
      </Empty>
    </Page>
  );
}
