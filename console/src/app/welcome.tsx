import { Anchor, Button, Card, Center, Group, Image, List, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { signIn } from "../api/session";

/** Shown to visitors who are not signed in. */
export function Welcome() {
  useDocumentTitle("GPUaaS");
  return (
    <Center mih="100vh" p="md" component="main">
      <Card w="100%" maw={460} padding="xl">
        <Stack>
          <Group gap="sm">
            <Image src="/favicon.svg" w={40} h={40} alt="" />
            <Title order={1} size="h2">
              GPUaaS
            </Title>
          </Group>
          <Text>GPUs by the second, a shell in seconds, and a bill that adds up.</Text>
          <Button size="md" onClick={signIn}>
            Sign in
          </Button>
          <Text size="sm" c="dimmed">
            First time here? The administrator's password is in <code>first-login</code> in the data folder.
          </Text>
          <List size="sm" spacing={4}>
            <List.Item>
              <Anchor href="/contracts/openapi.yaml">API reference (OpenAPI)</Anchor>
            </List.Item>
            <List.Item>
              <Anchor href="/contracts/asyncapi.yaml">Event reference (AsyncAPI)</Anchor>
            </List.Item>
            <List.Item>
              <Anchor href="/api/v1/errors">Error codes</Anchor>
            </List.Item>
          </List>
        </Stack>
      </Card>
    </Center>
  );
}
