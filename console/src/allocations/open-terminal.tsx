import type { ButtonProps } from "@mantine/core";
import { IconTerminal2 } from "@tabler/icons-react";
import type { Allocation } from "../api";
import { ButtonLink } from "../ui/links";

/** Leads to the terminal, which opens as soon as the allocation is active. */
export const TO_TERMINAL = { tab: "terminal", open: true } as const;

/** Opens a terminal of an active allocation, or returns to the open one. */
export function OpenTerminal({ allocation, size = "sm" }: { allocation: Allocation; size?: ButtonProps["size"] }) {
  const isPrimary = size === "sm";
  return allocation.state !== "active" ? null : (
    <ButtonLink
      to="/projects/$projectId/allocations/$allocationId"
      params={{ projectId: allocation.project_id, allocationId: allocation.id }}
      search={TO_TERMINAL}
      size={size}
      variant={isPrimary ? "filled" : "default"}
      leftSection={<IconTerminal2 size={isPrimary ? 18 : 14} aria-hidden />}
      {...(isPrimary ? {} : { "aria-label": `Open terminal of ${allocation.name}` })}
    >
      Open terminal
    </ButtonLink>
  );
}
