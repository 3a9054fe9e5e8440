import { Alert, Breadcrumbs, Progress, SimpleGrid, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Schemas } from "../../api";
import { all, api, ask } from "../../api/client";
import { usePlatformPermissions } from "../../app/me";
import { Ago } from "../../ui/ago";
import { Figure } from "../../ui/figure";
import { duration } from "../../ui/format";
import { AnchorLink } from "../../ui/links";
import { Loaded, Page } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { State } from "../badge";
import { NodeLink } from "../names";
import { AbortRolloutButton } from "./abort-rollout-button";
import { PauseRolloutButton } from "./pause-rollout-button";
import { ResumeRolloutButton } from "./resume-rollout-button";
import { RevertRolloutButton } from "./revert-rollout-button";
import { progressOf } from "./rollouts";

type Rollout = Schemas["Rollout"];

export default function RolloutDetail() {
  const { rolloutId } = useParams({ from: "/operator/rollouts/$rolloutId" });
  const path = { rollout_id: rolloutId };
  const rollout = useQuery({
    queryKey: ["operator", "rollout", rolloutId],
    queryFn: () => ask(api.GET("/api/v1/rollouts/{rollout_id}", { params: { path } })),
  });
  const mayManage = usePlatformPermissions().has("updates.manage");
  return (
    <Page
      title={rollout.data ? `Rollout of ${rollout.data.version}` : "Rollout"}
      lead={
        <Breadcrumbs component="span" separatorMargin={6}>
          <AnchorLink to="/operator/rollouts" size="sm">
            Agent updates
          </AnchorLink>
          {rollout.data ? <State state={rollout.data.state} /> : <span>…</span>}
        </Breadcrumbs>
      }
      actions={mayManage && rollout.data && <RolloutActions rollout={rollout.data} />}
    >
      <Loaded query={rollout} lines={6}>
        {(one) => <Content rollout={one} />}
      </Loaded>
    </Page>
  );
}

/** Actions available in the rollout's current state. The server decides. */
function RolloutActions({ rollout }: { rollout: Rollout }) {
  const { state } = rollout;
  const isOpen = state === "running" || state === "paused";
  return (
    <>
      {state === "running" && <PauseRolloutButton rollout={rollout} />}
      {state === "paused" && <ResumeRolloutButton rollout={rollout} />}
      {(isOpen || state === "succeeded") && <RevertRolloutButton rollout={rollout} />}
      {isOpen && <AbortRolloutButton rollout={rollout} />}
    </>
  );
}

function Content({ rollout }: { rollout: Rollout }) {
  const { done, all: count } = progressOf(rollout);
  return (
    <Stack gap="lg">
      {rollout.reason && <Alert color="orange">{rollout.reason}</Alert>}
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure
          label="Nodes done"
          value={`${done} of ${count}`}
          note={<Progress value={count === 0 ? 0 : (100 * done) / count} aria-label="Nodes done" />}
        />
        <Figure
          label="Wave"
          value={`${rollout.wave + 1} of ${rollout.waves}`}
          note={rollout.wave === 0 ? "canaries" : undefined}
        />
        <Figure label="Failed" value={rollout.nodes.failed} note={`stops after more than ${rollout.failures_max}`} />
        <Figure label="Bake time" value={duration(rollout.bake_seconds)} note={`on failure: ${rollout.on_failure}`} />
      </SimpleGrid>
      <RolloutNodes rolloutId={rollout.id} />
    </Stack>
  );
}

function RolloutNodes({ rolloutId }: { rolloutId: string }) {
  const nodes = useQuery({
    queryKey: ["operator", "rollout", rolloutId, "nodes"],
    queryFn: () =>
      all(
        (cursor) =>
          ask(
            api.GET("/api/v1/rollouts/{rollout_id}/nodes", {
              params: { path: { rollout_id: rolloutId }, query: { limit: 200, ...(cursor ? { cursor } : {}) } },
            }),
          ),
        5,
      ),
  });
  return (
    <Loaded query={nodes} lines={6}>
      {(items) => (
        <TableCard
          label="Nodes of the rollout"
          head={["Node", "Wave", "State", "Previous version", "Since", "Reason"]}
          minWidth={680}
        >
          {items.map((one) => (
            <Table.Tr key={one.node_id}>
              <Table.Td>
                <NodeLink id={one.node_id} />
              </Table.Td>
              <Table.Td className="figure">{one.wave + 1}</Table.Td>
              <Table.Td>
                <State state={one.state} />
              </Table.Td>
              <Table.Td>{one.previous_version ?? "—"}</Table.Td>
              <Table.Td className="nowrap">
                <Ago at={one.since} />
              </Table.Td>
              <Table.Td>
                <Text size="sm">{one.reason ?? ""}</Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </TableCard>
      )}
    </Loaded>
  );
}
