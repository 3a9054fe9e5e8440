import { Anchor, Button, Card, Center, Group, Image, List, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { signIn } from "../api/session";

/** For who is not signed in. */
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
          <Text>GPUs by the second, a shell in a minute, and a bill that adds up.</Text>
          <Button size="md" onClick={signIn}>
            Sign in
          </Button>
          <Text size="sm" c="dimmed">
            The first login stands in the file <code>first-login</code> of the data folder.
          </Text>
          <List size="sm" spacing={4}>
            <List.Item>
              <Anchor href="/contracts/openapi.yaml">The API</Anchor>, with the rules every operation is under
            </List.Item>
            <List.Item>
              <Anchor href="/contracts/asyncapi.yaml">The events</Anchor>
            </List.Item>
            <List.Item>
              <Anchor href="/api/v1/errors">The error catalogue</Anchor>
            </List.Item>
          </List>
        </Stack>
      </Card>
    </Center>
  );
}
