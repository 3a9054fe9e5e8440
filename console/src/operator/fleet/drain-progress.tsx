import { Alert, Progress, Stack, Text } from "@mantine/core";
import { IconDroplet, IconDropletFilled } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Ago, useNow } from "../../ui/ago";
import { dateTime, plural } from "../../ui/format";
import { AllocationLink, TenantLink } from "../names";
import { type Node, operatedAllocations } from "../queries";

const LIVE = new Set(["requested", "provisioning", "active", "releasing", "release_failed"]);

/** Progress of a drain and the allocations it waits for. */
export function DrainProgress({ node }: { node: Node }) {
  const now = useNow(1_000);
  if (node.state === "drained") {
    return (
      <Alert color="grape" icon={<IconDropletFilled aria-hidden />} title="Drained: no tenant workloads left">
        {node.state_reason}. The node is ready for maintenance. Uncordon it to accept work again.
      </Alert>
    );
  }
  const begun = Date.parse(node.state_since);
  const until = node.drain_deadline ? Date.parse(node.drain_deadline) : now;
  const passed = Math.min(100, Math.max(0, (100 * (now - begun)) / Math.max(1, until - begun)));
  const left = node.drain_remaining;
  return (
    <Alert
      color="orange"
      icon={<IconDroplet aria-hidden />}
      title={left === undefined ? "Draining" : `Draining: ${plural(left, "tenant workload")} left`}
    >
      <Stack gap="xs">
        <Text size="sm">{node.state_reason}</Text>
        {node.drain_deadline && (
          <>
            <Progress
              value={passed}
              color="orange"
              aria-label={`${Math.round(passed)} % of the time to the deadline has passed`}
            />
            <Text size="sm">
              Deadline: {dateTime(node.drain_deadline)}, <Ago at={node.drain_deadline} />.
            </Text>
          </>
        )}
        <Holders nodeId={node.id} />
      </Stack>
    </Alert>
  );
}

function Holders({ nodeId }: { nodeId: string }) {
  const held = useQuery(operatedAllocations({ node_id: nodeId }));
  const live = (held.data ?? []).filter((one) => LIVE.has(one.state));
  return live.length === 0 ? null : (
    <Text size="sm" component="div">
      Waiting for{" "}
      {live.map((one, number) => (
        <span key={one.id}>
          {number > 0 && ", "}
          <AllocationLink projectId={one.project_id} id={one.id} name={one.name} /> of <TenantLink id={one.tenant_id} />
        </span>
      ))}
    </Text>
  );
}
