import { api, ask } from "../../api/client";
import { ReasonDialog } from "../act";
import type { NodeDialogProps } from "./node-dialog";

export function RetireNodeDialog({ node, opened, onClose }: NodeDialogProps) {
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      label="Retire"
      title={`Retire: ${node.name}?`}
      done={`${node.name} retired.`}
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/nodes/{node_id}/retire", {
            params: { path: { node_id: node.id }, header },
            body: { reason },
          }),
        )
      }
    >
      The node leaves the fleet permanently. It must be drained first. This cannot be undone.
    </ReasonDialog>
  );
}
