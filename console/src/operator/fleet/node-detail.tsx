import { Alert, Breadcrumbs, SimpleGrid, Stack, Tabs, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { usePlatformPermissions } from "../../app/me";
import { Ago } from "../../ui/ago";
import { Figure } from "../../ui/figure";
import { bytes } from "../../ui/format";
import { AnchorLink } from "../../ui/links";
import { Loaded, Page } from "../../ui/page";
import { Simulated } from "../../ui/simulated";
import { State } from "../badge";
import { type Node, nodeOf } from "../queries";
import { DrainProgress } from "./drain-progress";
import { NodeActions } from "./node-actions";
import { NodeCertificates } from "./node-certificates";
import { NodeChecks } from "./node-checks";
import { NodeLogs } from "./node-logs";
import { NodeTasks } from "./node-tasks";
import { NodeTelemetry } from "./node-telemetry";
import { NodeTopology } from "./node-topology";
import { trouble, troubleSince } from "./trouble";

export default function NodeDetail() {
  const { nodeId } = useParams({ from: "/operator/nodes/$nodeId" });
  const node = useQuery(nodeOf(nodeId));
  const permissions = usePlatformPermissions();
  return (
    <Page
      title={node.data?.name ?? "Node"}
      lead={<Lead node={node.data} />}
      actions={node.data && permissions.has("nodes.manage") && <NodeActions node={node.data} />}
    >
      <Loaded query={node} lines={8}>
        {(one) => (
          <Stack gap="lg">
            {one.state === "draining" || one.state === "drained" ? (
              <DrainProgress node={one} />
            ) : (
              <Trouble node={one} />
            )}
            <Facts node={one} />
            <Parts node={one} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Lead({ node }: { node: Node | undefined }) {
  return (
    <Breadcrumbs component="span" separatorMargin={6}>
      <AnchorLink to="/operator/nodes" size="sm">
        Nodes
      </AnchorLink>
      {node ? <State state={node.state} /> : <span>…</span>}
      {node?.simulated && <Simulated by={node} />}
    </Breadcrumbs>
  );
}

function Trouble({ node }: { node: Node }) {
  const sentence = trouble(node);
  return sentence ? (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={sentence}>
      Since <Ago at={troubleSince(node)} />.
    </Alert>
  ) : null;
}

function Facts({ node }: { node: Node }) {
  const health = node.health;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Figure
        label="GPUs in service"
        value={`${node.gpus.filter((gpu) => gpu.state === "in_service").length} of ${node.gpus.length}`}
      />
      <Figure
        label="Last seen"
        value={
          <Text span fz={20} fw={650}>
            {health ? <Ago at={health.heard_at} /> : "never"}
          </Text>
        }
        note={health?.agent_version ? `agent ${health.agent_version}` : undefined}
      />
      <Figure label="Load" value={health?.load1?.toFixed(2) ?? "—"} note="1-minute average" />
      <Figure
        label="Memory used"
        value={health?.memory_used_bytes === undefined ? "—" : bytes(health.memory_used_bytes)}
        note={health?.memory_total_bytes === undefined ? undefined : `of ${bytes(health.memory_total_bytes)}`}
      />
    </SimpleGrid>
  );
}

const TABS = ["topology", "checks", "telemetry", "tasks", "logs", "certificates"] as const;

function Parts({ node }: { node: Node }) {
  const permissions = usePlatformPermissions();
  const { tab = "topology" } = useSearch({ from: "/operator/nodes/$nodeId" });
  const navigate = useNavigate({ from: "/operator/nodes/$nodeId" });
  const offered = TABS.filter((name) =>
    name === "tasks" ? permissions.has("node_tasks.read") : name === "logs" ? permissions.has("node_logs.read") : true,
  );
  return (
    <Tabs
      value={tab}
      onChange={(value) => void navigate({ to: ".", search: { tab: value ?? "topology" }, replace: true })}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {offered.map((name) => (
          <Tabs.Tab key={name} value={name} tt="capitalize">
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="topology">
        <NodeTopology node={node} />
      </Tabs.Panel>
      <Tabs.Panel value="checks">
        <NodeChecks nodeId={node.id} />
      </Tabs.Panel>
      <Tabs.Panel value="telemetry">
        <NodeTelemetry node={node} />
      </Tabs.Panel>
      <Tabs.Panel value="tasks">
        <NodeTasks nodeId={node.id} />
      </Tabs.Panel>
      <Tabs.Panel value="logs">
        <NodeLogs nodeId={node.id} />
      </Tabs.Panel>
      <Tabs.Panel value="certificates">
        <NodeCertificates nodeId={node.id} />
      </Tabs.Panel>
    </Tabs>
  );
}
