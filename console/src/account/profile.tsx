import { Badge, Button, Card, Code, Group, Stack, Text, Title } from "@mantine/core";
import { useMe, usePlaces } from "../app/me";
import { words } from "../ui/format";
import { Copy } from "../ui/note";
import { Loaded, Page } from "../ui/page";
import { ChangePassword } from "./change-password";

export default function Profile() {
  const me = useMe();
  const places = usePlaces();
  const nameOf = (tenantId?: string, projectId?: string) => {
    const place = places.data?.find((one) =>
      projectId ? one.project.id === projectId : one.project.tenant_id === tenantId,
    );
    return projectId ? (place?.project.name ?? projectId) : (place?.tenant?.name ?? tenantId ?? "the whole platform");
  };
  return (
    <Page title="Profile" lead="Your identity, roles and sign-in settings">
      <Loaded query={me}>
        {(person) => (
          <Card>
            <Stack gap="sm">
              <Title order={2} size="h5">
                {person.display_name}
              </Title>
              <Group gap="xs">
                <Code className="break-words">{person.principal_id}</Code>
                <Copy value={person.principal_id} label="Copy your ID" />
              </Group>
              <Text size="sm" c="dimmed">
                Share this ID to be added to a project without an invitation.
              </Text>
              {person.grants.map((grant) => (
                <Group key={grant.role + (grant.tenant_id ?? "") + (grant.project_id ?? "")} gap="xs">
                  <Badge variant="light" className="state state-blue">
                    {words(grant.role)}
                  </Badge>
                  <Text size="sm">in {nameOf(grant.tenant_id, grant.project_id)}</Text>
                </Group>
              ))}
            </Stack>
          </Card>
        )}
      </Loaded>
      <ChangePassword />
      <SecondFactors />
    </Page>
  );
}

/** The issuer renders this page and asks for a fresh sign-in before any change. */
function SecondFactors() {
  return (
    <Card>
      <Stack maw={420}>
        <Title order={2} size="h5">
          Second factor
        </Title>
        <Text size="sm" c="dimmed">
          Require an authenticator app, passkey or security key in addition to your password.
        </Text>
        <Group>
          <Button component="a" href="/factors" variant="default">
            Manage second factors
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
