import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { tenants } from "../queries";

/** Chooses one of all tenants. */
export function TenantSelect({ value, onChange }: { value: string | undefined; onChange: (id: string) => void }) {
  const known = useQuery(tenants);
  return (
    <Select
      label="Tenant"
      placeholder="Choose a tenant"
      maw={320}
      searchable
      data={(known.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
      value={value ?? null}
      allowDeselect={false}
      onChange={(id) => id && onChange(id)}
    />
  );
}
