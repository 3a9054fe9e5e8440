import { Alert, Button, Card, Code, Group, NumberInput, Select, Stack, Table, Text, Title } from "@mantine/core";
import { IconEyeOff, IconKey } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask, once } from "../../api/client";
import { SHOWN_IN_PLACE } from "../../app/queries";
import { Ago } from "../../ui/ago";
import { plural } from "../../ui/format";
import { Copy, ProblemNote } from "../../ui/note";
import { Loaded, Page } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { joinLine } from "../queries";

const LIFETIMES = [
  { value: "3600", label: "1 hour" },
  { value: "86400", label: "1 day" },
  { value: "604800", label: "7 days" },
  { value: "2592000", label: "30 days" },
];

export default function JoinTokens() {
  const [count, setCount] = useState<number | string>(1);
  const [lifetime, setLifetime] = useState("86400");
  const create = useMutation({
    meta: SHOWN_IN_PLACE,
    mutationFn: () =>
      ask(
        api.POST("/api/v1/nodes/join-tokens", {
          params: { header: once() },
          body: { count: Number(count), lifetime_seconds: Number(lifetime) },
        }),
      ),
  });
  const tokens = create.data?.tokens ?? [];
  return (
    <Page title="Join tokens" lead="Each token lets one host join once">
      <Card component="section" aria-label="Create join tokens">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            create.mutate();
          }}
        >
          <Group align="flex-end">
            <NumberInput
              label="Number of hosts"
              min={1}
              max={500}
              allowDecimal={false}
              value={count}
              onChange={setCount}
              w={140}
              required
            />
            <Select
              label="Valid for"
              data={LIFETIMES}
              value={lifetime}
              onChange={(value) => value && setLifetime(value)}
              allowDeselect={false}
              w={140}
            />
            <Button
              type="submit"
              leftSection={<IconKey size={18} aria-hidden />}
              loading={create.isPending}
              disabled={Number(count) < 1}
            >
              Create tokens
            </Button>
          </Group>
        </form>
      </Card>
      {create.isError && <ProblemNote error={create.error} />}
      {tokens.length > 0 && (
        <Stack>
          <Alert
            color="yellow"
            icon={<IconEyeOff aria-hidden />}
            title={`${plural(tokens.length, "token")}: copy now, they won't be shown again`}
          >
            <Group justify="space-between">
              <span>Only digests are stored. If you leave this page without copying the tokens, create new ones.</span>
              <Copy value={tokens.map((one) => one.secret).join("\n")} label="Copy all tokens" />
            </Group>
          </Alert>
          <TableCard label="Tokens" head={["Token", "Valid until", ""]} minWidth={520}>
            {tokens.map((token) => (
              <Table.Tr key={token.id}>
                <Table.Td>
                  <Code className="break-words" data-testid="secret">
                    {token.secret}
                  </Code>
                </Table.Td>
                <Table.Td className="nowrap">
                  <Ago at={token.expires_at} />
                </Table.Td>
                <Table.Td>
                  <Copy value={token.secret ?? ""} label={`Copy token ${token.id}`} />
                </Table.Td>
              </Table.Tr>
            ))}
          </TableCard>
        </Stack>
      )}
      <OnTheHost />
    </Page>
  );
}

function OnTheHost() {
  const query = useQuery(joinLine);
  return (
    <Card component="section" aria-label="On the host">
      <Title order={2} size="h4" mb="xs">
        On the host
      </Title>
      <Loaded query={query} lines={3}>
        {(answer) =>
          answer.line === undefined ? (
            <Text size="sm">
              This installation offers no package of the agent. Build one with <Code>./gpuaas agent-package</Code> and
              restart.
            </Text>
          ) : (
            <>
              <Text size="sm" mb="sm">
                Run this line as root on the host. It checks every download against digests and asks for the token.
              </Text>
              <Group wrap="nowrap" align="flex-start">
                <Code block className="break-words secret" style={{ flex: 1 }}>
                  {answer.line}
                </Code>
                <Copy value={answer.line} label="Copy line" />
              </Group>
              <Text size="sm" mt="sm" c="dimmed">
                The host connects to {answer.node_server}. It appears below Nodes as enrolling and becomes ready once it
                has reported its GPUs; its page shows its checks.
              </Text>
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
