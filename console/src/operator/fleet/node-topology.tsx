import { Card, Code, Group, SegmentedControl, SimpleGrid, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { asProblem } from "../../api/problem";
import { usePlatformPermissions } from "../../app/me";
import { Ago } from "../../ui/ago";
import { bytes, words } from "../../ui/format";
import { Empty } from "../../ui/note";
import { Loaded } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { State } from "../badge";
import { AllocationLink, TenantLink } from "../names";
import { type Node, slotsOf, tenants, topologyOf } from "../queries";
import { ReturnNodeGpuButton } from "./return-node-gpu-button";
import { SlotBox } from "./slot-box";
import { byNuma, slotUse } from "./slots";

type Facts = {
  hostname?: string;
  kernel?: string;
  cpus?: number;
  memory_bytes?: number;
  gpus: { uuid: string; driver_version?: string }[];
};

/** Topology of the host: GPUs by NUMA node with their paired disks and fabric ports. */
export function NodeTopology({ node }: { node: Node }) {
  const slots = useQuery(slotsOf(node.id));
  const known = useQuery(tenants);
  const [colorBy, setColorBy] = useState<"state" | "tenant">("state");
  return (
    <Stack gap="lg">
      <Loaded query={slots}>
        {(own) =>
          own.length === 0 ? (
            <Empty title="No slots yet">
              Slots are created from the GPUs a host reports. This host has reported none or is still joining.
            </Empty>
          ) : (
            <Stack gap="md">
              <Group justify="space-between">
                <Title order={2} size="h4">
                  Slots by NUMA node
                </Title>
                <SegmentedControl
                  aria-label="Color"
                  size="xs"
                  value={colorBy}
                  onChange={setColorBy}
                  data={[
                    { value: "state", label: "By state" },
                    { value: "tenant", label: "By tenant" },
                  ]}
                />
              </Group>
              <SimpleGrid cols={{ base: 1, md: 2 }}>
                {byNuma(own).map((group) => (
                  <Card key={group.numa} padding="md">
                    <Text size="sm" fw={600} mb="xs">
                      {group.numa < 0 ? "NUMA node unknown" : `NUMA node ${group.numa}`}
                    </Text>
                    <Stack gap={8}>
                      {group.slots.map((slot) => {
                        const tenant = known.data?.findIndex((one) => one.id === slot.leases[0]?.tenant_id) ?? -1;
                        return (
                          <Group key={slot.number} gap="sm" wrap="nowrap">
                            <SlotBox
                              slot={slot}
                              use={slotUse(slot, node)}
                              colorBy={colorBy}
                              tenant={
                                slot.leases[0] ? { name: known.data?.[tenant]?.name ?? "?", index: tenant } : undefined
                              }
                            />
                            <div>
                              <Text size="sm">
                                <Code>{slot.pci_address}</Code> {slot.model}
                              </Text>
                              <Text size="xs" c="dimmed">
                                {[slot.nic && `fabric ${slot.nic}`, slot.nvme && `disk ${slot.nvme}`, words(slot.mode)]
                                  .filter(Boolean)
                                  .join(" · ")}
                              </Text>
                            </div>
                          </Group>
                        );
                      })}
                    </Stack>
                  </Card>
                ))}
              </SimpleGrid>
              <Gpus node={node} />
            </Stack>
          )
        }
      </Loaded>
      <Host nodeId={node.id} />
    </Stack>
  );
}

function Gpus({ node }: { node: Node }) {
  const slots = useQuery(slotsOf(node.id));
  const mayManage = usePlatformPermissions().has("nodes.manage");
  return (
    <TableCard label="GPUs" head={["GPU", "State", "Memory", "Held by", "Fencing token"]} minWidth={760}>
      {node.gpus.map((gpu) => {
        const slot = slots.data?.find((one) => one.gpu_uuid === gpu.uuid);
        return (
          <Table.Tr key={gpu.uuid}>
            <Table.Td>
              <Text size="sm">{gpu.model ?? "unknown model"}</Text>
              <Text size="xs" c="dimmed" className="break-words">
                {gpu.uuid}
              </Text>
            </Table.Td>
            <Table.Td>
              <State state={gpu.state} />
              {gpu.state_reason && (
                <Text size="xs" c="dimmed">
                  {gpu.state_reason}
                </Text>
              )}
              {gpu.reported_fault && (
                <Text size="xs" c="dimmed">
                  Reported by a tenant, not confirmed: {gpu.reported_fault}
                </Text>
              )}
              {mayManage && gpu.state === "faulty" && <ReturnNodeGpuButton nodeId={node.id} gpuUuid={gpu.uuid} />}
            </Table.Td>
            <Table.Td className="figure nowrap">
              {gpu.memory_bytes === undefined ? "—" : bytes(gpu.memory_bytes)}
            </Table.Td>
            <Table.Td>
              {slot?.leases.length
                ? slot.leases.map((lease) => (
                    <div key={lease.lease_id}>
                      <AllocationLink projectId={lease.project_id} id={lease.allocation_id} /> of{" "}
                      <TenantLink id={lease.tenant_id} />
                    </div>
                  ))
                : "nobody"}
            </Table.Td>
            <Table.Td className="figure">{slot?.fencing_token ?? "—"}</Table.Td>
          </Table.Tr>
        );
      })}
    </TableCard>
  );
}

function Host({ nodeId }: { nodeId: string }) {
  const topology = useQuery(topologyOf(nodeId));
  if (topology.isError && asProblem(topology.error).status === 404) {
    return <Text c="dimmed">The host has not reported its hardware yet.</Text>;
  }
  return (
    <Loaded query={topology}>
      {(known) => {
        // The agent writes these facts as text; every field is optional.
        const facts = JSON.parse(known.facts) as Facts;
        const drivers = [...new Set(facts.gpus.map((gpu) => gpu.driver_version).filter(Boolean))];
        return (
          <Text size="sm" c="dimmed">
            {[
              facts.hostname,
              facts.kernel,
              facts.cpus && `${facts.cpus} CPUs`,
              facts.memory_bytes && `${bytes(facts.memory_bytes)} memory`,
              drivers.length > 0 && `driver ${drivers.join(", ")}`,
            ]
              .filter(Boolean)
              .join(" · ")}
            {". "}Topology version {known.version}, reported <Ago at={known.reported_at} />.
          </Text>
        );
      }}
    </Loaded>
  );
}
