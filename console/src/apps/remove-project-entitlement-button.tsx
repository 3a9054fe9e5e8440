import { api, ask } from "../api/client";
import { ConfirmButton } from "../ui/confirm";
import { partsOf } from "./names";
import { useAppsChanged } from "./use-changed";

/** Disables an app for the project. */
export function RemoveProjectEntitlementButton({ projectId, app }: { projectId: string; app: string }) {
  const changed = useAppsChanged(projectId);
  return (
    <ConfirmButton
      label="Disable"
      buttonLabel={`Disable ${app}`}
      title={`Disable ${app} for this project?`}
      onConfirm={async () => {
        await ask(
          api.DELETE("/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/entitlement", {
            params: { path: { project_id: projectId, ...partsOf(app) } },
          }),
        );
        changed(`Disabled ${app} for this project.`);
      }}
    >
      Members can no longer start it. Nothing that runs is stopped. The limits on versions and parameters are lost.
    </ConfirmButton>
  );
}
