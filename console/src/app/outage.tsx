import { Alert, Button, Center, Code, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { IconAlertTriangle } from "@tabler/icons-react";
import { asProblem } from "../api/problem";

/** Shown instead of the console if the server cannot tell who is signed in. */
export function Outage({ error, isAsking, retry }: { error: unknown; isAsking: boolean; retry: () => void }) {
  useDocumentTitle("GPUaaS");
  const problem = asProblem(error);
  return (
    <Center mih="100vh" p="md" component="main">
      <Stack w="100%" maw={460}>
        <Title order={1} size="h2">
          The console is unavailable
        </Title>
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={problem.message} role="alert">
          {problem.correlationId && (
            <Text size="sm">
              Correlation ID <Code>{problem.correlationId}</Code>
            </Text>
          )}
        </Alert>
        <Button onClick={retry} loading={isAsking}>
          Try again
        </Button>
      </Stack>
    </Center>
  );
}
