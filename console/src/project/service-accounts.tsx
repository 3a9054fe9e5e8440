import { Badge, Button, Card, Code, Group, Stack, Switch, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus, IconRobot } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../api";
import { all, api, ask, once } from "../api/client";
import { useCurrentProject } from "../app/me";
import { Ago } from "../ui/ago";
import { Empty } from "../ui/note";
import { Loaded, Page } from "../ui/page";
import { SecretDialog } from "../ui/secret";
import { CreateServiceAccountDialog } from "./create-service-account-dialog";
import { DeleteServiceAccountButton } from "./delete-service-account-button";
import { RevokeServiceAccountKeyButton } from "./revoke-key-button";

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
      {mayManage && <CreateServiceAccountDialog opened={making} onClose={dialog.close} />}
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
  const createKey = useMutation({
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
              <Button size="xs" variant="default" onClick={() => createKey.mutate()} loading={createKey.isPending}>
                New key
              </Button>
              <DeleteServiceAccountButton account={account} onDeleted={refresh} />
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
              {mayManage && <RevokeServiceAccountKeyButton account={account} keyId={key.id} onRevoked={refresh} />}
            </Group>
          ))
        )}
      </Stack>
    </Card>
  );
}
