import { NumberInput, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../../api";
import { useAct } from "../../api/act";
import { api, ask } from "../../api/client";
import { FormDialog } from "../../ui/form-dialog";
import { useChanged } from "../act";
import { releases } from "../queries";

export function CreateRolloutDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const known = useQuery({ ...releases, enabled: opened });
  const [release, setRelease] = useState<string | null>(null);
  const [canaries, setCanaries] = useState<number | string>(1);
  const [wave, setWave] = useState<number | string>(25);
  const [bake, setBake] = useState<number | string>(10);
  const [failure, setFailure] = useState<Schemas["RolloutFailurePolicy"]>("pause");
  const changed = useChanged();
  const complete = (known.data ?? []).filter((one) => one.state === "complete");
  const act = useAct();
  const create = async () => {
    if (release === null) {
      return;
    }
    const body = {
      release_id: release,
      canary_count: Number(canaries),
      wave_percent: Number(wave),
      bake_seconds: Math.round(Number(bake) * 60),
      failures_max: 0,
      on_failure: failure,
    };
    await act.send(body, (header) => ask(api.POST("/api/v1/rollouts", { params: { header }, body })));
    changed("Rollout started with its canaries.");
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New rollout to all nodes"
      submit="Start rollout"
      onSubmit={create}
      disabled={release === null}
    >
      <Select
        label="Release"
        placeholder={complete.length === 0 ? "No complete release" : "Choose a release"}
        data={complete.map((one) => ({ value: one.id, label: one.version }))}
        value={release}
        onChange={setRelease}
        disabled={complete.length === 0}
      />
      <NumberInput
        label="Canaries"
        description="Number of nodes updated first."
        min={1}
        max={1000}
        allowDecimal={false}
        value={canaries}
        onChange={setCanaries}
      />
      <NumberInput
        label="Wave"
        description="Share of the remaining nodes per wave."
        min={1}
        max={100}
        suffix=" %"
        allowDecimal={false}
        value={wave}
        onChange={setWave}
      />
      <NumberInput
        label="Bake time"
        description="Time a wave must stay healthy before the next one."
        min={0}
        max={1440}
        suffix=" min"
        value={bake}
        onChange={setBake}
      />
      <Select
        label="When a node fails"
        data={[
          { value: "pause", label: "Pause the rollout" },
          { value: "revert", label: "Revert the update" },
        ]}
        value={failure}
        onChange={(value) => value && setFailure(value)}
        allowDeselect={false}
      />
    </FormDialog>
  );
}
