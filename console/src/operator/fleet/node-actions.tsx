import { Button, Menu, NumberInput, Select, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown, IconDroplet, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAct } from "../../api/act";
import { api, ask } from "../../api/client";
import { usePlatformPermissions } from "../../app/me";
import { FormDialog } from "../../ui/form-dialog";
import { ReasonButton, ReasonDialog, useChanged } from "../act";
import { type Node, releases } from "../queries";

type Header = { "Idempotency-Key": string };
type PlainAct = "cordon" | "uncordon" | "quarantine" | "readmit" | "retire" | "revoke-certificates";

function post(node: Node, act: PlainAct, reason: string, header: Header) {
  return ask(
    api.POST(`/api/v1/nodes/{node_id}/${act}`, { params: { path: { node_id: node.id }, header }, body: { reason } }),
  );
}

/** Actions available in the node's current state. The server decides. */
export function NodeActions({ node }: { node: Node }) {
  const closed = node.state === "cordoned" || node.state === "draining" || node.state === "drained";
  if (node.state === "retired") {
    return null;
  }
  return (
    <>
      {node.state === "ready" && (
        <ReasonButton
          label="Cordon"
          title={`Cordon ${node.name}?`}
          icon={<IconPlayerPause size={16} aria-hidden />}
          done={`${node.name} cordoned.`}
          onAct={(reason, header) => post(node, "cordon", reason, header)}
        >
          No new allocations are placed on this node. Running allocations continue.
        </ReasonButton>
      )}
      {closed && (
        <ReasonButton
          label="Uncordon"
          title={`Uncordon ${node.name}?`}
          icon={<IconPlayerPlay size={16} aria-hidden />}
          done={`${node.name} accepts allocations again.`}
          onAct={(reason, header) => post(node, "uncordon", reason, header)}
        >
          New allocations can be placed on this node again.
          {node.state !== "cordoned" && " Its agent is notified and ends the drain."}
        </ReasonButton>
      )}
      {(node.state === "ready" || node.state === "cordoned") && <Drain node={node} />}
      <MoreActions node={node} />
    </>
  );
}

function Drain({ node }: { node: Node }) {
  const [hours, setHours] = useState<number | string>(1);
  return (
    <ReasonButton
      label="Drain"
      title={`Drain ${node.name}?`}
      icon={<IconDroplet size={16} aria-hidden />}
      done={`${node.name} is draining.`}
      danger
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/nodes/{node_id}/drain", {
            params: { path: { node_id: node.id }, header },
            body: { reason, deadline: new Date(Date.now() + Number(hours) * 3_600_000).toISOString() },
          }),
        )
      }
      fields={
        <NumberInput
          label="Deadline"
          description="Time for tenants to move their workloads."
          min={0.1}
          max={720}
          decimalScale={1}
          suffix=" h from now"
          value={hours}
          onChange={setHours}
          required
        />
      }
    >
      No new allocations are placed on this node. Tenants are asked to release theirs before the deadline.
    </ReasonButton>
  );
}

type Choice = { act: PlainAct; label: string; text: string; done: string };

function choices(node: Node): Choice[] {
  const all: (Choice & { offered: boolean })[] = [
    {
      act: "quarantine",
      label: "Quarantine",
      offered: node.state !== "quarantined",
      text: "The node is treated as untrusted and accepts no new allocations until it is readmitted.",
      done: `${node.name} quarantined.`,
    },
    {
      act: "readmit",
      label: "Readmit",
      offered: node.state === "quarantined",
      text: "The node leaves quarantine and accepts allocations again.",
      done: `${node.name} readmitted.`,
    },
    {
      act: "revoke-certificates",
      label: "Revoke certificates",
      offered: true,
      text: "The agent can no longer connect and must join again with a new token.",
      done: `Certificates of ${node.name} revoked.`,
    },
    {
      act: "retire",
      label: "Retire",
      offered: true,
      text: "The node leaves the fleet permanently. It must be drained first. This cannot be undone.",
      done: `${node.name} retired.`,
    },
  ];
  return all.filter((one) => one.offered);
}

function MoreActions({ node }: { node: Node }) {
  const [chosen, setChosen] = useState<Choice>();
  const [updating, { open, close }] = useDisclosure(false);
  const mayUpdate = usePlatformPermissions().has("updates.manage");
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {mayUpdate && <Menu.Item onClick={open}>Update agent</Menu.Item>}
          {choices(node).map((one) => (
            <Menu.Item key={one.act} onClick={() => setChosen(one)}>
              {one.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {chosen && (
        <ReasonDialog
          opened
          onClose={() => setChosen(undefined)}
          label={chosen.label}
          title={`${chosen.label}: ${node.name}?`}
          done={chosen.done}
          onAct={(reason, header) => post(node, chosen.act, reason, header)}
        >
          {chosen.text}
        </ReasonDialog>
      )}
      <UpdateDialog node={node} opened={updating} onClose={close} />
    </>
  );
}

/** Updates the agent of one node by a rollout. */
function UpdateDialog({ node, opened, onClose }: { node: Node; opened: boolean; onClose: () => void }) {
  const known = useQuery({ ...releases, enabled: opened });
  const [release, setRelease] = useState<string | null>(null);
  const changed = useChanged();
  const complete = (known.data ?? []).filter((one) => one.state === "complete");
  const act = useAct();
  const update = async () => {
    if (release === null) {
      return;
    }
    const body = {
      release_id: release,
      node_ids: [node.id],
      canary_count: 1,
      wave_percent: 100,
      bake_seconds: 60,
      failures_max: 0,
      on_failure: "revert" as const,
    };
    await act.send(body, (header) => ask(api.POST("/api/v1/rollouts", { params: { header }, body })));
    changed(`Updating the agent on ${node.name}.`);
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Update agent on ${node.name}`}
      submit="Update"
      onSubmit={update}
      disabled={release === null}
    >
      <Stack gap="sm">
        <Text size="sm">
          {complete.length === 0 && !known.isPending
            ? "No complete release available. Upload one with gpuaas releases create."
            : "Running allocations are not affected. If the new version does not report, the agent rolls back automatically."}
        </Text>
        <Select
          label="Release"
          placeholder="Choose a release"
          data={complete.map((one) => ({ value: one.id, label: one.version }))}
          value={release}
          onChange={setRelease}
          disabled={complete.length === 0}
        />
      </Stack>
    </FormDialog>
  );
}
