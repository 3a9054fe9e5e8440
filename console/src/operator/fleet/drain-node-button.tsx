import { NumberInput } from "@mantine/core";
import { IconDroplet } from "@tabler/icons-react";
import { useState } from "react";
import { api, ask } from "../../api/client";
import { ReasonButton } from "../act";
import type { Node } from "../queries";

export function DrainNodeButton({ node }: { node: Node }) {
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
