import { Button, type ButtonProps, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type ReactNode, useId, useState } from "react";
import { ProblemNote } from "./note";

type Props = {
  label: string;
  title: string;
  children: ReactNode;
  /** Text to type before an irreversible action. */
  typed?: string;
  onConfirm: () => Promise<unknown>;
  danger?: boolean;
  icon?: ReactNode;
  disabled?: boolean;
  buttonLabel?: string;
  size?: ButtonProps["size"];
};

/** A button that asks for confirmation. Only the dialog is red: there, the next click acts. Errors are shown in the dialog. */
export function ConfirmButton({
  label,
  title,
  children,
  typed,
  onConfirm,
  danger = true,
  icon,
  disabled,
  buttonLabel,
  size = "sm",
}: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={icon}
        disabled={disabled ?? false}
        onClick={open}
        {...(buttonLabel ? { "aria-label": buttonLabel } : {})}
      >
        {label}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={title}
        label={label}
        onConfirm={onConfirm}
        danger={danger}
        {...(typed ? { typed } : {})}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}

type DialogProps = Pick<Props, "title" | "label" | "children" | "typed" | "onConfirm" | "danger"> & {
  opened: boolean;
  onClose: () => void;
};

export function ConfirmDialog({
  opened,
  onClose,
  title,
  label,
  children,
  typed,
  onConfirm,
  danger = true,
}: DialogProps) {
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const form = useId();
  const close = () => {
    setText("");
    setError(undefined);
    onClose();
  };
  const act = async () => {
    setBusy(true);
    try {
      await onConfirm();
      close();
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened={opened} onClose={close} title={<Text fw={600}>{title}</Text>}>
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          void act();
        }}
      >
        <Stack>
          <Text component="div" size="sm">
            {children}
          </Text>
          {typed && (
            <TextInput
              label={`Type ${typed} to confirm`}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              data-autofocus
              autoComplete="off"
            />
          )}
          {error !== undefined && <ProblemNote error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button
              type="submit"
              {...(danger ? { color: "red" } : {})}
              loading={busy}
              disabled={typed !== undefined && text !== typed}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
