import { useQuery } from "@tanstack/react-query";
import { users } from "../operator/queries";
import { projectMembers, tenantMembers } from "../project/queries";
import { useCurrentProject, useMe, usePlatformPermissions } from "./me";
import { nameOf } from "./person";

/** Shows a person's name if the caller may see it, then `known`, otherwise the end of the id. */
export function PersonName({ id, known: told }: { id: string; known?: string | undefined }) {
  const me = useMe();
  const { projectId, tenantId, can } = useCurrentProject();
  const knowsAll = usePlatformPermissions().has("users.read");
  const known = useQuery({ ...users, enabled: knowsAll });
  const members = useQuery({
    ...projectMembers(projectId),
    enabled: !knowsAll && tenantId !== undefined && can("project_members.read"),
  });
  const leaders = useQuery({
    ...tenantMembers(tenantId ?? ""),
    enabled: !knowsAll && tenantId !== undefined && can("members.read"),
  });
  const people = [
    ...(known.data ?? []),
    ...[...(members.data ?? []), ...(leaders.data ?? [])].map((one) => ({
      id: one.principal_id,
      display_name: one.display_name,
    })),
  ];
  return <span title={id}>{nameOf(id, me.data?.principal_id, people, told)}</span>;
}
