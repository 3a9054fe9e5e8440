import { Box, Tooltip } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { AllocationEvent } from "../api";
import { notificationsKey } from "../notifications/queries";
import { tell, tellProblem } from "../ui/tell";
import { type LiveState, follow } from "./live";
import { useShownProject } from "./project-switcher";

const WORDS: Record<LiveState, string> = {
  connecting: "Connecting to live updates",
  live: "Live: changes appear by themselves",
  waiting: "Live updates are interrupted; trying again",
  ended: "No live updates in this project",
};

const COLORS: Record<LiveState, string> = {
  connecting: "var(--mantine-color-yellow-6)",
  live: "var(--mantine-color-teal-6)",
  waiting: "var(--mantine-color-orange-6)",
  ended: "var(--mantine-color-gray-6)",
};

/** Holds the one live connection of the console and asks anew for what an event changed. */
export function LiveStatus() {
  const project = useShownProject();
  const projectId = project?.can("allocations.read") ? project.id : undefined;
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>("connecting");
  useEffect(() => {
    if (!projectId) {
      return;
    }
    let stale: ReturnType<typeof setTimeout> | undefined;
    const onEvent = (event: AllocationEvent) => {
      if (event.kind === "moved") {
        announce(event);
      }
      // Several events of one change come together: ask once.
      stale ??= setTimeout(() => {
        stale = undefined;
        void queries.invalidateQueries({ queryKey: ["project", projectId] });
        void queries.invalidateQueries({ queryKey: ["balance"] });
        void queries.invalidateQueries({ queryKey: notificationsKey });
      }, 150);
    };
    const stop = follow(projectId, { onEvent, onState: setState });
    return () => {
      stop();
      clearTimeout(stale);
    };
  }, [projectId, queries]);
  if (!projectId) {
    return null;
  }
  return (
    <Tooltip label={WORDS[state]}>
      <Box role="status" aria-label={WORDS[state]} w={10} h={10} style={{ borderRadius: "50%", background: COLORS[state], flexShrink: 0 }} />
    </Tooltip>
  );
}

/** The two moments people wait for, wherever in the console they are. */
function announce(event: AllocationEvent): void {
  if (event.state === "active") {
    tell("An allocation is ready to use.");
  } else if (event.state === "failed") {
    tellProblem(new Error(event.message ?? "An allocation failed."));
  }
}
