import { IconPlayerPause } from "@tabler/icons-react";
import { api, ask } from "../../api/client";
import { ReasonButton } from "../act";
import type { Node } from "../queries";

export function CordonNodeButton({ node }: { node: Node }) {
  return (
    <ReasonButton
      label="Cordon"
      title={`Cordon ${node.name}?`}
      icon={<IconPlayerPause size={16} aria-hidden />}
      done={`${node.name} cordoned.`}
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/nodes/{node_id}/cordon", {
            params: { path: { node_id: node.id }, header },
            body: { reason },
          }),
        )
      }
    >
      No new allocations are placed on this node. Running allocations continue.
    </ReasonButton>
  );
}
