import { IconPlayerPause } from "@tabler/icons-react";
import { ReasonButton } from "../act";
import type { Node } from "../queries";
import { cordonNode } from "./node-acts";

export function CordonNodeButton({ node }: { node: Node }) {
  return (
    <ReasonButton
      label="Cordon"
      title={`Cordon ${node.name}?`}
      icon={<IconPlayerPause size={16} aria-hidden />}
      done={`${node.name} cordoned.`}
      onAct={(reason, header) => cordonNode(node, reason, header)}
    >
      No new allocations are placed on this node. Running allocations continue.
    </ReasonButton>
  );
}
