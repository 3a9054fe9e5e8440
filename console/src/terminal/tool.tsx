import { ActionIcon, Tooltip } from "@mantine/core";
import type { ReactNode, Ref } from "react";

type Props = {
  label: string;
  onClick: () => void;
  children: ReactNode;
  isPressed?: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
};

export function Tool({ label, onClick, children, isPressed, buttonRef }: Props) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={isPressed ? "light" : "default"}
        aria-label={label}
        onClick={onClick}
        {...(isPressed === undefined ? {} : { "aria-pressed": isPressed })}
        {...(buttonRef ? { ref: buttonRef } : {})}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
