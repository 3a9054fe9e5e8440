import { Button, Card, Code, Group, Stack, Table, Text, TextInput, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api, ask } from "../api/client";
import { useCurrentProject } from "../app/me";
import { SHOWN_IN_PLACE } from "../app/queries";
import { readable } from "../operator/system/policy-value";
import { ConfirmButton } from "../ui/confirm";
import { Copy, ProblemNote } from "../ui/note";
import { Lines, Loaded, Page } from "../ui/page";
import { TableCard } from "../ui/table";
import { tell } from "../ui/tell";
import { CreateProjectDialog } from "./create-project-dialog";
import { DefaultLimits } from "./default-limits";

export default function Settings() {
  const { projectId, tenantId, place, can } = useCurrentProject();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [making, dialog] = useDisclosure(false);
  if (!place || !tenantId) {
    return (
      <Page title="Settings">
        <Lines />
      </Page>
    );
  }
  const remove = async () => {
    await ask(api.DELETE("/api/v1/projects/{project_id}", { params: { path: { project_id: projectId } } }));
    await navigate({ to: "/" });
    await queries.invalidateQueries({ queryKey: ["places"] });
  };
  return (
    <Page
      title="Settings"
      lead={`Project ${place.project.name}`}
      actions={
        can("projects.create") && (
          <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={dialog.open}>
            New project
          </Button>
        )
      }
    >
      <CreateProjectDialog opened={making} onClose={dialog.close} tenantId={tenantId} />
      <Card>
        <Stack>
          <Name
            key={place.project.name}
            name={place.project.name}
            projectId={projectId}
            mayChange={can("projects.update")}
          />
          <Group gap="xs">
            <Text size="sm">ID</Text>
            <Code className="break-words">{projectId}</Code>
            <Copy value={projectId} label="Copy project ID" />
          </Group>
        </Stack>
      </Card>
      {can("allocations.read") && <DefaultLimits projectId={projectId} mayChange={can("projects.update")} />}
      {can("policies.read") && <Policies projectId={projectId} />}
      {can("projects.delete") && (
        <Card>
          <Group justify="space-between">
            <div>
              <Title order={2} size="h5">
                Delete project
              </Title>
              <Text size="sm" c="dimmed">
                Only an empty project can be deleted. Its ledger and audit trail are kept.
              </Text>
            </div>
            <ConfirmButton
              label="Delete"
              title={`Delete ${place.project.name}?`}
              typed={place.project.slug}
              onConfirm={remove}
            >
              Members lose access and service accounts stop working. This cannot be undone.
            </ConfirmButton>
          </Group>
        </Card>
      )}
    </Page>
  );
}

function Name({ name, projectId, mayChange }: { name: string; projectId: string; mayChange: boolean }) {
  const queries = useQueryClient();
  const [text, setText] = useState(name);
  const rename = useMutation({
    meta: SHOWN_IN_PLACE,
    mutationFn: () =>
      ask(
        api.PUT("/api/v1/projects/{project_id}", {
          params: { path: { project_id: projectId } },
          body: { name: text.trim() },
        }),
      ),
    onSuccess: () => {
      tell("Project renamed.");
      return queries.invalidateQueries({ queryKey: ["places"] });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate();
      }}
    >
      <Stack maw={460}>
        <Group align="flex-end" wrap="nowrap">
          <TextInput
            label="Name"
            flex={1}
            value={text}
            maxLength={100}
            disabled={!mayChange}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {mayChange && (
            <Button
              type="submit"
              variant="default"
              loading={rename.isPending}
              disabled={text.trim() === "" || text.trim() === name}
            >
              Rename
            </Button>
          )}
        </Group>
        {rename.isError && <ProblemNote error={rename.error} />}
      </Stack>
    </form>
  );
}

function Policies({ projectId }: { projectId: string }) {
  const policies = useQuery({
    queryKey: ["project", projectId, "policies"],
    queryFn: async () =>
      (await ask(api.GET("/api/v1/projects/{project_id}/policies", { params: { path: { project_id: projectId } } })))
        .items,
  });
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        Effective policies
      </Title>
      <Loaded query={policies} lines={6}>
        {(all) => (
          <TableCard label="Effective policies" head={["Policy", "Value", "Source"]}>
            {all.map((policy) => (
              <Table.Tr key={policy.key}>
                <Table.Td>
                  <Text size="sm" fw={600} className="break-words">
                    {policy.key}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {policy.description}
                  </Text>
                </Table.Td>
                <Table.Td className="nowrap figure">{readable(policy, policy.value)}</Table.Td>
                <Table.Td>{policy.source}</Table.Td>
              </Table.Tr>
            ))}
          </TableCard>
        )}
      </Loaded>
    </Stack>
  );
}
