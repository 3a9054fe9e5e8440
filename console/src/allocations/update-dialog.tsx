import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { Allocation } from "../api";
import { api, ask } from "../api/client";
import { FormDialog, useOnOpen } from "../ui/form-dialog";
import { LabelInput } from "./label-input";
import { labelsOf, labelTexts } from "./labels";
import { useKeepAllocation } from "./queries";

type Props = { opened: boolean; onClose: () => void; projectId: string; allocation: Allocation };

export function UpdateAllocationDialog({ opened, onClose, projectId, allocation }: Props) {
  const keep = useKeepAllocation(projectId);
  const [name, setName] = useState("");
  const [labels, setLabels] = useState<string[]>([]);
  useOnOpen(opened, () => {
    setName(allocation.name);
    setLabels(labelTexts(allocation.labels));
  });
  const update = async () =>
    keep(
      await ask(
        api.PUT("/api/v1/projects/{project_id}/allocations/{allocation_id}", {
          params: { path: { project_id: projectId, allocation_id: allocation.id } },
          body: { name: name.trim(), labels: labelsOf(labels) },
        }),
      ),
    );
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Edit name and labels"
      submit="Save"
      onSubmit={update}
      disabled={name.trim() === ""}
    >
      <TextInput
        label="Name"
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <LabelInput value={labels} onChange={setLabels} />
    </FormDialog>
  );
}
