import { Code } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { short } from "../app/person";
import { AnchorLink } from "../ui/links";
import { nodes, tenants } from "./queries";

export function useTenantNames(): (id: string) => string {
  const known = useQuery(tenants);
  return (id) => known.data?.find((one) => one.id === id)?.name ?? short(id);
}

export function TenantLink({ id }: { id: string }) {
  const name = useTenantNames();
  return (
    <AnchorLink to="/operator/tenants/$tenantId" params={{ tenantId: id }} size="sm">
      {name(id)}
    </AnchorLink>
  );
}

export function NodeLink({ id }: { id: string }) {
  const known = useQuery(nodes);
  return (
    <AnchorLink to="/operator/nodes/$nodeId" params={{ nodeId: id }} size="sm" className="nowrap">
      {known.data?.find((one) => one.id === id)?.name ?? short(id)}
    </AnchorLink>
  );
}

export function AllocationLink({ projectId, id, name }: { projectId: string; id: string; name?: string }) {
  return (
    <AnchorLink
      to="/projects/$projectId/allocations/$allocationId"
      params={{ projectId: projectId, allocationId: id }}
      size="sm"
    >
      {name ?? short(id)}
    </AnchorLink>
  );
}

export function TraceLink({ id }: { id: string }) {
  return (
    <AnchorLink to="/trace/$correlationId" params={{ correlationId: id }} title={`Trace of ${id}`}>
      <Code>{short(id)}</Code>
    </AnchorLink>
  );
}
