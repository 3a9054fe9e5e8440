import { api, ask } from "../api/client";
import { ConfirmButton } from "../ui/confirm";
import { partsOf } from "./names";
import { useAppsChanged } from "./use-changed";

type Props = { projectId: string; app: string; version: string };

/** Withdraws a version from review. */
export function WithdrawAppVersionButton({ projectId, app, version }: Props) {
  const changed = useAppsChanged(projectId);
  return (
    <ConfirmButton
      label="Withdraw"
      buttonLabel={`Withdraw ${app} ${version}`}
      title={`Withdraw ${app} ${version} from review?`}
      size="compact-sm"
      danger={false}
      onConfirm={async () => {
        await ask(
          api.POST("/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions/{app_version}/withdraw", {
            params: { path: { project_id: projectId, ...partsOf(app), app_version: version } },
          }),
        );
        changed(`Withdrew ${app} ${version}. It is a draft again.`);
      }}
    >
      It becomes a draft again. You can change it and submit it later; the review then starts over.
    </ConfirmButton>
  );
}
