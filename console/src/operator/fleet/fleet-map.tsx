import "./fleet.css";
import { Card, Group, SegmentedControl, Select, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { IconGridDots } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Figure } from "../../ui/figure";
import { words } from "../../ui/format";
import { AnchorLink, ButtonLink } from "../../ui/links";
import { Empty } from "../../ui/note";
import { Loaded, Page } from "../../ui/page";
import { Simulated } from "../../ui/simulated";
import { State } from "../badge";
import { NODES_MAX, type Node, nodes, SLOTS_MAX, type Slot, slotsOf, tenants } from "../queries";
import { type ColorBy, SlotBox, tenantColor } from "./slot-box";
import { byNuma, initials, type SlotUse, slotUse, USES } from "./slots";

const NODE_STATES: Node["state"][] = [
  "ready",
  "cordoned",
  "draining",
  "drained",
  "unreachable",
  "quarantined",
  "enrolling",
];
// The record has exactly these keys, which Object.keys widens to string.
const USE_NAMES = Object.keys(USES) as SlotUse[];
const NODES_SHOWN_MAX = 300;

type Search = { by?: string | undefined; state?: string | undefined; text?: string | undefined };

export default function FleetMap() {
  const fleet = useQuery(nodes);
  const slots = useQuery(slotsOf());
  const search = useSearch({ from: "/operator/fleet" });
  const navigate = useNavigate({ from: "/operator/fleet" });
  const change = (part: Search) => void navigate({ to: ".", search: { ...search, ...part }, replace: true });
  return (
    <Page title="Fleet map" lead="Every GPU of every node, by state or tenant">
      <Loaded query={fleet} lines={8}>
        {(all) =>
          all.length === 0 ? (
            <NoNodes />
          ) : (
            <Loaded query={slots} lines={8}>
              {(every) => (
                <>
                  <CutOff nodes={all.length} slots={every.length} />
                  <NodesMap
                    nodes={all.filter((node) => node.state !== "retired")}
                    slots={every}
                    search={search}
                    onChange={change}
                  />
                </>
              )}
            </Loaded>
          )
        }
      </Loaded>
    </Page>
  );
}

function CutOff({ nodes, slots }: { nodes: number; slots: number }) {
  const loaded = [
    ...(nodes >= NODES_MAX ? [`the newest ${NODES_MAX.toLocaleString("en-US")} nodes`] : []),
    ...(slots >= SLOTS_MAX ? [`the first ${SLOTS_MAX.toLocaleString("en-US")} GPUs`] : []),
  ];
  return loaded.length === 0 ? null : (
    <Text c="dimmed">Only {loaded.join(" and ")} are shown and counted here. A node's page lists all of its GPUs.</Text>
  );
}

export function NoNodes() {
  return (
    <Empty
      icon={<IconGridDots size={36} aria-hidden />}
      title="No nodes yet"
      action={<ButtonLink to="/operator/join-tokens">Create join token</ButtonLink>}
    >
      Hosts join with the agent and a join token, and appear here once they have reported their hardware. Create a token
      to add one.
    </Empty>
  );
}

function NodesMap({
  nodes,
  slots,
  search,
  onChange,
}: {
  nodes: Node[];
  slots: Slot[];
  search: Search;
  onChange: (part: Search) => void;
}) {
  const colorBy: ColorBy = search.by === "tenant" ? "tenant" : "state";
  const known = useQuery(tenants);
  const tenantOf = (slot: Slot) => {
    const id = slot.leases[0]?.tenant_id;
    const index = known.data?.findIndex((tenant) => tenant.id === id) ?? -1;
    return id ? { name: known.data?.[index]?.name ?? "?", index } : undefined;
  };
  const nodeById = new globalThis.Map(nodes.map((node) => [node.id, node]));
  const uses = slots.map((slot) => slotUse(slot, nodeById.get(slot.node_id)));
  const count = (...wanted: SlotUse[]) => uses.filter((use) => wanted.includes(use)).length;
  const shown = nodes
    .filter((node) => !search.state || node.state === search.state)
    .filter((node) => node.name.includes(search.text ?? ""))
    .toSorted((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }));
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure
          label="Nodes ready"
          value={`${nodes.filter((node) => node.state === "ready").length} of ${nodes.length}`}
        />
        <Figure label="GPUs" value={slots.length} />
        <Figure
          label="In use"
          value={count("taken", "shared")}
          note={
            slots.length > 0 ? `${Math.round((100 * count("taken", "shared")) / slots.length)} % of all` : undefined
          }
        />
        <Figure
          label="Free"
          value={count("free")}
          note={count("closed", "broken") > 0 ? `${count("closed", "broken")} unavailable` : "none unavailable"}
        />
      </SimpleGrid>
      <Group align="flex-end" gap="sm">
        <div>
          <Text size="sm" fw={600} mb={4} id="color-by">
            Color
          </Text>
          <SegmentedControl
            aria-labelledby="color-by"
            value={colorBy}
            onChange={(by) => onChange({ by })}
            data={[
              { value: "state", label: "By state" },
              { value: "tenant", label: "By tenant" },
            ]}
          />
        </div>
        <TextInput
          label="Node"
          placeholder="Filter by name"
          value={search.text ?? ""}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
        <Select
          label="Node state"
          placeholder="Any"
          clearable
          clearButtonProps={{ "aria-label": "Any state" }}
          data={NODE_STATES.map((state) => ({ value: state, label: words(state) }))}
          value={search.state ?? null}
          onChange={(state) => onChange({ state: state ?? "" })}
        />
      </Group>
      <Legend
        colorBy={colorBy}
        tenants={(known.data ?? []).map((tenant, index) => ({
          name: tenant.name,
          index,
          holds: slots.some((slot) => slot.leases.some((lease) => lease.tenant_id === tenant.id)),
        }))}
      />
      {shown.length === 0 && <Empty title="No nodes match">Remove a filter to see more.</Empty>}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {shown.slice(0, NODES_SHOWN_MAX).map((node) => (
          <NodeCard
            key={node.id}
            node={node}
            slots={slots.filter((slot) => slot.node_id === node.id)}
            hasAllSlots={slots.length < SLOTS_MAX}
            colorBy={colorBy}
            tenantOf={tenantOf}
          />
        ))}
      </SimpleGrid>
      {shown.length > NODES_SHOWN_MAX && (
        <Text c="dimmed">
          {shown.length - NODES_SHOWN_MAX} more nodes are not shown. Filter by name or state to see them.
        </Text>
      )}
    </Stack>
  );
}

function Legend({
  colorBy,
  tenants,
}: {
  colorBy: ColorBy;
  tenants: { name: string; index: number; holds: boolean }[];
}) {
  const holders = tenants.filter((tenant) => tenant.holds);
  return (
    <Group gap="md" role="list" aria-label="Legend">
      {USE_NAMES.filter((use) => colorBy === "state" || (use !== "taken" && use !== "shared")).map((use) => (
        <Group key={use} gap={6} role="listitem" wrap="nowrap">
          <span className={`slot slot-key slot-${use}`} aria-hidden>
            {USES[use].mark}
          </span>
          <Text size="sm">
            {USES[use].label}
            <Text span size="sm" c="dimmed" visibleFrom="md">
              {" "}
              {USES[use].help}
            </Text>
          </Text>
        </Group>
      ))}
      {colorBy === "tenant" &&
        holders.map((tenant) => (
          <Group key={tenant.name} gap={6} role="listitem" wrap="nowrap">
            <span className={`slot slot-key ${tenantColor(tenant.index)}`} aria-hidden>
              {initials(tenant.name)}
            </span>
            <Text size="sm">{tenant.name}</Text>
          </Group>
        ))}
      {colorBy === "tenant" && holders.length === 0 && (
        <Text size="sm" c="dimmed">
          No GPUs are in use.
        </Text>
      )}
    </Group>
  );
}

type CardProps = {
  node: Node;
  slots: Slot[];
  hasAllSlots: boolean;
  colorBy: ColorBy;
  tenantOf: (slot: Slot) => { name: string; index: number } | undefined;
};

function NodeCard({ node, slots, hasAllSlots, colorBy, tenantOf }: CardProps) {
  const first = slots[0];
  return (
    <Card component="article" aria-label={`Node ${node.name}`} padding="md">
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <AnchorLink to="/operator/nodes/$nodeId" params={{ nodeId: node.id }} fw={600} className="break-words">
          {node.name}
        </AnchorLink>
        <Group gap={6} wrap="nowrap">
          <Simulated by={node} />
          <State state={node.state} />
        </Group>
      </Group>
      <Text size="xs" c="dimmed" mb="xs">
        {first ? `${first.model} · ${first.region}/${first.zone}` : hasAllSlots ? "no GPUs reported" : "GPUs not shown"}
      </Text>
      <Group gap="xs" align="flex-start">
        {byNuma(slots).map((group) => (
          <div key={group.numa}>
            <div className="numa-label">{group.numa < 0 ? "NUMA unknown" : `NUMA ${group.numa}`}</div>
            <div className="numa">
              {group.slots.map((slot) => (
                <SlotBox
                  key={slot.number}
                  slot={slot}
                  use={slotUse(slot, node)}
                  colorBy={colorBy}
                  tenant={tenantOf(slot)}
                />
              ))}
            </div>
          </div>
        ))}
      </Group>
    </Card>
  );
}
