import { Button, Progress, Stack, Table, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPackageExport, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "../../api";
import { usePlatformPermissions } from "../../app/me";
import { Ago } from "../../ui/ago";
import { bytes } from "../../ui/format";
import { AnchorLink } from "../../ui/links";
import { Empty } from "../../ui/note";
import { Loaded, Page } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { State } from "../badge";
import { releases, rollouts } from "../queries";
import { CreateRolloutDialog } from "./create-rollout-dialog";

type Rollout = Schemas["Rollout"];

export default function Rollouts() {
  const mayManage = usePlatformPermissions().has("updates.manage");
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <Page
      title="Agent updates"
      lead="Signed node agent releases and their rollouts"
      actions={
        mayManage && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={open}>
            New rollout
          </Button>
        )
      }
    >
      <CreateRolloutDialog opened={opened} onClose={close} />
      <RolloutTable />
      <Releases />
    </Page>
  );
}

export function progressOf({ nodes }: Rollout): { done: number; all: number } {
  const all = Object.values(nodes).reduce((sum, count) => sum + count, 0);
  return { done: nodes.updated + nodes.reverted + nodes.skipped + nodes.failed + nodes.revert_failed, all };
}

function RolloutTable() {
  const known = useQuery(rollouts);
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        Rollouts
      </Title>
      <Loaded query={known}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={<IconPackageExport size={36} aria-hidden />} title="No rollouts yet">
              A rollout updates canary nodes first, then the others in waves, and stops if nodes fail.
            </Empty>
          ) : (
            <TableCard
              label="Rollouts"
              head={["Version", "State", "Wave", "Nodes", "Failed", "Started"]}
              minWidth={720}
            >
              {all.map((one) => {
                const { done, all: count } = progressOf(one);
                return (
                  <Table.Tr key={one.id}>
                    <Table.Td>
                      <AnchorLink to="/operator/rollouts/$rolloutId" params={{ rolloutId: one.id }} fw={500}>
                        {one.version}
                      </AnchorLink>
                    </Table.Td>
                    <Table.Td>
                      <State state={one.state} />
                      {one.reason && (
                        <Text size="xs" c="dimmed">
                          {one.reason}
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td className="figure nowrap">
                      {one.wave + 1} of {one.waves}
                    </Table.Td>
                    <Table.Td miw={140}>
                      <Text size="xs" className="figure">
                        {done} of {count}
                      </Text>
                      <Progress
                        value={count === 0 ? 0 : (100 * done) / count}
                        aria-label={`${done} of ${count} nodes done`}
                      />
                    </Table.Td>
                    <Table.Td className="figure">{one.nodes.failed}</Table.Td>
                    <Table.Td className="nowrap">
                      <Ago at={one.created_at} />
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </TableCard>
          )
        }
      </Loaded>
    </Stack>
  );
}

function Releases() {
  const known = useQuery(releases);
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        Releases
      </Title>
      <Loaded query={known}>
        {(all) =>
          all.length === 0 ? (
            <Empty title="No releases yet">Upload a signed release with gpuaas releases create.</Empty>
          ) : (
            <TableCard
              label="Releases"
              head={["Version", "State", "Size", "Signed by", "Valid until", "Uploaded"]}
              minWidth={720}
            >
              {all.map((one) => (
                <Table.Tr key={one.id}>
                  <Table.Td>{one.version}</Table.Td>
                  <Table.Td>
                    <State state={one.state} />
                    {one.state === "incomplete" && (
                      <Text size="xs" c="dimmed">
                        {one.parts_received} of {one.parts} parts
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td className="figure nowrap">{bytes(one.size_bytes)}</Table.Td>
                  <Table.Td>{one.signed_by.join(", ")}</Table.Td>
                  <Table.Td className="nowrap">
                    <Ago at={one.expires_at} />
                  </Table.Td>
                  <Table.Td className="nowrap">
                    <Ago at={one.created_at} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </TableCard>
          )
        }
      </Loaded>
    </Stack>
  );
}
