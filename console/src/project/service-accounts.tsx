import { Badge, Button, Card, Code, Group, MultiSelect, Stack, Switch, Text, TextInput, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus, IconRobot } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../api";
import { useAct } from "../api/act";
import { all, api, ask, once } from "../api/client";
import { permissionsOf, useCurrentProject, useMe } from "../app/me";
import { Ago } from "../ui/ago";
import { ConfirmButton } from "../ui/confirm";
import { FormDialog } from "../ui/form-dialog";
import { Empty } from "../ui/note";
import { Loaded, Page } from "../ui/page";
import { SecretDialog } from "../ui/secret";

type ServiceAccount = Schemas["ServiceAccount"];

export default function ServiceAccounts() {
  const { projectId, can } = useCurrentProject();
  const [making, dialog] = useDisclosure(false);
  const mayManage = can("service_accounts.manage");
  const accounts = useQuery({
    queryKey: ["project", projectId, "service-accounts"],
    queryFn: () =>
      all((cursor) =>
        ask(
          api.GET("/api/v1/projects/{project_id}/service-accounts", {
            params: { path: { project_id: projectId }, query: { limit: 100, ...(cursor ? { cursor } : {}) } },
          }),
        ),
      ),
  });
  const make = mayManage && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={dialog.open}>
      New service account
    </Button>
  );
  return (
    <Page title="Service accounts" lead="Credentials for CI and apps, limited to the scopes you pick" actions={make}>
      {mayManage && <CreateDialog opened={making} onClose={dialog.close} />}
      <Loaded query={accounts}>
        {(items) =>
          items.length === 0 ? (
            <Empty icon={<IconRobot size={36} aria-hidden />} title="No service accounts yet" action={make}>
              Create one for each pipeline or app, so that it doesn't depend on anyone's personal token.
            </Empty>
          ) : (
            <Stack>
              {items.map((account) => (
                <Account key={account.id} account={account} mayManage={mayManage} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Page>
  );
}

function Account({ account, mayManage }: { account: ServiceAccount; mayManage: boolean }) {
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const path = { project_id: account.project_id, service_account_id: account.id };
  const refresh = () => queries.invalidateQueries({ queryKey: ["project", account.project_id, "service-accounts"] });
  const setDisabled = useMutation({
    mutationFn: (disabled: boolean) =>
      ask(
        api.PUT("/api/v1/projects/{project_id}/service-accounts/{service_account_id}", {
          params: { path },
          body: { name: account.name, scopes: account.scopes, disabled },
        }),
      ),
    onSettled: refresh,
  });
  const addKey = useMutation({
    mutationFn: () =>
      ask(
        api.POST("/api/v1/projects/{project_id}/service-accounts/{service_account_id}/keys", {
          params: { path, header: once() },
          body: { kind: "secret" },
        }),
      ),
    onSuccess: (made) => {
      setSecret(`key ID: ${made.key.id}\nsecret: ${made.secret ?? ""}`);
      void refresh();
    },
  });
  return (
    <Card component="section" aria-label={account.name}>
      <SecretDialog secret={secret} what={`New key for ${account.name}`} onClose={() => setSecret(undefined)} />
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h5">
            {account.name}
          </Title>
          {mayManage && (
            <Group gap="xs">
              <Switch
                label="Enabled"
                checked={!account.disabled}
                disabled={setDisabled.isPending}
                onChange={(event) => setDisabled.mutate(!event.currentTarget.checked)}
                aria-label={`${account.name} is enabled`}
              />
              <Button size="xs" variant="default" onClick={() => addKey.mutate()} loading={addKey.isPending}>
                New key
              </Button>
              <ConfirmButton
                label="Delete"
                buttonLabel={`Delete ${account.name}`}
                title={`Delete ${account.name}?`}
                typed={account.name}
                size="xs"
                onConfirm={() =>
                  ask(
                    api.DELETE("/api/v1/projects/{project_id}/service-accounts/{service_account_id}", {
                      params: { path },
                    }),
                  ).then(refresh)
                }
              >
                Its keys and tokens stop working within seconds. This cannot be undone.
              </ConfirmButton>
            </Group>
          )}
        </Group>
        <Group gap={4}>
          {account.scopes.map((scope) => (
            <Badge key={scope} variant="default" className="state">
              {scope}
            </Badge>
          ))}
        </Group>
        {account.keys.length === 0 ? (
          <Text size="sm" c="dimmed">
            No keys yet. Create a key so that it can sign in.
          </Text>
        ) : (
          account.keys.map((key) => (
            <Group key={key.id} justify="space-between" gap="xs">
              <Text size="sm" className="break-words">
                <Code>{key.id}</Code> {key.kind === "secret" ? "secret" : "public key"}, created{" "}
                <Ago at={key.created_at} />,{" "}
                {key.last_used_at ? (
                  <>
                    last used <Ago at={key.last_used_at} />
                  </>
                ) : (
                  "never used"
                )}
              </Text>
              {mayManage && (
                <ConfirmButton
                  label="Revoke"
                  buttonLabel={`Revoke key ${key.id}`}
                  title="Revoke this key?"
                  size="compact-sm"
                  onConfirm={() =>
                    ask(
                      api.DELETE("/api/v1/projects/{project_id}/service-accounts/{service_account_id}/keys/{key_id}", {
                        params: { path: { ...path, key_id: key.id } },
                      }),
                    ).then(refresh)
                  }
                >
                  This key and its tokens stop working within seconds. This cannot be undone.
                </ConfirmButton>
              )}
            </Group>
          ))
        )}
      </Stack>
    </Card>
  );
}

function CreateDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { projectId, tenantId } = useCurrentProject();
  const queries = useQueryClient();
  const me = useMe();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState(["allocations.create", "allocations.read", "allocations.release"]);
  const permissions = me.data
    ? [...permissionsOf(me.data, tenantId, projectId)].sort((a, b) => a.localeCompare(b))
    : [];
  const act = useAct();
  const create = async () => {
    const body = { name: name.trim(), scopes };
    await act.send(body, (header) =>
      ask(
        api.POST("/api/v1/projects/{project_id}/service-accounts", {
          params: { path: { project_id: projectId }, header },
          body,
        }),
      ),
    );
    setName("");
    await queries.invalidateQueries({ queryKey: ["project", projectId, "service-accounts"] });
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New service account"
      submit="Create service account"
      onSubmit={create}
      disabled={name.trim() === "" || scopes.length === 0}
    >
      <TextInput
        label="Name"
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <MultiSelect label="Scopes" data={permissions} value={scopes} onChange={setScopes} searchable />
    </FormDialog>
  );
}
