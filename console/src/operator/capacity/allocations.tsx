import { Button, Group, Select, Switch, Table, Text } from "@mantine/core";
import { IconStack2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { isLive, LIVE_STATES } from "../../allocations/queries";
import { StateOf } from "../../allocations/state";
import type { Allocation } from "../../api";
import { usePlatformPermissions } from "../../app/me";
import { Ago } from "../../ui/ago";
import { words } from "../../ui/format";
import { Empty, NewestShown } from "../../ui/note";
import { Loaded, Page } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { AllocationLink, NodeLink, TenantLink } from "../names";
import { nodes, OPERATED_MAX, operatedAllocations, skus, tenants } from "../queries";
import { ConfirmAllocationFaultButton } from "./confirm-allocation-fault-button";
import { DismissAllocationFaultButton } from "./dismiss-allocation-fault-button";
import { ForceReleaseAllocationButton } from "./force-release-allocation-button";

const STATES: Allocation["state"][] = [...LIVE_STATES, "released", "failed"];

export default function OperatedAllocations() {
  const filter = useSearch({ from: "/operator/allocations" });
  const navigate = useNavigate({ from: "/operator/allocations" });
  const allocations = useQuery(operatedAllocations(filter));
  const known = useQuery(tenants);
  const fleet = useQuery(nodes);
  const offered = useQuery(skus);
  const change = (part: typeof filter) => void navigate({ to: ".", search: { ...filter, ...part }, replace: true });
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <Page title="All allocations" lead="Current and past allocations of all tenants">
      <Group align="flex-end" gap="sm">
        <Choice
          label="State"
          any="Any state"
          data={STATES.map((state) => ({ value: state, label: words(state) }))}
          value={filter.state}
          onChange={(state) => change({ state: STATES.find((one) => one === state) })}
        />
        <Choice
          label="Tenant"
          any="Any tenant"
          data={(known.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
          value={filter.tenant_id}
          onChange={(tenant_id) => change({ tenant_id })}
        />
        <Choice
          label="SKU"
          any="Any SKU"
          data={(offered.data ?? []).map((one) => ({ value: one.name, label: one.name }))}
          value={filter.sku}
          onChange={(sku) => change({ sku })}
        />
        <Choice
          label="Node"
          any="Any node"
          data={(fleet.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
          value={filter.node_id}
          onChange={(node_id) => change({ node_id })}
        />
        <Switch
          label="Only reported faults"
          checked={filter.fault_reported ?? false}
          onChange={(event) => change({ fault_reported: event.currentTarget.checked ? true : undefined })}
          mb={8}
        />
        <Switch
          label="Only stuck"
          checked={filter.stuck ?? false}
          onChange={(event) => change({ stuck: event.currentTarget.checked ? true : undefined })}
          mb={8}
        />
      </Group>
      <NewestShown count={allocations.data?.length ?? 0} max={OPERATED_MAX}>
        Filter by state, tenant, SKU or node to see older ones.
      </NewestShown>
      <Loaded query={allocations} lines={8}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              icon={<IconStack2 size={36} aria-hidden />}
              title={isFiltered ? "No allocations match" : "No allocations yet"}
              action={
                isFiltered && (
                  <Button variant="default" onClick={() => void navigate({ to: ".", search: {} })}>
                    Clear filters
                  </Button>
                )
              }
            >
              {isFiltered ? "Remove a filter to see more." : "Allocations appear here once a project creates one."}
            </Empty>
          ) : (
            <AllocationRows allocations={all} />
          )
        }
      </Loaded>
    </Page>
  );
}

type ChoiceProps = {
  label: string;
  any: string;
  data: { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

function Choice({ label, any, data, value, onChange }: ChoiceProps) {
  return (
    <Select
      label={label}
      placeholder="Any"
      clearable
      searchable={data.length > 8}
      clearButtonProps={{ "aria-label": any }}
      data={data}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      w={170}
    />
  );
}

function AllocationRows({ allocations }: { allocations: Allocation[] }) {
  const mayForce = usePlatformPermissions().has("allocations.force_release");
  const mayDecide = usePlatformPermissions().has("allocations.decide_faults");
  return (
    <TableCard
      label="Allocations"
      head={[
        "Name",
        "State",
        "Tenant",
        "SKU",
        "Node",
        "Created",
        ...(mayForce ? [<span key="act">Actions</span>] : []),
      ]}
      minWidth={980}
    >
      {allocations.map((one) => (
        <Table.Tr key={one.id}>
          <Table.Td>
            <AllocationLink projectId={one.project_id} id={one.id} name={one.name} />
          </Table.Td>
          <Table.Td>
            <StateOf allocation={one} />
            {one.stuck_since && (
              <Text size="xs" c="dimmed">
                stuck since <Ago at={one.stuck_since} />
              </Text>
            )}
            {isReported(one) && (
              <Text size="xs" c="dimmed" maw={260}>
                {one.degraded?.reason ?? "The release has not finished."} Reported, not confirmed; still billed.
              </Text>
            )}
            {one.failure && (
              <Text size="xs" c="dimmed" maw={260}>
                {one.failure.message}
              </Text>
            )}
          </Table.Td>
          <Table.Td>
            <TenantLink id={one.tenant_id} />
          </Table.Td>
          <Table.Td className="nowrap">
            {one.count} × {one.sku}
          </Table.Td>
          <Table.Td>{one.lease ? <NodeLink id={one.lease.node_id} /> : "—"}</Table.Td>
          <Table.Td className="nowrap">
            <Ago at={one.created_at} />
          </Table.Td>
          {mayForce && (
            <Table.Td>
              <Group gap="xs">
                {mayDecide && isReported(one) && (
                  <>
                    <ConfirmAllocationFaultButton allocation={one} />
                    {one.degraded && <DismissAllocationFaultButton allocation={one} />}
                  </>
                )}
                {isLive(one) && <ForceReleaseAllocationButton allocation={one} />}
              </Group>
            </Table.Td>
          )}
        </Table.Tr>
      ))}
    </TableCard>
  );
}

/** A fault reported by a tenant; billing continues until an operator decides. */
function isReported(allocation: Allocation): boolean {
  return allocation.degraded?.confirmed === false || allocation.release_charged_since !== undefined;
}
