import { Anchor, Code } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { short } from "../app/person";
import { nodes, tenants } from "./queries";

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
