import { api, ask } from "../../api/client";
import { ReasonDialog } from "../act";
import type { NodeDialogProps } from "./node-dialog";

export function RevokeNodeCertificatesDialog({ node, opened, onClose }: NodeDialogProps) {
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      label="Revoke certificates"
      title={`Revoke certificates: ${node.name}?`}
      done={`Certificates of ${node.name} revoked.`}
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/nodes/{node_id}/revoke-certificates", {
            params: { path: { node_id: node.id }, header },
            body: { reason },
          }),
        )
      }
    >
      The agent can no longer connect and must join again with a new token.
    </ReasonDialog>
  );
}
