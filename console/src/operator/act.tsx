import { Button, type ButtonProps, Text, Textarea } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type ActHeader, useAct } from "../api/act";
import { FormDialog } from "../ui/form-dialog";
import { tell } from "../ui/tell";
import { operatorKey } from "./queries";

/** Refetches all operator queries after a change. */
export function useChanged(): (message: string) => void {
  const queries = useQueryClient();
  return (message) => {
    tell(message);
    void queries.invalidateQueries({ queryKey: operatorKey });
  };
}

type DialogProps<T> = {
  opened: boolean;
  onClose: () => void;
  label: string;
  title: string;
  /** Effect of the action on users, in a sentence. */
  children: ReactNode;
  /** Performs the action with the reason; `header` makes a retry idempotent. */
  onAct: (reason: string, header: ActHeader) => Promise<T>;
  /** Success message. */
  done: string | ((answer: T) => string);
  fields?: ReactNode;
};

/** Dialog of an operator action that affects others. The required reason is kept in the audit trail. */
export function ReasonDialog<T>({ opened, onClose, label, title, children, onAct, done, fields }: DialogProps<T>) {
  const [reason, setReason] = useState("");
  const key = useAct();
  const changed = useChanged();
  const act = async () => {
    const answer = await key.send(reason.trim(), (header) => onAct(reason.trim(), header));
    setReason("");
    changed(typeof done === "string" ? done : done(answer));
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={title}
      submit={label}
      onSubmit={act}
      disabled={reason.trim() === ""}
    >
      <Text size="sm" component="div">
        {children}
      </Text>
      {fields}
      <Textarea
        label="Reason"
        description="Recorded in the audit trail."
        required
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}

type Props<T> = Omit<DialogProps<T>, "opened" | "onClose"> & {
  danger?: boolean;
  icon?: ReactNode;
  disabled?: boolean;
  size?: ButtonProps["size"];
  ariaLabel?: string;
};

/** A button that opens a ReasonDialog. */
export function ReasonButton<T>({
  danger = false,
  icon,
  disabled = false,
  size = "sm",
  ariaLabel,
  ...dialog
}: Props<T>) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={icon}
        disabled={disabled}
        onClick={open}
        {...(ariaLabel ? { "aria-label": ariaLabel } : {})}
      >
        {dialog.label}
      </Button>
      <ReasonDialog opened={opened} onClose={close} {...dialog} />
    </>
  );
}
