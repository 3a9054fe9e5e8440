import { Button, Select, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import type { Schemas } from "../api";
import { useAct } from "../api/act";
import { api, ask } from "../api/client";
import { FormDialog } from "../ui/form-dialog";
import { partsOf } from "./names";
import type { App, AppVersionState } from "./queries";
import { useAppsChanged } from "./use-changed";

type Channel = Schemas["AppChannelName"];

const CHANNELS: { value: Channel; label: string }[] = [
  { value: "stable", label: "stable: for everybody" },
  { value: "candidate", label: "candidate: to be stable soon" },
  { value: "edge", label: "edge: to try out" },
];

type Props = { projectId: string; app: App; version: string; state: AppVersionState };

/** Publishes a version in a channel, or moves a channel to it. */
export function PublishAppVersionButton({ projectId, app, version, state }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const [channel, setChannel] = useState<Channel>("stable");
  const changed = useAppsChanged(projectId);
  const act = useAct();
  const before = app.channels.find((one) => one.channel === channel)?.version;
  const label = state === "published" ? "Move channel" : "Publish";
  const publish = async () => {
    const body = { channel };
    await act.send(body, (header) =>
      ask(
        api.POST("/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions/{app_version}/publish", {
          params: { path: { project_id: projectId, ...partsOf(app.app), app_version: version }, header },
          body,
        }),
      ),
    );
    changed(`Published ${app.app} ${version} in ${channel}.`);
  };
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open} aria-label={`${label} ${app.app} ${version}`}>
        {label}
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title={`Publish ${app.app} ${version}?`}
        submit="Publish"
        onSubmit={publish}
        disabled={before === version}
      >
        <Select
          label="Channel"
          data={CHANNELS}
          value={channel}
          allowDeselect={false}
          onChange={(value) => setChannel(value ?? channel)}
        />
        <Text size="sm">
          {before === undefined
            ? `The channel ${channel} does not exist yet.`
            : before === version
              ? `The channel ${channel} offers this version already.`
              : `The channel ${channel} offers ${before} now.`}{" "}
          {app.visibility === "public"
            ? "Every tenant that the platform grants the app to sees it."
            : "Only your tenant sees it. To offer it to others, make the app public and submit a version for review."}
        </Text>
      </FormDialog>
    </>
  );
}
