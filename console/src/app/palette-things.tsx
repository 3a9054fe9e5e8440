import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { labelTexts } from "../allocations/labels";
import { allocationsCalled, allocationsOf, isLive } from "../allocations/queries";
import { appsOf } from "../apps/queries";
import { nodes, nodesCalled, tenants } from "../operator/queries";
import { words } from "../ui/format";
import type { Command } from "./commands";
import { usePlatformPermissions } from "./me";
import { useShownProject } from "./project-switcher";

const PAUSE_MILLIS = 200;
const LETTERS_MIN = 2;
const LETTERS_MAX = 100;

/**
 * Named resources: allocations and apps of the project and, for operators, nodes and tenants. Loaded while the palette is open:
 * the newest immediately, older ones by prefix search.
 */
export default function PaletteThings({ query, onFound }: { query: string; onFound: (found: Command[]) => void }) {
  const navigate = useNavigate();
  const project = useShownProject();
  const platform = usePlatformPermissions();
  const projectId = project?.can("allocations.read") ? project.id : "";
  const [typed] = useDebouncedValue(query.trim(), PAUSE_MILLIS);
  const search = typed.length >= LETTERS_MIN && typed.length <= LETTERS_MAX ? typed : "";
  const newest = useQuery(allocationsOf(projectId)).data;
  const called = useQuery(allocationsCalled(projectId, search)).data;
  const seesApps = project?.can("apps.read") ?? false;
  const apps = useQuery({ ...appsOf(project?.id ?? ""), enabled: seesApps }).data;
  const newestHosts = useQuery({ ...nodes, enabled: platform.has("nodes.read") }).data;
  const calledHosts = useQuery({ ...nodesCalled(search), enabled: platform.has("nodes.read") && search !== "" }).data;
  const customers = useQuery({ ...tenants, enabled: platform.has("tenants.read") }).data;
  useEffect(() => {
    const to = (address: string) => () => void navigate({ to: address });
    // Names are not unique: live allocations come before ended ones.
    const allocations = once(newest, called).sort((a, b) => Number(isLive(b)) - Number(isLive(a)));
    onFound([
      ...allocations.map((one) => ({
        id: `allocation ${one.id}`,
        label: one.name,
        description: `Allocation, ${words(one.state)}, ${one.count} × ${one.sku}`,
        group: "Allocations",
        keywords: [one.id, ...labelTexts(one.labels)].join(" "),
        run: to(`/projects/${projectId}/allocations/${one.id}`),
      })),
      ...(seesApps ? (apps ?? []) : []).map((one) => ({
        id: `app ${one.app}`,
        label: one.title,
        description: `App ${one.app}`,
        group: "Apps",
        keywords: one.app,
        run: to(`/projects/${project?.id}/apps/${one.app}`),
      })),
      ...once(newestHosts, calledHosts).map((one) => ({
        id: `node ${one.id}`,
        label: one.name,
        description: `Node, ${words(one.state)}`,
        group: "Nodes",
        keywords: one.id,
        run: to(`/operator/nodes/${one.id}`),
      })),
      ...(customers ?? []).map((one) => ({
        id: `tenant ${one.id}`,
        label: one.name,
        description: "Tenant",
        group: "Tenants",
        keywords: `${one.slug} ${one.id}`,
        run: to(`/operator/tenants/${one.id}`),
      })),
    ]);
  }, [newest, called, newestHosts, calledHosts, customers, apps, seesApps, project?.id, projectId, navigate, onFound]);
  return null;
}

/** Merges two lists without duplicates. */
function once<T extends { id: string }>(newest: T[] = [], called: T[] = []): T[] {
  return [...new Map([...newest, ...called].map((one) => [one.id, one])).values()];
}
