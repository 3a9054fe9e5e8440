import { api, ask, once } from "../../api/client";
import { ConfirmButton } from "../../ui/confirm";
import { useChanged } from "../act";

type Props = { nodeId: string; taskId: string };

export function CancelNodeTaskButton({ nodeId, taskId }: Props) {
  const changed = useChanged();
  return (
    <ConfirmButton
      label="Cancel task"
      title="Cancel this task?"
      size="xs"
      onConfirm={async () => {
        await ask(
          api.POST("/api/v1/nodes/{node_id}/tasks/{task_id}/cancel", {
            params: { path: { node_id: nodeId, task_id: taskId }, header: once() },
          }),
        );
        changed("Canceling the task.");
      }}
    >
      The node stops the task as soon as it receives the request. Anything waiting for the task sees it as canceled.
    </ConfirmButton>
  );
}
