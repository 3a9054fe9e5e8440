import { Group } from "@mantine/core";
import { DeprecateAppVersionButton } from "./deprecate-app-version-button";
import { PublishAppVersionButton } from "./publish-app-version-button";
import type { App, AppVersionSummary } from "./queries";
import { SubmitAppVersionButton } from "./submit-app-version-button";
import { actsOn } from "./version-acts";
import { WithdrawAppVersionButton } from "./withdraw-app-version-button";

type Props = { projectId: string; app: App; version: AppVersionSummary; versions: AppVersionSummary[] };

/** Shows the acts that a publisher has in the state of a version. */
export function VersionActions({ projectId, app, version, versions }: Props) {
  const named = { projectId, app: app.app, version: version.version };
  const acts = actsOn(version.state, app.visibility);
  const successors = versions
    .filter((one) => one.state === "published" && one.version !== version.version)
    .map((one) => one.version);
  return (
    <Group gap={6} justify="flex-end">
      {acts.includes("submit") && <SubmitAppVersionButton {...named} />}
      {acts.includes("withdraw") && <WithdrawAppVersionButton {...named} />}
      {acts.includes("publish") && (
        <PublishAppVersionButton projectId={projectId} app={app} version={version.version} state={version.state} />
      )}
      {acts.includes("deprecate") && <DeprecateAppVersionButton {...named} successors={successors} />}
    </Group>
  );
}
