import { Button, NumberInput, Progress, Select, Stack, Table, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPackageExport, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../../api";
import { useAct } from "../../api/act";
import { api, ask } from "../../api/client";
import { usePlatformPermissions } from "../../app/me";
import { Ago } from "../../ui/ago";
import { FormDialog } from "../../ui/form-dialog";
import { bytes } from "../../ui/format";
import { AnchorLink } from "../../ui/links";
import { Empty } from "../../ui/note";
import { Loaded, Page } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { useChanged } from "../act";
import { State } from "../badge";
import { releases, rollouts } from "../queries";

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
      <CreateRollout opened={opened} onClose={close} />
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

function CreateRollout({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const known = useQuery({ ...releases, enabled: opened });
  const [release, setRelease] = useState<string | null>(null);
  const [canaries, setCanaries] = useState<number | string>(1);
  const [wave, setWave] = useState<number | string>(25);
  const [bake, setBake] = useState<number | string>(10);
  const [failure, setFailure] = useState<Schemas["RolloutFailurePolicy"]>("pause");
  const changed = useChanged();
  const complete = (known.data ?? []).filter((one) => one.state === "complete");
  const act = useAct();
  const create = async () => {
    if (release === null) {
      return;
    }
    const body = {
      release_id: release,
      canary_count: Number(canaries),
      wave_percent: Number(wave),
      bake_seconds: Math.round(Number(bake) * 60),
      failures_max: 0,
      on_failure: failure,
    };
    await act.send(body, (header) => ask(api.POST("/api/v1/rollouts", { params: { header }, body })));
    changed("Rollout started with its canaries.");
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New rollout to all nodes"
      submit="Start rollout"
      onSubmit={create}
      disabled={release === null}
    >
      <Select
        label="Release"
        placeholder={complete.length === 0 ? "No complete release" : "Choose a release"}
        data={complete.map((one) => ({ value: one.id, label: one.version }))}
        value={release}
        onChange={setRelease}
        disabled={complete.length === 0}
      />
      <NumberInput
        label="Canaries"
        description="Number of nodes updated first."
        min={1}
        max={1000}
        allowDecimal={false}
        value={canaries}
        onChange={setCanaries}
      />
      <NumberInput
        label="Wave"
        description="Share of the remaining nodes per wave."
        min={1}
        max={100}
        suffix=" %"
        allowDecimal={false}
        value={wave}
        onChange={setWave}
      />
      <NumberInput
        label="Bake time"
        description="Time a wave must stay healthy before the next one."
        min={0}
        max={1440}
        suffix=" min"
        value={bake}
        onChange={setBake}
      />
      <Select
        label="When a node fails"
        data={[
          { value: "pause", label: "Pause the rollout" },
          { value: "revert", label: "Revert the update" },
        ]}
        value={failure}
        onChange={(value) => value && setFailure(value as Schemas["RolloutFailurePolicy"])}
        allowDeselect={false}
      />
    </FormDialog>
  );
}
