import { Button, Card, Group, Stack, Text } from "@mantine/core";
import { IconFolder, IconTerminal2 } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type DragEvent, Suspense, lazy, useCallback, useState } from "react";
import { all, api, ask, once } from "../api/client";
import type { Allocation } from "../api";
import { Ago } from "../ui/ago";
import { ConfirmButton } from "../ui/confirm";
import { Empty } from "../ui/note";
import { Lines } from "../ui/page";
import type { Dropped } from "./files";

const TerminalPanel = lazy(() => import("./panel"));
const Files = lazy(() => import("./files"));

/** Shells in an allocation: a new one, or one that is still open. */
export function TerminalTab({ projectId, allocation }: { projectId: string; allocation: Allocation }) {
  const path = { project_id: projectId, allocation_id: allocation.id };
  const queries = useQueryClient();
  const key = ["project", projectId, "allocation", allocation.id, "terminals"];
  const terminals = useQuery({
    queryKey: key,
    queryFn: () =>
      all((cursor) =>
        ask(
          api.GET("/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals", {
            params: { path, query: { limit: 50, ...(cursor ? { cursor } : {}) } },
          }),
        ),
      ),
  });
  // Counted, so that another terminal is another panel.
  const [shown, setShown] = useState<{ number: number; terminalId: string | undefined }>();
  const [current, setCurrent] = useState<string>();
  const [files, setFiles] = useState<{ isShown: boolean; dropped?: Dropped }>();
  const [isOver, setOver] = useState(false);
  const door = useCallback(
    (terminalId: string | undefined) =>
      terminalId === undefined
        ? ask(api.POST("/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals", { params: { path, header: once() } }))
        : ask(
            api.POST("/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals/{terminal_id}/attach", {
              params: { path: { ...path, terminal_id: terminalId }, header: once() },
            }),
          ),
    [projectId, allocation.id],
  );
  const show = (terminalId?: string) => setShown((before) => ({ number: (before?.number ?? 0) + 1, terminalId }));
  const refresh = () => void queries.invalidateQueries({ queryKey: key });
  if (allocation.state !== "active") {
    return (
      <Empty icon={<IconTerminal2 size={36} aria-hidden />} title="No shell yet">
        A terminal can be opened as soon as the allocation is active.
      </Empty>
    );
  }
  const open = (terminals.data ?? []).filter((one) => one.state === "open" && one.id !== current);
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
          <Button onClick={() => show()} leftSection={<IconTerminal2 size={18} aria-hidden />} variant={shown ? "default" : "filled"}>
            {shown ? "Another terminal" : "Open a terminal"}
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
        {current && (
          <ConfirmButton
            label="End this terminal"
            title="End this terminal?"
            onConfirm={() =>
              ask(
                api.POST("/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals/{terminal_id}/close", {
                  params: { path: { ...path, terminal_id: current }, header: once() },
                }),
              ).then(refresh)
            }
          >
            What runs in it is killed.
          </ConfirmButton>
        )}
      </Group>
      {files && (
        // Only hidden when it is closed: what is being carried goes on.
        <div hidden={!files.isShown}>
          <Suspense fallback={<Lines count={4} />}>
            <Files projectId={projectId} allocationId={allocation.id} dropped={files.dropped} />
          </Suspense>
        </div>
      )}
      {open.length > 0 && (
        <Card p="sm">
          <Stack gap="xs">
            {open.map((one) => (
              <Group key={one.id} justify="space-between">
                <Text size="sm">
                  Still open, since <Ago at={one.opened_at} />
                </Text>
                <Button size="compact-sm" variant="default" onClick={() => show(one.id)}>
                  Come back to it
                </Button>
              </Group>
            ))}
          </Stack>
        </Card>
      )}
      {shown && (
        <Suspense fallback={<Lines count={10} />}>
          <TerminalPanel
            key={shown.number}
            door={door}
            terminalId={shown.terminalId}
            onOpened={(id) => {
              setCurrent(id);
              refresh();
            }}
            onEnded={() => {
              setCurrent(undefined);
              refresh();
            }}
          />
        </Suspense>
      )}
    </Stack>
  );
}
