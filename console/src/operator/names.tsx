import { Anchor, Code } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMe, usePlatformPermissions } from "../app/me";
import { nodes, tenants, users } from "./queries";

/** The end of an id: what differs between ids of one moment. */
export function short(id: string): string {
  return id.length > 12 ? id.slice(-8) : id;
}

export function useTenantNames(): (id: string) => string {
  const known = useQuery(tenants);
  return (id) => known.data?.find((one) => one.id === id)?.name ?? short(id);
}

export function TenantLink({ id }: { id: string }) {
  const name = useTenantNames();
  return (
    <Anchor component={Link} to={`/operator/tenants/${id}`} size="sm">
      {name(id)}
    </Anchor>
  );
}

/** By name where the caller may know people. */
export function PersonName({ id }: { id: string }) {
  const me = useMe();
  const known = useQuery({ ...users, enabled: usePlatformPermissions().has("users.read") });
  const name = id === me.data?.principal_id ? "you" : (known.data?.find((one) => one.id === id)?.display_name ?? short(id));
  return <span title={id}>{name}</span>;
}

export function NodeLink({ id }: { id: string }) {
  const known = useQuery(nodes);
  return (
    <Anchor component={Link} to={`/operator/nodes/${id}`} size="sm" className="nowrap">
      {known.data?.find((one) => one.id === id)?.name ?? short(id)}
    </Anchor>
  );
}

export function AllocationLink({ projectId, id, name }: { projectId: string; id: string; name?: string }) {
  return (
    <Anchor component={Link} to={`/projects/${projectId}/allocations/${id}`} size="sm">
      {name ?? short(id)}
    </Anchor>
  );
}

export function TraceLink({ id }: { id: string }) {
  return (
    <Anchor component={Link} to={`/trace/${encodeURIComponent(id)}`} title={`Trace of ${id}`}>
      <Code>{short(id)}</Code>
    </Anchor>
  );
}
