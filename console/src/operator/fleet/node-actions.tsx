import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { usePlatformPermissions } from "../../app/me";
import type { Node } from "../queries";
import { CordonNodeButton } from "./cordon-node-button";
import { DrainNodeButton } from "./drain-node-button";
import type { NodeDialogProps } from "./node-dialog";
import { QuarantineNodeDialog } from "./quarantine-node-dialog";
import { ReadmitNodeDialog } from "./readmit-node-dialog";
import { RetireNodeDialog } from "./retire-node-dialog";
import { RevokeNodeCertificatesDialog } from "./revoke-node-certificates-dialog";
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

type Choice = { label: string; Dialog: (props: NodeDialogProps) => ReactNode };

function choices(node: Node, mayUpdate: boolean): Choice[] {
  const isQuarantined = node.state === "quarantined";
  return [
    ...(mayUpdate ? [{ label: "Update agent", Dialog: UpdateAgentDialog }] : []),
    isQuarantined
      ? { label: "Readmit", Dialog: ReadmitNodeDialog }
      : { label: "Quarantine", Dialog: QuarantineNodeDialog },
    { label: "Revoke certificates", Dialog: RevokeNodeCertificatesDialog },
    { label: "Retire", Dialog: RetireNodeDialog },
  ];
}

function MoreActions({ node }: { node: Node }) {
  const [chosen, setChosen] = useState<Choice>();
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
          {choices(node, mayUpdate).map((one) => (
            <Menu.Item key={one.label} onClick={() => setChosen(one)}>
              {one.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {chosen && <chosen.Dialog node={node} opened onClose={() => setChosen(undefined)} />}
    </>
  );
}
