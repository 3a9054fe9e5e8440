import { api, ask } from "../api/client";
import { ConfirmButton } from "../ui/confirm";
import { partsOf } from "./names";
import { useAppsChanged } from "./use-changed";

type Props = { projectId: string; app: string; version: string };

/** Submits a draft for review. */
export function SubmitAppVersionButton({ projectId, app, version }: Props) {
  const changed = useAppsChanged(projectId);
  return (
    <ConfirmButton
      label="Submit"
      buttonLabel={`Submit ${app} ${version}`}
      title={`Submit ${app} ${version} for review?`}
      size="compact-sm"
      danger={false}
      onConfirm={async () => {
        await ask(
          api.POST("/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions/{app_version}/submit", {
            params: { path: { project_id: projectId, ...partsOf(app), app_version: version } },
          }),
        );
        changed(`Submitted ${app} ${version}. A reviewer decides.`);
      }}
    >
      Somebody from outside your tenant reviews it. Its content is fixed from now on; withdraw it to change it.
    </ConfirmButton>
  );
}
