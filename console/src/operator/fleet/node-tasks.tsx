import { Button, Code, Drawer, Group, Stack, Table, Text, Timeline, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { usePlatformPermissions } from "../../app/me";
import { Ago } from "../../ui/ago";
import { dateTime, duration, words } from "../../ui/format";
import { Empty } from "../../ui/note";
import { Loaded } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { State } from "../badge";
import { type NodeTask, taskOf, tasksOf } from "../queries";
import { CancelNodeTaskButton } from "./cancel-node-task-button";

/** Tasks of the node, newest first; each opens to its events. */
export function NodeTasks({ nodeId }: { nodeId: string }) {
  const tasks = useQuery(tasksOf(nodeId));
  const { task: opened } = useSearch({ from: "/operator/nodes/$nodeId" });
  const navigate = useNavigate({ from: "/operator/nodes/$nodeId" });
  const setOpened = (task: string | undefined) =>
    void navigate({ to: ".", search: { tab: "tasks", ...(task ? { task } : {}) }, replace: true });
  return (
    <>
      <Loaded query={tasks} lines={6}>
        {(all) =>
          all.length === 0 ? (
            <Empty title="No tasks yet">
              Tasks appear when an allocation is placed on this node, logs are collected, or its agent is updated.
            </Empty>
          ) : (
            <TableCard label="Tasks" head={["Task", "State", "Attempt", "Started", "Duration", "Error"]} minWidth={780}>
              {all.map((task) => (
                <Table.Tr key={task.id}>
                  <Table.Td>
                    <UnstyledButton onClick={() => setOpened(task.id)} c="var(--mantine-color-anchor)" fw={500} fz="sm">
                      {words(task.type)}
                    </UnstyledButton>
                  </Table.Td>
                  <Table.Td>
                    <State state={task.state} />
                  </Table.Td>
                  <Table.Td className="figure nowrap">
                    {task.attempt} of {task.attempts_max}
                  </Table.Td>
                  <Table.Td className="nowrap">
                    <Ago at={task.created_at} />
                  </Table.Td>
                  <Table.Td className="figure nowrap">{took(task)}</Table.Td>
                  <Table.Td>
                    <Text size="sm">{task.message ?? task.code ?? ""}</Text>
                  </Table.Td>
                </Table.Tr>
              ))}
            </TableCard>
          )
        }
      </Loaded>
      <Drawer
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        position="right"
        size="lg"
        title={<Text fw={600}>Task</Text>}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        {opened && <Task nodeId={nodeId} taskId={opened} />}
      </Drawer>
    </>
  );
}

function took(task: NodeTask): string {
  return task.finished_at
    ? duration((Date.parse(task.finished_at) - Date.parse(task.started_at ?? task.created_at)) / 1000)
    : "—";
}

function Task({ nodeId, taskId }: { nodeId: string; taskId: string }) {
  const detail = useQuery(taskOf(nodeId, taskId));
  const mayCancel = usePlatformPermissions().has("node_tasks.manage");
  return (
    <Loaded query={detail} lines={8}>
      {({ task, events, output }) => (
        <Stack>
          <Group justify="space-between">
            <Group>
              <Text fw={600}>{words(task.type)}</Text>
              <State state={task.state} />
            </Group>
            <Group gap="xs">
              <Button size="xs" variant="default" onClick={() => void detail.refetch()} loading={detail.isFetching}>
                Refresh
              </Button>
              {mayCancel && ["queued", "sent", "running"].includes(task.state) && !task.cancel_requested && (
                <CancelNodeTaskButton nodeId={nodeId} taskId={taskId} />
              )}
            </Group>
          </Group>
          {task.message && <Text c="red">{task.message}</Text>}
          <Text size="sm" c="dimmed">
            Attempt {task.attempt} of {task.attempts_max}, created {dateTime(task.created_at)}, deadline{" "}
            {dateTime(task.deadline_at)}
          </Text>
          <Timeline bulletSize={14} lineWidth={2} active={events.length}>
            {events.map((event) => (
              <Timeline.Item
                key={`${event.attempt}.${event.index}`}
                title={
                  <Text size="sm" fw={500}>
                    {words(event.phase ?? event.kind)}
                  </Text>
                }
              >
                {event.text && (
                  <Text size="sm" className="break-words">
                    {event.text}
                  </Text>
                )}
                <Text size="xs" c="dimmed">
                  {dateTime(event.at)}
                </Text>
              </Timeline.Item>
            ))}
          </Timeline>
          {events.length === 0 && <Text c="dimmed">No reports from the node yet.</Text>}
          {output && (
            <Code block className="break-words secret">
              {output}
            </Code>
          )}
        </Stack>
      )}
    </Loaded>
  );
}
