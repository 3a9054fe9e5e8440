import { Button, Card, Group, Stack, Text } from "@mantine/core";
import { IconFolder, IconTerminal2 } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type DragEvent, lazy, Suspense, useEffect, useState } from "react";
import { isLive } from "../allocations/queries";
import type { Allocation } from "../api";
import { all, api, ask, once } from "../api/client";
import { useCurrentProject, useMe } from "../app/me";
import { Ago } from "../ui/ago";
import { ConfirmButton } from "../ui/confirm";
import { Empty } from "../ui/note";
import { Lines } from "../ui/page";
import type { Door } from "./client";
import { endOf } from "./end";
import type { Dropped } from "./files";
import { Share } from "./share";

const TerminalPanel = lazy(() => import("./panel"));
const Files = lazy(() => import("./files"));

const ENDED_SHOWN_MAX = 3;
const LOOK_AGAIN_MS = 3_000;

/** The user's own terminal, or someone else's to watch or to type in. */
type Part = "own" | "watch" | "write";
type Shown = { number: number; terminalId: string | undefined; part: Part };

function doorOf(path: { project_id: string; allocation_id: string }, part: Part): Door {
  return (terminalId) => {
    if (terminalId === undefined) {
      return ask(
        api.POST("/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals", {
          params: { path, header: once() },
        }),
      );
    }
    const params = { path: { ...path, terminal_id: terminalId }, header: once() };
    switch (part) {
      case "own":
        return ask(
          api.POST("/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals/{terminal_id}/attach", {
            params,
          }),
        );
      case "watch":
        return ask(
          api.POST("/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals/{terminal_id}/join", {
            params,
          }),
        );
      case "write":
        return ask(
          api.POST("/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals/{terminal_id}/take-over", {
            params,
          }),
        );
    }
  };
}

/** Terminals of an allocation: open a new one, or return to an open one. */
export function TerminalTab({ projectId, allocation }: { projectId: string; allocation: Allocation }) {
  const path = { project_id: projectId, allocation_id: allocation.id };
  const queries = useQueryClient();
  const me = useMe();
  const { can } = useCurrentProject();
  const key = ["project", projectId, "allocation", allocation.id, "terminals"];
  // Terminals that ended here; the host reports it a moment later, so hide them until then.
  const [gone, setGone] = useState<string[]>([]);
  const terminals = useQuery({
    queryKey: key,
    refetchInterval: (query) =>
      query.state.data?.some((one) => one.state === "open" && gone.includes(one.id)) ? LOOK_AGAIN_MS : false,
    queryFn: () =>
      all((cursor) =>
        ask(
          api.GET("/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals", {
            params: { path, query: { limit: 50, ...(cursor ? { cursor } : {}) } },
          }),
        ),
      ),
  });
  // The URL names the terminal, so that a reload returns to it.
  const { terminal: named, open: isWanted } = useSearch({ from: "/projects/$projectId/allocations/$allocationId" });
  const navigate = useNavigate({ from: "/projects/$projectId/allocations/$allocationId" });
  const name = (terminal?: string) =>
    void navigate({ to: ".", search: { tab: "terminal", ...(terminal ? { terminal } : {}) }, replace: true });
  // Numbered, so that another terminal gets its own panel.
  const [shown, setShown] = useState<Shown | undefined>(
    named ? { number: 0, terminalId: named, part: "own" } : undefined,
  );
  const [current, setCurrent] = useState<string>();
  const [files, setFiles] = useState<{ isShown: boolean; dropped?: Dropped }>();
  const [isOver, setOver] = useState(false);
  const show = (part: Part, terminalId?: string) =>
    setShown((before) => ({ number: (before?.number ?? 0) + 1, terminalId, part }));
  const refresh = () => void queries.invalidateQueries({ queryKey: key });
  const end = (terminalId: string) =>
    ask(
      api.POST("/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals/{terminal_id}/close", {
        params: { path: { ...path, terminal_id: terminalId }, header: once() },
      }),
    ).then(refresh);
  const isActive = allocation.state === "active";
  const known = terminals.data;
  const mine = me.data?.principal_id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each wish, which it takes out of the URL.
  useEffect(() => {
    if (isWanted && isActive && known && mine && !shown) {
      show("own", known.find((one) => one.state === "open" && one.opened_by === mine)?.id);
      name();
    }
  }, [isWanted, isActive, known, mine]);
  if (!isActive) {
    const isOver = !isLive(allocation) || ["releasing", "release_failed"].includes(allocation.state);
    return (
      <Empty
        icon={<IconTerminal2 size={36} aria-hidden />}
        title={isOver ? "The allocation has ended" : "Not available yet"}
      >
        {isOver
          ? "Terminals end with the allocation."
          : isWanted
            ? "Your terminal opens here as soon as the allocation is active."
            : "You can open a terminal once the allocation is active."}
      </Empty>
    );
  }
  const open = (terminals.data ?? []).filter(
    (one) => one.state === "open" && one.id !== current && !gone.includes(one.id),
  );
  const lately = (terminals.data ?? [])
    .flatMap(({ id, ended_at, end_reason, exit_code }) =>
      ended_at && end_reason ? [{ id, ended_at, end_reason, exit_code }] : [],
    )
    .slice(0, ENDED_SHOWN_MAX);
  const own = open.filter((one) => one.opened_by === me.data?.principal_id);
  const others = can("terminals.join") ? open.filter((one) => one.opened_by !== me.data?.principal_id) : [];
  const over = (event: DragEvent) => {
    if (event.dataTransfer.types.includes("Files")) {
      event.preventDefault();
      setOver(true);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const given = [...event.dataTransfer.files];
    if (given.length > 0) {
      setFiles((before) => ({ isShown: true, dropped: { number: (before?.dropped?.number ?? 0) + 1, files: given } }));
    }
  };
  return (
    <Stack className={isOver ? "drop-here" : ""} onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
      <Group justify="space-between">
        <Group gap="xs">
          <Button
            onClick={() => show("own")}
            leftSection={<IconTerminal2 size={18} aria-hidden />}
            variant={shown ? "default" : "filled"}
          >
            {shown ? "Open another terminal" : "Open terminal"}
          </Button>
          <Button
            variant="default"
            leftSection={<IconFolder size={18} aria-hidden />}
            aria-expanded={files?.isShown ?? false}
            onClick={() => setFiles((before) => ({ ...before, isShown: !before?.isShown }))}
          >
            Files
          </Button>
        </Group>
        {current && shown?.part === "own" && (
          <Group gap="xs">
            <Share allocation={allocation} />
            <ConfirmButton label="End terminal" title="End this terminal?" onConfirm={() => end(current)}>
              Everything running in it is killed. This cannot be undone.
            </ConfirmButton>
          </Group>
        )}
      </Group>
      {files && (
        // Hidden instead of unmounted, so that transfers continue.
        <div hidden={!files.isShown}>
          <Suspense fallback={<Lines count={4} />}>
            <Files projectId={projectId} allocationId={allocation.id} dropped={files.dropped} />
          </Suspense>
        </div>
      )}
      {own.length + others.length > 0 && (
        <Card p="sm">
          <Stack gap="xs">
            {own.map((one) => (
              <Group key={one.id} justify="space-between">
                <Text size="sm">
                  Open terminal, started <Ago at={one.opened_at} />
                </Text>
                <Button size="compact-sm" variant="default" onClick={() => show("own", one.id)}>
                  Reconnect
                </Button>
              </Group>
            ))}
            {others.map((one) => (
              <Group key={one.id} justify="space-between">
                <Text size="sm">
                  Opened by {one.opened_by_name ?? "someone else"} <Ago at={one.opened_at} />. They'll be notified when
                  you join.
                </Text>
                <Group gap="xs">
                  <Button size="compact-sm" variant="default" onClick={() => show("watch", one.id)}>
                    Watch
                  </Button>
                  {can("terminals.take_over") && (
                    <Button size="compact-sm" variant="default" onClick={() => show("write", one.id)}>
                      Join
                    </Button>
                  )}
                </Group>
              </Group>
            ))}
          </Stack>
        </Card>
      )}
      {lately.length > 0 && (
        <Stack gap={0} role="list" aria-label="Recently ended">
          {lately.map((one) => (
            <Text key={one.id} role="listitem" size="xs" c="dimmed">
              Terminal ended <Ago at={one.ended_at} />: {endOf(one.end_reason, one.exit_code)}
            </Text>
          ))}
        </Stack>
      )}
      {shown && (
        <Suspense fallback={<Lines count={10} />}>
          <TerminalPanel
            key={shown.number}
            door={doorOf(path, shown.part)}
            terminalId={shown.terminalId}
            isOwner={shown.part === "own"}
            ownerName={terminals.data?.find((one) => one.id === shown.terminalId)?.opened_by_name}
            mayWrite={shown.part !== "watch"}
            self={shown.part === "own" ? "" : (me.data?.display_name ?? "")}
            onOpened={(id) => {
              setCurrent(id);
              name(shown.part === "own" ? id : undefined);
              refresh();
            }}
            onEnded={(code) => {
              if (code !== undefined && current) {
                setGone((before) => [...before, current]);
              }
              setCurrent(undefined);
              name();
              refresh();
            }}
          />
        </Suspense>
      )}
    </Stack>
  );
}
