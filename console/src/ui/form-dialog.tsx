import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { ProblemNote } from "./note";

type Props = {
  opened: boolean;
  onClose: () => void;
  title: string;
  submit: string;
  onSubmit: () => Promise<unknown>;
  children: ReactNode;
  disabled?: boolean;
  /** Keeps the dialog open after success, because it shows a result. */
  staysOpen?: boolean;
};

/** Resets the fields to current values whenever the dialog opens, discarding earlier input. */
export function useOnOpen(opened: boolean, begin: () => void): void {
  const [wasOpened, setWasOpened] = useState(false);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) {
      begin();
    }
  }
}

/** A form in a dialog. It closes on success and shows the problem otherwise. */
export function FormDialog({
  opened,
  onClose,
  title,
  submit,
  onSubmit,
  children,
  disabled = false,
  staysOpen = false,
}: Props) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const close = () => {
    setError(undefined);
    onClose();
  };
  const send = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await onSubmit();
      if (!staysOpen) {
        close();
      }
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened={opened} onClose={close} title={<Text fw={600}>{title}</Text>}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Stack>
          {children}
          {error !== undefined && <ProblemNote error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} disabled={disabled}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
