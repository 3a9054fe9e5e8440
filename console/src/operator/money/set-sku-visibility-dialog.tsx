import { MultiSelect, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../../api";
import { api, ask, once } from "../../api/client";
import { FormDialog } from "../../ui/form-dialog";
import { plural } from "../../ui/format";
import { useChanged } from "../act";
import { tenants } from "../queries";

export function SetSkuVisibilityDialog({ sku, onClose }: { sku: Schemas["Sku"]; onClose: () => void }) {
  const known = useQuery(tenants);
  const [chosen, setChosen] = useState(sku.tenant_ids ?? []);
  const changed = useChanged();
  const save = async () => {
    await ask(
      api.PUT("/api/v1/skus/{sku_name}/visibility", {
        params: { path: { sku_name: sku.name }, header: once() },
        body: chosen.length === 0 ? {} : { tenant_ids: chosen },
      }),
    );
    changed(`${sku.name} is now visible to ${chosen.length === 0 ? "all tenants" : plural(chosen.length, "tenant")}.`);
  };
  return (
    <FormDialog opened onClose={onClose} title={`Visibility of ${sku.title}`} submit="Save" onSubmit={save}>
      <Text size="sm">Other tenants can't see this SKU. Their running allocations continue.</Text>
      <MultiSelect
        label="Only these tenants"
        placeholder={chosen.length === 0 ? "All tenants" : ""}
        searchable
        clearable
        clearButtonProps={{ "aria-label": "All tenants" }}
        data={(known.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={setChosen}
        data-autofocus
      />
    </FormDialog>
  );
}
