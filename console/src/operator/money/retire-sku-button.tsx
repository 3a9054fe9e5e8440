import type { Schemas } from "../../api";
import { api, ask } from "../../api/client";
import { ReasonButton } from "../act";

export function RetireSkuButton({ sku }: { sku: Schemas["Sku"] }) {
  return (
    <ReasonButton
      label="Retire"
      title={`Retire ${sku.title}?`}
      danger
      done={`${sku.name} retired.`}
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/skus/{sku_name}/retire", {
            params: { path: { sku_name: sku.name }, header },
            body: { reason },
          }),
        )
      }
    >
      New allocations of this SKU are no longer possible, and its name cannot be reused. Running allocations continue at
      their price. This cannot be undone.
    </ReasonButton>
  );
}
