import { IconFolderPlus } from "@tabler/icons-react";
import { Navigate } from "@tanstack/react-router";
import { Empty } from "../ui/note";
import { Loaded, Page } from "../ui/page";
import { usePlatformPermissions, usePlaces } from "./me";
import { lastProject } from "./last-project";
import { OPERATOR_HOME } from "./navigation";

/** Goes on to the project that was looked at last. */
export function Home() {
  const places = usePlaces();
  const isOperator = usePlatformPermissions().has("nodes.read");
  return (
    <Loaded query={places}>
      {(all) => {
        const chosen = all.find((place) => place.project.id === lastProject()) ?? all[0];
        if (isOperator && OPERATOR_HOME && !all.some((place) => place.project.id === lastProject())) {
          return <Navigate to={OPERATOR_HOME} replace />;
        }
        if (chosen) {
          return <Navigate to={`/projects/${chosen.project.id}`} replace />;
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
