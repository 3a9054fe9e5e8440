import { IconPlayerPlay } from "@tabler/icons-react";
import { api, ask, once } from "../../api/client";
import { ConfirmButton } from "../../ui/confirm";
import { useChanged } from "../act";
import type { Node } from "../queries";

/** Asks for no reason: the operation takes none. */
export function UncordonNodeButton({ node }: { node: Node }) {
  const changed = useChanged();
  const uncordon = async () => {
    const path = { node_id: node.id };
    await ask(api.POST("/api/v1/nodes/{node_id}/uncordon", { params: { path, header: once() } }));
    changed(`${node.name} accepts allocations again.`);
  };
  return (
    <ConfirmButton
      label="Uncordon"
      title={`Uncordon ${node.name}?`}
      icon={<IconPlayerPlay size={16} aria-hidden />}
      danger={false}
      onConfirm={uncordon}
    >
      New allocations can be placed on this node again.
      {node.state !== "cordoned" && " Its agent is notified and ends the drain."}
    </ConfirmButton>
  );
}
