import type { ButtonProps } from "@mantine/core";
import type { Schemas } from "../api";
import { api, ask, once } from "../api/client";
import { ConfirmButton } from "../ui/confirm";

type Props = {
  projectId: string;
  reservation: Schemas["Reservation"];
  size: ButtonProps["size"];
  onCanceled: () => unknown;
};

export function CancelReservationButton({ projectId, reservation: { id, name }, size, onCanceled }: Props) {
  const cancel = async () => {
    await ask(
      api.POST("/api/v1/projects/{project_id}/reservations/{reservation_id}/cancel", {
        params: { path: { project_id: projectId, reservation_id: id }, header: once() },
      }),
    );
    await onCanceled();
  };
  return (
    <ConfirmButton
      label="Cancel reservation"
      buttonLabel={`Cancel reservation ${name}`}
      title={`Cancel ${name}?`}
      size={size}
      onConfirm={cancel}
    >
      The reserved capacity becomes available to others. This cannot be undone.
    </ConfirmButton>
  );
}
