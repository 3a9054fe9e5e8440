import type { Schemas } from "../../api";
import { api, ask, once } from "../../api/client";
import { ConfirmButton } from "../../ui/confirm";
import { useChanged } from "../act";

export function RevokeGatewayButton({ gateway }: { gateway: Schemas["Gateway"] }) {
  const changed = useChanged();
  return (
    <ConfirmButton
      label="Revoke"
      buttonLabel={`Revoke ${gateway.name}`}
      title={`Revoke ${gateway.name}?`}
      size="xs"
      typed={gateway.name}
      onConfirm={async () => {
        await ask(
          api.POST("/api/v1/gateways/{gateway_id}/revoke", {
            params: { path: { gateway_id: gateway.id }, header: once() },
          }),
        );
        changed(`${gateway.name} revoked.`);
      }}
    >
      Its secret and certificate stop working, and the terminals and logs it carries are disconnected. This cannot be
      undone; create a new gateway to replace it.
    </ConfirmButton>
  );
}
