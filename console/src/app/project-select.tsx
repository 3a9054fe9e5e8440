import { Select } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { usePlaces } from "./me";

/** All projects the caller can select, grouped by tenant. */
export default function ProjectSelect({
  chosen,
  width,
}: {
  chosen: string | undefined;
  width: { base: number; xs: number };
}) {
  const places = usePlaces();
  const navigate = useNavigate();
  const tenants = new Map<string, { value: string; label: string }[]>();
  for (const { project, tenant } of places.data ?? []) {
    const group = tenant?.name ?? "Projects";
    tenants.set(group, [...(tenants.get(group) ?? []), { value: project.id, label: project.name }]);
  }
  if (tenants.size === 0) {
    return null;
  }
  return (
    <Select
      aria-label="Project"
      data={[...tenants].map(([group, items]) => ({ group, items }))}
      value={chosen ?? null}
      onChange={(id) => id && void navigate({ to: "/projects/$projectId", params: { projectId: id } })}
      allowDeselect={false}
      searchable={(places.data?.length ?? 0) > 6}
      nothingFoundMessage="No projects match"
      w={width}
      comboboxProps={{ width: 260, position: "bottom-start" }}
    />
  );
}
