import { Badge, Button, Select, Stack, Table, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconMailPlus, IconUsers } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "../api";
import { api, ask } from "../api/client";
import { useCurrentProject, useMe } from "../app/me";
import { Ago } from "../ui/ago";
import { words } from "../ui/format";
import { Empty } from "../ui/note";
import { Loaded, Page } from "../ui/page";
import { TableCard } from "../ui/table";
import { CreateInvitationDialog, PROJECT_ROLES } from "./create-invitation-dialog";
import { projectMembers } from "./queries";
import { RemoveProjectMemberButton } from "./remove-member-button";
import { RevokeInvitationButton } from "./revoke-invitation-button";
import { TenantMembers } from "./tenant-members";

type Member = Schemas["Member"];

export default function Members() {
  const { projectId, tenantId, can } = useCurrentProject();
  const [inviting, dialog] = useDisclosure(false);
  const members = useQuery(projectMembers(projectId));
  const mayInvite = can("members.manage") && tenantId !== undefined;
  const invite = mayInvite && (
    <Button leftSection={<IconMailPlus size={18} aria-hidden />} onClick={dialog.open}>
      Invite member
    </Button>
  );
  return (
    <Page
      title="Members"
      lead="People and service accounts with access to this project. Tenant roles apply here too."
      actions={invite}
    >
      {mayInvite && (
        <CreateInvitationDialog opened={inviting} onClose={dialog.close} tenantId={tenantId} projectId={projectId} />
      )}
      <Loaded query={members}>
        {(people) =>
          people.length === 0 ? (
            <Empty icon={<IconUsers size={36} aria-hidden />} title="No project members yet" action={invite}>
              People with a tenant role already have access. Invite others to give them a role in this project only.
            </Empty>
          ) : (
            <TableCard label="Members" head={["Name", "Type", "Role", ""]}>
              {people.map((member) => (
                <Row
                  key={member.principal_id}
                  member={member}
                  projectId={projectId}
                  mayManage={can("project_members.manage")}
                />
              ))}
            </TableCard>
          )
        }
      </Loaded>
      {can("members.read") && tenantId && (
        <TenantMembers tenantId={tenantId} projectId={projectId} mayManage={can("members.manage")} />
      )}
      {can("members.read") && tenantId && (
        <Invitations tenantId={tenantId} projectId={projectId} mayManage={can("members.manage")} />
      )}
    </Page>
  );
}

function Row({ member, projectId, mayManage }: { member: Member; projectId: string; mayManage: boolean }) {
  const queries = useQueryClient();
  const me = useMe();
  const path = { project_id: projectId, principal_id: member.principal_id };
  const refresh = () => queries.invalidateQueries({ queryKey: ["project", projectId, "members"] });
  const setRole = useMutation({
    mutationFn: (role: Schemas["ProjectRole"]) =>
      ask(api.PUT("/api/v1/projects/{project_id}/members/{principal_id}", { params: { path }, body: { role } })),
    onSettled: refresh,
  });
  const isMine = me.data?.principal_id === member.principal_id;
  return (
    <Table.Tr>
      <Table.Td fw={600}>
        {member.display_name}
        {isMine && " (you)"}
      </Table.Td>
      <Table.Td>{words(member.kind)}</Table.Td>
      <Table.Td>
        {mayManage && member.kind === "user" && !isMine ? (
          <Select
            aria-label={`Role of ${member.display_name}`}
            data={PROJECT_ROLES}
            value={member.role}
            allowDeselect={false}
            disabled={setRole.isPending}
            size="xs"
            w={180}
            onChange={(chosen) => {
              const role = PROJECT_ROLES.find((one) => one.value === chosen);
              if (role) {
                setRole.mutate(role.value);
              }
            }}
          />
        ) : (
          words(member.role)
        )}
      </Table.Td>
      <Table.Td>
        {mayManage && member.kind === "user" && (
          <RemoveProjectMemberButton projectId={projectId} member={member} isMine={isMine} onRemoved={refresh} />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function Invitations({ tenantId, projectId, mayManage }: { tenantId: string; projectId: string; mayManage: boolean }) {
  const queries = useQueryClient();
  const key = ["project", projectId, "invitations"];
  const invitations = useQuery({
    queryKey: key,
    queryFn: async () =>
      (
        await ask(
          api.GET("/api/v1/tenants/{tenant_id}/invitations", {
            params: { path: { tenant_id: tenantId }, query: { limit: 100 } },
          }),
        )
      ).items.filter((one) => !one.project_id || one.project_id === projectId),
  });
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        Invitations
      </Title>
      <Loaded query={invitations}>
        {(all) =>
          all.length === 0 ? (
            <Text c="dimmed">No pending invitations.</Text>
          ) : (
            <TableCard label="Invitations" head={["Email address", "Role", "State", "Sent", ""]}>
              {all.map((one) => (
                <Table.Tr key={one.id}>
                  <Table.Td className="break-words">{one.email}</Table.Td>
                  <Table.Td>{words(one.role)}</Table.Td>
                  <Table.Td>
                    <Badge
                      variant="light"
                      className={`state state-${one.state === "open" ? "blue" : one.state === "accepted" ? "teal" : "gray"}`}
                    >
                      {one.state}
                    </Badge>
                  </Table.Td>
                  <Table.Td className="nowrap">
                    <Ago at={one.created_at} />
                  </Table.Td>
                  <Table.Td>
                    {mayManage && one.state === "open" && (
                      <RevokeInvitationButton
                        tenantId={tenantId}
                        invitation={one}
                        onRevoked={() => queries.invalidateQueries({ queryKey: key })}
                      />
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </TableCard>
          )
        }
      </Loaded>
    </Stack>
  );
}
