import { Badge, Button, Card, Code, Group, Stack, Table, Text, TextInput } from "@mantine/core";
import { IconPlayerPlay, IconTerminal } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Allocation } from "../api";
import { useAct } from "../api/act";
import { api, ask, once } from "../api/client";
import { Ago, useNow } from "../ui/ago";
import { duration, words } from "../ui/format";
import { Empty, ProblemNote } from "../ui/note";
import { Lines } from "../ui/page";
import { TableCard } from "../ui/table";
import { type Command, commandsOf, isOpen, lineOf } from "./queries";
import { Viewer } from "./viewer";

const LINE_MAX = 16_000;
const COLORS: Partial<Record<Command["state"], string>> = {
  requested: "blue",
  running: "blue",
  failed: "red",
  unknown: "orange",
};

/** The commands of an allocation: run one, watch it, see how earlier ones ended. */
export default function Commands({ projectId, allocation }: { projectId: string; allocation: Allocation }) {
  const [shown, setShown] = useState<Command>();
  const commands = useInfiniteQuery(commandsOf(projectId, allocation.id));
  const items = commands.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Stack gap="lg">
      {allocation.state === "active" && (
        <RunForm projectId={projectId} allocationId={allocation.id} onStarted={setShown} />
      )}
      {shown && <Viewer key={shown.id} projectId={projectId} command={shown} onClose={() => setShown(undefined)} />}
      {commands.isError ? (
        <ProblemNote error={commands.error} retry={() => void commands.refetch()} />
      ) : !commands.data ? (
        <Lines count={5} />
      ) : items.length === 0 ? (
        <Empty icon={<IconTerminal size={36} aria-hidden />} title="No commands yet">
          Run one here, or from your machine: gpuaas exec {allocation.name} -- nvidia-smi
        </Empty>
      ) : (
        <CommandTable projectId={projectId} commands={items} onShow={setShown} />
      )}
      {commands.hasNextPage && (
        <Group justify="center">
          <Button variant="default" onClick={() => void commands.fetchNextPage()} loading={commands.isFetchingNextPage}>
            Load more
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function RunForm({
  projectId,
  allocationId,
  onStarted,
}: {
  projectId: string;
  allocationId: string;
  onStarted: (command: Command) => void;
}) {
  const [line, setLine] = useState("");
  const act = useAct();
  const queries = useQueryClient();
  const start = useMutation({
    mutationFn: (body: { argv: string[] }) =>
      act.send(body, (header) =>
        ask(
          api.POST("/api/v1/projects/{project_id}/allocations/{allocation_id}/commands", {
            params: { path: { project_id: projectId, allocation_id: allocationId }, header },
            body,
          }),
        ),
      ),
    onSuccess: ({ command }) => {
      setLine("");
      onStarted(command);
      void queries.invalidateQueries({ queryKey: commandsOf(projectId, allocationId).queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (line.trim() !== "") {
      start.mutate({ argv: ["sh", "-c", line] });
    }
  };
  return (
    <Card component="form" onSubmit={submit}>
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <TextInput
            flex="1 1 20rem"
            label="Run a command"
            description="It runs once, in the home directory, also when you leave this page. Its output is kept."
            placeholder="nvidia-smi"
            maxLength={LINE_MAX}
            value={line}
            onChange={(event) => setLine(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
          <Button
            type="submit"
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            loading={start.isPending}
            disabled={line.trim() === ""}
          >
            Run
          </Button>
        </Group>
        {start.isError && <ProblemNote error={start.error} />}
      </Stack>
    </Card>
  );
}

function CommandTable({
  projectId,
  commands,
  onShow,
}: {
  projectId: string;
  commands: Command[];
  onShow: (command: Command) => void;
}) {
  return (
    <TableCard
      label="Commands"
      head={["Command", "State", "Exit code", "Duration", "Started by", "Started", ""]}
      minWidth={760}
    >
      {commands.map((command) => (
        <Table.Tr key={command.id}>
          <Table.Td maw={320}>
            <Text size="sm" component="div" truncate title={lineOf(command)}>
              <Code>{lineOf(command)}</Code>
            </Text>
          </Table.Td>
          <Table.Td>
            <Badge variant="light" color={COLORS[command.state] ?? "gray"}>
              {words(command.state)}
            </Badge>
          </Table.Td>
          <Table.Td>{command.exit_code ?? (isOpen(command) ? "" : "not known")}</Table.Td>
          <Table.Td>
            <Duration command={command} />
          </Table.Td>
          <Table.Td>{command.started_by_name ?? "Unknown"}</Table.Td>
          <Table.Td>
            <Ago at={command.requested_at} />
          </Table.Td>
          <Table.Td>
            <Group gap="xs" wrap="nowrap" justify="flex-end">
              {isOpen(command) && <EndButton projectId={projectId} command={command} />}
              <Button size="compact-sm" variant="default" onClick={() => onShow(command)}>
                Show output
              </Button>
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </TableCard>
  );
}

function Duration({ command }: { command: Command }) {
  const now = useNow(1_000);
  const end = command.ended_at === undefined ? now : new Date(command.ended_at).getTime();
  return <>{duration(Math.max(0, Math.round((end - new Date(command.requested_at).getTime()) / 1_000)))}</>;
}

function EndButton({ projectId, command }: { projectId: string; command: Command }) {
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: () =>
      ask(
        api.POST("/api/v1/projects/{project_id}/allocations/{allocation_id}/commands/{command_id}/cancel", {
          params: {
            path: { project_id: projectId, allocation_id: command.allocation_id, command_id: command.id },
            header: once(),
          },
        }),
      ),
    onSuccess: () =>
      queries.invalidateQueries({ queryKey: ["project", projectId, "allocation", command.allocation_id] }),
  });
  return (
    <Button size="compact-sm" variant="light" color="red" loading={end.isPending} onClick={() => end.mutate()}>
      {end.isError ? "Try again" : "End"}
    </Button>
  );
}
