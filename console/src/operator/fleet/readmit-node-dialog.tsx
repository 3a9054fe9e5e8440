import { api, ask } from "../../api/client";
import { ReasonDialog } from "../act";
import type { NodeDialogProps } from "./node-dialog";

export function ReadmitNodeDialog({ node, opened, onClose }: NodeDialogProps) {
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      label="Readmit"
      title={`Readmit: ${node.name}?`}
      done={`${node.name} readmitted.`}
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/nodes/{node_id}/readmit", {
            params: { path: { node_id: node.id }, header },
            body: { reason },
          }),
        )
      }
    >
      The node leaves quarantine and accepts allocations again.
    </ReasonDialog>
  );
}
