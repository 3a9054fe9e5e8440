import { Group, Select, Table, Text, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { usePlatformPermissions } from "../../app/me";
import { Ago } from "../../ui/ago";
import { words } from "../../ui/format";
import { AnchorLink, ButtonLink } from "../../ui/links";
import { Empty, NewestShown } from "../../ui/note";
import { Loaded, Page } from "../../ui/page";
import { Simulated } from "../../ui/simulated";
import { TableCard } from "../../ui/table";
import { State } from "../badge";
import { NODES_MAX, type Node, nodes, slotsOf } from "../queries";
import { NoNodes } from "./fleet-map";
import { allocationsByNode } from "./slots";
import { trouble } from "./trouble";

const STATES: Node["state"][] = [
  "ready",
  "enrolling",
  "cordoned",
  "draining",
  "drained",
  "unreachable",
  "quarantined",
  "retired",
];

type Search = { text?: string; state?: string };

export default function NodeList() {
  const fleet = useQuery(nodes);
  const search = useSearch({ from: "/operator/nodes" });
  const navigate = useNavigate({ from: "/operator/nodes" });
  const change = (part: Search) => void navigate({ to: ".", search: { ...search, ...part }, replace: true });
  return (
    <Page
      title="Nodes"
      lead="GPU hosts, their health and maintenance"
      actions={
        <ButtonLink to="/operator/join-tokens" leftSection={<IconPlus size={18} aria-hidden />}>
          Add hosts
        </ButtonLink>
      }
    >
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Name"
          placeholder="Filter by name"
          value={search.text ?? ""}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
        <Select
          label="State"
          placeholder="Any"
          clearable
          clearButtonProps={{ "aria-label": "Any state" }}
          data={STATES.map((state) => ({ value: state, label: words(state) }))}
          value={search.state ?? null}
          onChange={(state) => change({ state: state ?? "" })}
        />
      </Group>
      <NewestShown count={fleet.data?.length ?? 0} max={NODES_MAX}>
        Filters apply to these nodes only.
      </NewestShown>
      <Loaded query={fleet} lines={8}>
        {(all) => {
          const shown = all
            .filter((node) => (search.state ? node.state === search.state : node.state !== "retired"))
            .filter((node) => node.name.includes(search.text ?? ""));
          if (all.length === 0) {
            return <NoNodes />;
          }
          return shown.length === 0 ? (
            <Empty title="No nodes match">Remove a filter to see more.</Empty>
          ) : (
            <Nodes nodes={shown} />
          );
        }}
      </Loaded>
    </Page>
  );
}

function Nodes({ nodes }: { nodes: Node[] }) {
  const slots = useQuery({ ...slotsOf(), enabled: usePlatformPermissions().has("slots.read") });
  const held = slots.data && allocationsByNode(slots.data);
  return (
    <TableCard
      label="Nodes"
      head={["Name", "State", "GPUs", "Allocations", "Agent", "Last seen", "Issues"]}
      minWidth={860}
    >
      {nodes.map((node) => (
        <Table.Tr key={node.id}>
          <Table.Td>
            <AnchorLink to="/operator/nodes/$nodeId" params={{ nodeId: node.id }} fw={500} className="nowrap">
              {node.name}
            </AnchorLink>
          </Table.Td>
          <Table.Td>
            <Group gap={6} wrap="nowrap">
              <State state={node.state} />
              <Simulated by={node} />
            </Group>
          </Table.Td>
          <Table.Td className="figure">{node.gpus.length}</Table.Td>
          <Table.Td className="figure">{held ? (held.get(node.id) ?? 0) : "—"}</Table.Td>
          <Table.Td>{node.health?.agent_version ?? "—"}</Table.Td>
          <Table.Td className="nowrap">{node.health ? <Ago at={node.health.heard_at} /> : "never"}</Table.Td>
          <Table.Td>
            <Text size="sm" {...(trouble(node) ? {} : { c: "dimmed" })}>
              {trouble(node) ?? "none"}
            </Text>
          </Table.Td>
        </Table.Tr>
      ))}
    </TableCard>
  );
}
