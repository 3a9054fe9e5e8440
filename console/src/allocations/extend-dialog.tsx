import { NumberInput } from "@mantine/core";
import { useState } from "react";
import type { Allocation } from "../api";
import { useAct } from "../api/act";
import { api, ask } from "../api/client";
import { FormDialog } from "../ui/form-dialog";
import { useKeepAllocation } from "./queries";

type Props = { opened: boolean; onClose: () => void; projectId: string; allocation: Allocation };

export function ExtendAllocationDialog({ opened, onClose, projectId, allocation }: Props) {
  const keep = useKeepAllocation(projectId);
  const [hours, setHours] = useState<number | string>(1);
  const act = useAct();
  const extend = async () => {
    const path = { project_id: projectId, allocation_id: allocation.id };
    const body = { seconds: Math.round(Number(hours) * 3600) };
    keep(
      await act.send(body, (header) =>
        ask(
          api.POST("/api/v1/projects/{project_id}/allocations/{allocation_id}/extend", {
            params: { path, header },
            body,
          }),
        ),
      ),
    );
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Extend time limit"
      submit="Extend"
      onSubmit={extend}
      disabled={!(Number(hours) > 0)}
    >
      <NumberInput
        label="Hours to add"
        value={hours}
        onChange={setHours}
        min={0.1}
        decimalScale={2}
        suffix=" h"
        data-autofocus
      />
    </FormDialog>
  );
}
