import { api, ask } from "../../api/client";
import { ReasonDialog } from "../act";
import type { NodeDialogProps } from "./node-dialog";

export function QuarantineNodeDialog({ node, opened, onClose }: NodeDialogProps) {
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      label="Quarantine"
      title={`Quarantine: ${node.name}?`}
      done={`${node.name} quarantined.`}
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/nodes/{node_id}/quarantine", {
            params: { path: { node_id: node.id }, header },
            body: { reason },
          }),
        )
      }
    >
      The node is treated as untrusted and accepts no new allocations until it is readmitted.
    </ReasonDialog>
  );
}
