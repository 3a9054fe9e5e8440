import { Badge, Group, Text } from "@mantine/core";
import type { Allocation } from "../api";
import { words } from "../ui/format";
import { Simulated } from "../ui/simulated";
import type { AllocationState } from "./queries";

const COLORS: Record<AllocationState, string> = {
  queued: "grape",
  requested: "blue",
  provisioning: "blue",
  active: "teal",
  releasing: "orange",
  released: "gray",
  failed: "red",
  release_failed: "red",
};

export function StateBadge({ state }: { state: AllocationState }) {
  return (
    <Badge color={COLORS[state]} variant="light" className={`state state-${COLORS[state]}`}>
      {words(state)}
    </Badge>
  );
}

/** State with its phase, queue position or trouble. */
export function StateOf({ allocation }: { allocation: Allocation }) {
  return (
    <Group gap={6} wrap="nowrap">
      <StateBadge state={allocation.state} />
      {allocation.phase && allocation.state !== "active" && (
        <Text size="sm" c="dimmed">
          {words(allocation.phase)}
        </Text>
      )}
      {allocation.queue && (
        <Text size="sm" c="dimmed" className="nowrap">
          place {allocation.queue.position}
        </Text>
      )}
      {allocation.degraded && (
        <Badge color="orange" variant="light" className="state state-orange">
          degraded
        </Badge>
      )}
      <Simulated by={allocation} />
    </Group>
  );
}
