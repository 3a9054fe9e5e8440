import { Button, Group, Select, Stack, Table, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../api";
import { api, ask } from "../api/client";
import { useMe } from "../app/me";
import { FormDialog } from "../ui/form-dialog";
import { words } from "../ui/format";
import { Loaded } from "../ui/page";
import { TableCard } from "../ui/table";
import { projectMembers, tenantMembers } from "./queries";
import { RemoveTenantMemberButton } from "./remove-tenant-member-button";

type Member = Schemas["Member"];
type TenantRole = Schemas["TenantRole"];

const ROLES: { value: TenantRole; label: string; what: string }[] = [
  { value: "tenant_owner", label: "Tenant owner", what: "Full access to the tenant, including roles." },
  {
    value: "tenant_admin",
    label: "Tenant admin",
    what: "Manages projects, members and service accounts across the tenant.",
  },
  { value: "tenant_billing", label: "Tenant billing", what: "Sees costs, makes payments and sets budgets." },
];

/** Roles that apply in every project of the tenant. */
export function TenantMembers({
  tenantId,
  projectId,
  mayManage,
}: {
  tenantId: string;
  projectId: string;
  mayManage: boolean;
}) {
  const members = useQuery(tenantMembers(tenantId));
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Tenant roles
        </Title>
        {mayManage && members.data && (
          <SetTenantMemberButton tenantId={tenantId} projectId={projectId} holders={members.data} />
        )}
      </Group>
      <Loaded query={members}>
        {(people) =>
          people.length === 0 ? (
            <Text c="dimmed">No tenant roles assigned.</Text>
          ) : (
            <TableCard label="Tenant roles" head={["Name", "Role", ""]} minWidth={420}>
              {people.map((member) => (
                <Row key={member.principal_id} member={member} tenantId={tenantId} mayManage={mayManage} />
              ))}
            </TableCard>
          )
        }
      </Loaded>
    </Stack>
  );
}

function useRefresh(tenantId: string): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: tenantMembers(tenantId).queryKey });
}

function Row({ member, tenantId, mayManage }: { member: Member; tenantId: string; mayManage: boolean }) {
  const me = useMe();
  const refresh = useRefresh(tenantId);
  const path = { tenant_id: tenantId, principal_id: member.principal_id };
  const setRole = useMutation({
    mutationFn: (role: TenantRole) =>
      ask(api.PUT("/api/v1/tenants/{tenant_id}/members/{principal_id}", { params: { path }, body: { role } })),
    onSettled: refresh,
  });
  const isMine = me.data?.principal_id === member.principal_id;
  const isTenantRole = ROLES.some(({ value }) => value === member.role);
  return (
    <Table.Tr>
      <Table.Td fw={600}>
        {member.display_name}
        {isMine && " (you)"}
      </Table.Td>
      <Table.Td>
        {mayManage && !isMine && isTenantRole ? (
          <Select
            aria-label={`Tenant role of ${member.display_name}`}
            data={ROLES.map(({ value, label }) => ({ value, label }))}
            value={member.role}
            allowDeselect={false}
            disabled={setRole.isPending}
            size="xs"
            w={180}
            onChange={(chosen) => {
              const role = ROLES.find((one) => one.value === chosen);
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
        {mayManage && !isMine && <RemoveTenantMemberButton tenantId={tenantId} member={member} onRemoved={refresh} />}
      </Table.Td>
    </Table.Tr>
  );
}

/** Grants a tenant role to a project member; others need an invitation first. */
function SetTenantMemberButton({
  tenantId,
  projectId,
  holders,
}: {
  tenantId: string;
  projectId: string;
  holders: Member[];
}) {
  const [opened, { open, close }] = useDisclosure(false);
  const members = useQuery(projectMembers(projectId));
  const refresh = useRefresh(tenantId);
  const [person, setPerson] = useState<string | null>(null);
  const [role, setRole] = useState<TenantRole>("tenant_billing");
  const held = new Set(holders.map((one) => one.principal_id));
  const people = (members.data ?? []).filter((one) => one.kind === "user" && !held.has(one.principal_id));
  const give = async () => {
    await ask(
      api.PUT("/api/v1/tenants/{tenant_id}/members/{principal_id}", {
        params: { path: { tenant_id: tenantId, principal_id: person ?? "" } },
        body: { role },
      }),
    );
    await refresh();
    setPerson(null);
  };
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={open} disabled={people.length === 0}>
        Grant role
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title="Grant tenant role"
        submit="Grant role"
        onSubmit={give}
        disabled={!person}
      >
        <Select
          label="Member"
          placeholder="Choose a project member"
          data={people.map((one) => ({ value: one.principal_id, label: one.display_name }))}
          value={person}
          onChange={setPerson}
          data-autofocus
        />
        <Select
          label="Role"
          data={ROLES.map(({ value, label }) => ({ value, label }))}
          value={role}
          allowDeselect={false}
          onChange={(value) => value && setRole(value)}
        />
        <Text size="sm" c="dimmed">
          {ROLES.find(({ value }) => value === role)?.what}
        </Text>
      </FormDialog>
    </>
  );
}
