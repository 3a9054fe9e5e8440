import { IconFolderPlus } from "@tabler/icons-react";
import { Navigate, redirect } from "@tanstack/react-router";
import type { Me, Project } from "../api";
import { Empty } from "../ui/note";
import { Loaded, Page } from "../ui/page";
import { lastProject } from "./last-project";
import { me, type Place, permissionsOf, placesOf, useMe, usePlaces } from "./me";
import { OPERATOR_HOME } from "./navigation";
import { queries } from "./queries";

/** Start page of platform roles: the fleet, finance, or app reviews. Everyone else starts in a project. */
function platformHome(permissions: Set<string>): string | undefined {
  return permissions.has("overview.read")
    ? OPERATOR_HOME
    : permissions.has("billing.adjust")
      ? "/operator/finance"
      : permissions.has("apps.review")
        ? "/operator/app-reviews"
        : undefined;
}

/** Start page in a project: the dashboard, or billing for people who can only see billing. */
function projectHome(me: Me, project: Project): string {
  const seesRuns = permissionsOf(me, project.tenant_id, project.id).has("allocations.read");
  return `/projects/${project.id}${seesRuns ? "" : "/billing"}`;
}

/** Start page: the last visited project; undefined for people in no project. */
export function homeOf(me: Me, places: Place[], last: string | undefined): string | undefined {
  const lastPlace = places.find((place) => place.project.id === last);
  const chosen = lastPlace ?? places[0];
  return (lastPlace ? undefined : platformHome(permissionsOf(me))) ?? (chosen && projectHome(me, chosen.project));
}

/** Redirects before anything renders. Home explains why someone was not redirected. */
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

/** Shown to people in no project, and when the start page could not be determined; a retry redirects. */
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
      <Empty icon={<IconFolderPlus size={36} aria-hidden />} title="You're not in a project yet">
        All work happens in projects. Ask your tenant owner for an invitation, then follow the link in the email.
      </Empty>
    </Page>
  );
}
