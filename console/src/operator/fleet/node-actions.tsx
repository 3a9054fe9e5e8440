import { Button, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { usePlatformPermissions } from "../../app/me";
import { ReasonDialog } from "../act";
import type { Node } from "../queries";
import { CordonNodeButton } from "./cordon-node-button";
import { DrainNodeButton } from "./drain-node-button";
import { type NodeAct, quarantineNode, readmitNode, retireNode, revokeNodeCertificates } from "./node-acts";
import { UncordonNodeButton } from "./uncordon-node-button";
import { UpdateAgentDialog } from "./update-agent-dialog";

/** Actions available in the node's current state. The server decides. */
export function NodeActions({ node }: { node: Node }) {
  const closed = node.state === "cordoned" || node.state === "draining" || node.state === "drained";
  if (node.state === "retired") {
    return null;
  }
  return (
    <>
      {node.state === "ready" && <CordonNodeButton node={node} />}
      {closed && <UncordonNodeButton node={node} />}
      {(node.state === "ready" || node.state === "cordoned") && <DrainNodeButton node={node} />}
      <MoreActions node={node} />
    </>
  );
}

type Choice = { act: NodeAct; label: string; text: string; done: string };

function choices(node: Node): Choice[] {
  const all: (Choice & { offered: boolean })[] = [
    {
      act: quarantineNode,
      label: "Quarantine",
      offered: node.state !== "quarantined",
      text: "The node is treated as untrusted and accepts no new allocations until it is readmitted.",
      done: `${node.name} quarantined.`,
    },
    {
      act: readmitNode,
      label: "Readmit",
      offered: node.state === "quarantined",
      text: "The node leaves quarantine and accepts allocations again.",
      done: `${node.name} readmitted.`,
    },
    {
      act: revokeNodeCertificates,
      label: "Revoke certificates",
      offered: true,
      text: "The agent can no longer connect and must join again with a new token.",
      done: `Certificates of ${node.name} revoked.`,
    },
    {
      act: retireNode,
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
            <Menu.Item key={one.label} onClick={() => setChosen(one)}>
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
          onAct={(reason, header) => chosen.act(node, reason, header)}
        >
          {chosen.text}
        </ReasonDialog>
      )}
      <UpdateAgentDialog node={node} opened={updating} onClose={close} />
    </>
  );
}

/** Updates the agent of one node by a rollout. */
