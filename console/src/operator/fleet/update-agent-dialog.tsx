import { Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAct } from "../../api/act";
import { api, ask } from "../../api/client";
import { FormDialog } from "../../ui/form-dialog";
import { useChanged } from "../act";
import { releases } from "../queries";
import type { NodeDialogProps } from "./node-dialog";

/** Updates the agent of one node by a rollout. */
export function UpdateAgentDialog({ node, opened, onClose }: NodeDialogProps) {
  const known = useQuery({ ...releases, enabled: opened });
  const [release, setRelease] = useState<string | null>(null);
  const changed = useChanged();
  const complete = (known.data ?? []).filter((one) => one.state === "complete");
  const act = useAct();
  const update = async () => {
    if (release === null) {
      return;
    }
    const body = {
      release_id: release,
      node_ids: [node.id],
      canary_count: 1,
      wave_percent: 100,
      bake_seconds: 60,
      failures_max: 0,
      on_failure: "revert" as const,
    };
    await act.send(body, (header) => ask(api.POST("/api/v1/rollouts", { params: { header }, body })));
    changed(`Updating the agent on ${node.name}.`);
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Update agent on ${node.name}`}
      submit="Update"
      onSubmit={update}
      disabled={release === null}
    >
      <Stack gap="sm">
        <Text size="sm">
          {complete.length === 0 && !known.isPending
            ? "No complete release available. Upload one with gpuaas releases create."
            : "Running allocations are not affected. If the new version does not report, the agent rolls back automatically."}
        </Text>
        <Select
          label="Release"
          placeholder="Choose a release"
          data={complete.map((one) => ({ value: one.id, label: one.version }))}
          value={release}
          onChange={setRelease}
          disabled={complete.length === 0}
        />
      </Stack>
    </FormDialog>
  );
}
