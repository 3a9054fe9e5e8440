import { NumberInput, Stack } from "@mantine/core";
import { useState } from "react";
import type { Allocation } from "../api";
import { api, ask } from "../api/client";
import { FormDialog, useOnOpen } from "../ui/form-dialog";
import { secondsOf } from "./ends";
import { useKeepAllocation } from "./queries";

type Props = { opened: boolean; onClose: () => void; projectId: string; allocation: Allocation };

/** Sets, changes or removes the time limit and the idle limit. */
export function LimitsDialog({ opened, onClose, projectId, allocation }: Props) {
  const keep = useKeepAllocation(projectId);
  const [hours, setHours] = useState<number | string>("");
  const [minutes, setMinutes] = useState<number | string>("");
  const [touched, setTouched] = useState({ hours: false, minutes: false });
  const isActive = allocation.state === "active";
  useOnOpen(opened, () => {
    const { expires_at, max_duration_seconds, idle_release_seconds } = allocation;
    const left = expires_at ? (Date.parse(expires_at) - Date.now()) / 1000 : max_duration_seconds;
    setHours(left ? Math.max(0.02, Math.round(left / 36) / 100) : "");
    setMinutes(idle_release_seconds ? Math.round(idle_release_seconds / 60) : "");
    setTouched({ hours: false, minutes: false });
  });
  const change = async () => {
    const path = { project_id: projectId, allocation_id: allocation.id };
    const body = {
      ...(touched.hours ? { time_limit_seconds: secondsOf(hours, 3600) } : {}),
      ...(touched.minutes ? { idle_release_seconds: secondsOf(minutes, 60) } : {}),
    };
    keep(
      await ask(
        api.PUT("/api/v1/projects/{project_id}/allocations/{allocation_id}", {
          params: { path },
          body,
        }),
      ),
    );
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Set limits"
      submit="Save"
      onSubmit={change}
      disabled={!touched.hours && !touched.minutes}
    >
      <Stack>
        <NumberInput
          label={isActive ? "Release in (hours from now)" : "Release after (hours)"}
          description="Clear the field to remove the time limit."
          value={hours}
          onChange={(value) => {
            setHours(value);
            setTouched((before) => ({ ...before, hours: true }));
          }}
          min={0.02}
          decimalScale={2}
          suffix=" h"
          data-autofocus
        />
        <NumberInput
          label="Release when idle for (minutes)"
          description="All GPUs must be idle. Clear the field to remove the limit; your operator's still applies."
          value={minutes}
          onChange={(value) => {
            setMinutes(value);
            setTouched((before) => ({ ...before, minutes: true }));
          }}
          min={10}
          allowDecimal={false}
          suffix=" min"
        />
      </Stack>
    </FormDialog>
  );
}
