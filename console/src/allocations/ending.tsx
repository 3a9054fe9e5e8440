import { Alert, Button, Group, Text } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { Allocation } from "../api";
import { api, ask, once } from "../api/client";
import { useCurrentProject } from "../app/me";
import { Ago, useNow } from "../ui/ago";
import { endOf, endsSoon } from "./ends";
import { useKeepAllocation } from "./queries";

/** Countdown to an automatic release, with a button that postpones it. */
export function Ending({ projectId, allocation }: { projectId: string; allocation: Allocation }) {
  const { can } = useCurrentProject();
  const now = useNow();
  const snooze = useMutation({
    mutationFn: () =>
      ask(
        api.POST("/api/v1/projects/{project_id}/allocations/{allocation_id}/snooze", {
          params: { path: { project_id: projectId, allocation_id: allocation.id }, header: once() },
        }),
      ),
    onSuccess: useKeepAllocation(projectId),
  });
  const end = endOf(allocation);
  if (!end || !endsSoon(end, now)) {
    return null;
  }
  return (
    <Alert
      color="orange"
      icon={<IconClock aria-hidden />}
      title={end.because === "idle" ? "Its GPUs are idle" : "Its time limit ends soon"}
    >
      <Group justify="space-between">
        <Text size="sm">
          Released <Ago at={end.at} />
          {end.because === "idle" ? " unless its GPUs are used." : "."} All data on it will be deleted.
        </Text>
        {can("allocations.create") && (
          <Button size="compact-sm" variant="default" loading={snooze.isPending} onClick={() => snooze.mutate()}>
            Snooze
          </Button>
        )}
      </Group>
    </Alert>
  );
}
