import type { Schemas } from "../api";
import { api, ask } from "../api/client";
import { ConfirmButton } from "../ui/confirm";

type Props = { projectId: string; member: Schemas["Member"]; isMine: boolean; onRemoved: () => Promise<void> };

export function RemoveProjectMemberButton({ projectId, member, isMine, onRemoved }: Props) {
  const path = { project_id: projectId, principal_id: member.principal_id };
  return (
    <ConfirmButton
      label={isMine ? "Leave" : "Remove"}
      buttonLabel={isMine ? "Leave project" : `Remove ${member.display_name}`}
      title={isMine ? "Leave this project?" : `Remove ${member.display_name}?`}
      size="compact-sm"
      onConfirm={() =>
        ask(api.DELETE("/api/v1/projects/{project_id}/members/{principal_id}", { params: { path } })).then(onRemoved)
      }
    >
      Access ends and open terminals close within seconds. Allocations they created are kept.
    </ConfirmButton>
  );
}
