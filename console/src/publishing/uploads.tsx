import { Code, Group, Stack, Table, Text } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { PersonName } from "../app/person-name";
import { StateBadge } from "../apps/badges";
import { Ago } from "../ui/ago";
import { Empty, NewestShown } from "../ui/note";
import { Loaded } from "../ui/page";
import { TableCard } from "../ui/table";
import { CancelPublishIntentButton } from "./cancel-publish-intent-button";
import { CommandLines } from "./command-lines";
import { pushCommand } from "./commands";
import { CompletePublishIntentButton } from "./complete-publish-intent-button";
import { CreatePublishIntentButton } from "./create-publish-intent-button";
import { intentsOf, LISTED_MAX, type Publisher } from "./queries";

/** Uploads of the project: how to push, what is open, and what was published. */
export function Uploads({ projectId, publishers }: { projectId: string; publishers: Publisher[] }) {
  const intents = useQuery(intentsOf(projectId));
  const namespace = publishers[0]?.namespace ?? "NAMESPACE";
  const open = <CreatePublishIntentButton projectId={projectId} publishers={publishers} />;
  return (
    <Stack>
      <Text size="sm" maw={760}>
        The command line pushes a directory with an OCI layout, or a file, and publishes it in one step:
      </Text>
      <CommandLines label="Push with the command line">{pushCommand(`${namespace}/my-app`, "oci_image")}</CommandLines>
      <Group justify="space-between">
        <Text size="sm">
          To push with podman, skopeo or oras, open an upload: it gives you a repository and a secret.
        </Text>
        {open}
      </Group>
      <Loaded query={intents}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={<IconUpload size={36} aria-hidden />} title="No uploads yet">
              Uploads of this project appear here, also those made by the command line.
            </Empty>
          ) : (
            <>
              <TableCard
                label="Uploads"
                head={["App", "Artifacts", "State", "Repository", "Opened", "Actions"]}
                minWidth={880}
              >
                {all.map((one) => (
                  <Table.Tr key={one.id}>
                    <Table.Td>
                      {one.app} {one.version}
                    </Table.Td>
                    <Table.Td>{one.artifacts.map(({ name }) => name).join(", ")}</Table.Td>
                    <Table.Td>
                      <StateBadge state={one.state} />
                    </Table.Td>
                    <Table.Td>
                      <Code className="break-words">{one.repository}</Code>
                    </Table.Td>
                    <Table.Td>
                      <PersonName id={one.created_by} /> <Ago at={one.created_at} />
                      {one.state === "open" && (
                        <Text size="xs" c="dimmed">
                          ends <Ago at={one.expires_at} />
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td className="row-end">
                      {one.state === "open" && (
                        <Group gap={6} justify="flex-end">
                          <CompletePublishIntentButton projectId={projectId} intent={one} />
                          <CancelPublishIntentButton projectId={projectId} intent={one} />
                        </Group>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </TableCard>
              <NewestShown count={all.length} max={LISTED_MAX} />
            </>
          )
        }
      </Loaded>
    </Stack>
  );
}
