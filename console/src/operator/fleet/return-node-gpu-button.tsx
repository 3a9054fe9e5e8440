import { api, ask } from "../../api/client";
import { ReasonButton } from "../act";

type Props = { nodeId: string; gpuUuid: string };

export function ReturnNodeGpuButton({ nodeId, gpuUuid }: Props) {
  return (
    <ReasonButton
      label="Return to service"
      ariaLabel={`Return ${gpuUuid} to service`}
      title={`Return ${gpuUuid} to service?`}
      size="xs"
      done={`${gpuUuid} is back in service.`}
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/nodes/{node_id}/gpus/{gpu_uuid}/return", {
            params: { path: { node_id: nodeId, gpu_uuid: gpuUuid }, header },
            body: { reason },
          }),
        )
      }
    >
      The GPU becomes available again. The node and its other GPUs are not affected.
    </ReasonButton>
  );
}
