import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { labelTexts } from "../allocations/labels";
import { allocationsOf, isLive } from "../allocations/queries";
import { nodes, tenants } from "../operator/queries";
import { words } from "../ui/format";
import type { Command } from "./commands";
import { usePlatformPermissions } from "./me";
import { useShownProject } from "./project-switcher";

/** What has a name: allocations of the project and, for operators, nodes and tenants. Asked for while the palette is open. */
export default function PaletteThings({ onFound }: { onFound: (found: Command[]) => void }) {
  const navigate = useNavigate();
  const project = useShownProject();
  const platform = usePlatformPermissions();
  const projectId = project?.can("allocations.read") ? project.id : "";
  const held = useQuery(allocationsOf(projectId)).data;
  const hosts = useQuery({ ...nodes, enabled: platform.has("nodes.read") }).data;
  const customers = useQuery({ ...tenants, enabled: platform.has("tenants.read") }).data;
  useEffect(() => {
    const to = (address: string) => () => void navigate({ to: address });
    // Names may be given twice: what runs comes before what has ended.
    const allocations = [...(held ?? [])].sort((a, b) => Number(isLive(b)) - Number(isLive(a)));
    onFound([
      ...allocations.map((one) => ({
        id: "allocation " + one.id,
        label: one.name,
        description: `Allocation, ${words(one.state)}, ${one.count} × ${one.sku}`,
        group: "Allocations",
        keywords: [one.id, ...labelTexts(one.labels)].join(" "),
        run: to(`/projects/${projectId}/allocations/${one.id}`),
      })),
      ...(hosts ?? []).map((one) => ({ id: "node " + one.id, label: one.name, description: `Node, ${words(one.state)}`, group: "Nodes", keywords: one.id, run: to(`/operator/nodes/${one.id}`) })),
      ...(customers ?? []).map((one) => ({ id: "tenant " + one.id, label: one.name, description: "Tenant", group: "Tenants", keywords: `${one.slug} ${one.id}`, run: to(`/operator/tenants/${one.id}`) })),
    ]);
  }, [held, hosts, customers, projectId, navigate, onFound]);
  return null;
}
