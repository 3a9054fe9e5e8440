import type { Project } from "../api";
import { api, ask } from "../api/client";
import { ConfirmButton } from "../ui/confirm";

type Props = { project: Project; onRemoved: () => Promise<void> };

export function RemoveBudgetButton({ project, onRemoved }: Props) {
  return (
    <ConfirmButton
      label="Remove"
      buttonLabel={`Remove budget for ${project.name}`}
      title={`Remove the budget for ${project.name}?`}
      size="compact-sm"
      onConfirm={() =>
        ask(
          api.DELETE("/api/v1/projects/{project_id}/budget", {
            params: { path: { project_id: project.id } },
          }),
        ).then(onRemoved)
      }
    >
      Budget notifications stop, and allocations are no longer blocked or released because of it.
    </ConfirmButton>
  );
}
