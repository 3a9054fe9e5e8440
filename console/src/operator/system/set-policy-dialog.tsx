import { Select, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Policy } from "../../api";
import { FormDialog } from "../../ui/form-dialog";
import { useChanged } from "../act";
import { bounds, SOURCES } from "./policy-bounds";
import { type PolicyPlace, setPolicy } from "./policy-queries";
import { readable } from "./policy-value";

export function SetPolicyDialog({
  policy,
  place,
  onClose,
}: {
  policy: Policy;
  place: PolicyPlace;
  onClose: () => void;
}) {
  const [value, setValue] = useState(policy.value);
  const [reason, setReason] = useState("");
  const changed = useChanged();
  const choices = policy.allowed ?? (policy.type === "boolean" ? ["true", "false"] : undefined);
  const save = async () => {
    const now = await setPolicy(place, policy.key, {
      value: value.trim(),
      ...(reason.trim() ? { reason: reason.trim() } : {}),
    });
    changed(`${policy.key} is now ${readable(now, now.value)}.`);
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Change ${policy.key}`}
      submit="Change"
      onSubmit={save}
      disabled={value.trim() === ""}
    >
      <Text size="sm">
        {policy.description} Current value: {readable(policy, policy.value)},{" "}
        {SOURCES[policy.source] === "default" ? "default" : `set for the ${SOURCES[policy.source]}`}.
      </Text>
      {choices ? (
        <Select
          label="Value"
          data={choices}
          value={value}
          onChange={(chosen) => chosen && setValue(chosen)}
          allowDeselect={false}
        />
      ) : (
        <TextInput
          label="Value"
          description={`${bounds(policy)}${policy.type === "duration" ? "; ISO 8601, for example PT90S, PT15M, PT2H or P7D" : policy.unit ? ` ${policy.unit}` : ""}`}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          data-autofocus
        />
      )}
      <Textarea
        label="Reason"
        description="Recorded in the audit trail."
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
