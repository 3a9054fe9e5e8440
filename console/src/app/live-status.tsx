import { Box, Tooltip } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Allocation, AllocationEvent } from "../api";
import { staleAfter } from "../operator/changes";
import { tell, tellProblem } from "../ui/tell";
import type { StreamEvent } from "./event-stream";
import { follow, type LiveState } from "./live";
import { usePlatformPermissions } from "./me";
import { staleAfter as staleInProject } from "./project-changes";
import { useShownProject } from "./project-switcher";
import { queries } from "./queries";

const WORDS: Record<LiveState, string> = {
  connecting: "Connecting to live updates",
  live: "Live: this page updates automatically",
  waiting: "Live updates interrupted; reconnecting",
  ended: "No live updates on this page",
};

const COLORS: Record<LiveState, string> = {
  connecting: "var(--mantine-color-yellow-6)",
  live: "var(--mantine-color-teal-6)",
  waiting: "var(--mantine-color-orange-6)",
  ended: "var(--mantine-color-gray-6)",
};

/** Batches events, so that a burst of changes triggers one refetch. */
const GATHER_MS = 150;
const ASK_AGAIN_MS = 1_000;

type Keys = readonly (readonly string[])[];

/** The event stream of the current page and the queries its events invalidate. */
function useSource(): { path: string; read: (event: StreamEvent) => Keys } | undefined {
  const isOperating = useLocation({ select: (location) => location.pathname.startsWith("/operator") });
  const mayFollow = usePlatformPermissions().has("events.read");
  const project = useShownProject();
  if (isOperating) {
    return mayFollow ? { path: "/api/v1/operator-events", read: staleAfter } : undefined;
  }
  return project?.can("allocations.read")
    ? { path: `/api/v1/projects/${project.id}/allocation-events`, read: (event) => readAllocation(project.id, event) }
    : undefined;
}

/** Holds the console's one live connection and refetches what an event changed. */
export function LiveStatus() {
  const source = useSource();
  const path = source?.path;
  const [state, setState] = useState<LiveState>("connecting");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL identifies the source completely.
  useEffect(() => {
    if (!source) {
      return;
    }
    const stale = new Map<string, readonly string[]>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = -Infinity;
    const ask = () => {
      timer = undefined;
      asked = performance.now();
      stale.forEach((queryKey) => void queries.invalidateQueries({ queryKey }));
      stale.clear();
    };
    const onEvent = (event: StreamEvent) => {
      for (const key of source.read(event)) {
        stale.set(key.join(" "), key);
      }
      if (stale.size > 0) {
        timer ??= setTimeout(ask, Math.max(GATHER_MS, asked + ASK_AGAIN_MS - performance.now()));
      }
    };
    const stop = follow(source.path, { onEvent, onState: setState });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [path]);
  if (!path) {
    return null;
  }
  return (
    <Tooltip label={WORDS[state]}>
      <Box
        role="status"
        aria-label={WORDS[state]}
        w={10}
        h={10}
        style={{ borderRadius: "50%", background: COLORS[state], flexShrink: 0 }}
      />
    </Tooltip>
  );
}

function readAllocation(projectId: string, event: StreamEvent): Keys {
  if (event.kind !== "tick") {
    // Events of the stream are described by the contract.
    const update = JSON.parse(event.data) as AllocationEvent;
    if (update.kind === "moved") {
      announce(projectId, update);
    }
  }
  return staleInProject(projectId, event);
}

/** Announces success and failure on every page of the console. */
function announce(projectId: string, event: AllocationEvent): void {
  if (event.state === "active") {
    tell(`${knownName(projectId, event.allocation_id) ?? "An allocation"} is ready to use.`);
  } else if (event.state === "failed") {
    tellProblem(new Error(event.message ?? "An allocation failed."));
  }
}

/** The name as lists and pages have loaded it; events carry ids only. */
function knownName(projectId: string, allocationId: string): string | undefined {
  const lists = queries.getQueriesData<Allocation[]>({ queryKey: ["project", projectId, "allocations"] });
  return lists.flatMap(([, list]) => list ?? []).find((one) => one.id === allocationId)?.name;
}
