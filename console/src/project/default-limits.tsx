import { Button, Card, Group, NumberInput, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../api";
import { api, ask } from "../api/client";
import { SHOWN_IN_PLACE } from "../app/queries";
import { duration } from "../ui/format";
import { ProblemNote } from "../ui/note";
import { Loaded } from "../ui/page";
import { tell } from "../ui/tell";

type Defaults = Schemas["AllocationDefaults"];

/** Limits of the project's new allocations that name none. */
export function DefaultLimits({ projectId, mayChange }: { projectId: string; mayChange: boolean }) {
  const defaults = useQuery({
    queryKey: ["project", projectId, "allocation-defaults"],
    queryFn: () =>
      ask(
        api.GET("/api/v1/projects/{project_id}/allocation-defaults", { params: { path: { project_id: projectId } } }),
      ),
  });
  return (
    <Card>
      <Title order={2} size="h5">
        Default limits
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        For new allocations that name none. Existing allocations keep their limits.
      </Text>
      <Loaded query={defaults}>
        {(known) => <Form key={known.changed_at ?? ""} known={known} projectId={projectId} mayChange={mayChange} />}
      </Loaded>
    </Card>
  );
}

function bound(seconds: number | undefined): string {
  return seconds ? `At most ${duration(seconds)}, set by the operator.` : "Leave blank for no limit.";
}

function Form({ known, projectId, mayChange }: { known: Defaults; projectId: string; mayChange: boolean }) {
  const queries = useQueryClient();
  const [hours, setHours] = useState<number | string>(
    known.max_duration_seconds ? known.max_duration_seconds / 3600 : "",
  );
  const [minutes, setMinutes] = useState<number | string>(
    known.idle_release_seconds ? known.idle_release_seconds / 60 : "",
  );
  const set = useMutation({
    meta: SHOWN_IN_PLACE,
    mutationFn: () =>
      ask(
        api.PUT("/api/v1/projects/{project_id}/allocation-defaults", {
          params: { path: { project_id: projectId } },
          body: {
            ...(hours === "" ? {} : { max_duration_seconds: Math.round(Number(hours) * 3600) }),
            ...(minutes === "" ? {} : { idle_release_seconds: Math.round(Number(minutes) * 60) }),
          },
        }),
      ),
    onSuccess: () => {
      tell("Default limits saved.");
      return queries.invalidateQueries({ queryKey: ["project", projectId, "allocation-defaults"] });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate();
      }}
    >
      <Stack maw={460}>
        <NumberInput
          label="Release after (hours)"
          description={bound(known.time_limit_max_seconds)}
          value={hours}
          onChange={setHours}
          min={0.02}
          decimalScale={2}
          suffix=" h"
          disabled={!mayChange}
        />
        <NumberInput
          label="Release when idle for (minutes)"
          description={bound(known.idle_release_max_seconds)}
          value={minutes}
          onChange={setMinutes}
          min={10}
          decimalScale={2}
          suffix=" min"
          disabled={!mayChange}
        />
        {mayChange && (
          <Group>
            <Button type="submit" variant="default" loading={set.isPending}>
              Save limits
            </Button>
          </Group>
        )}
        {set.isError && <ProblemNote error={set.error} />}
      </Stack>
    </form>
  );
}
