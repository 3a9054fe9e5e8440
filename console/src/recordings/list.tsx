import { Anchor, Badge, Button, Group, Select, Stack, Table, Text, TextInput } from "@mantine/core";
import { IconVideo } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { allocationsOf } from "../allocations/queries";
import { api, ask } from "../api/client";
import { useCurrentProject } from "../app/me";
import { withoutEmpty } from "../app/search";
import { projectMembers } from "../project/queries";
import { endOf } from "../terminal/end";
import { Ago } from "../ui/ago";
import { bytes, duration } from "../ui/format";
import { AnchorLink, ButtonLink } from "../ui/links";
import { Empty, ProblemNote } from "../ui/note";
import { Lines, Page } from "../ui/page";
import { TableCard } from "../ui/table";
import { openerOf, type Recording, type RecordingFilter } from "./queries";

export default function Recordings() {
  const { projectId, can } = useCurrentProject();
  const filter = useSearch({ from: "/projects/$projectId/recordings" });
  const navigate = useNavigate({ from: "/projects/$projectId/recordings" });
  const change = (part: RecordingFilter) =>
    void navigate({
      to: ".",
      search: withoutEmpty({ ...filter, ...part }),
      replace: true,
    });
  const allocations = useQuery({ ...allocationsOf(projectId), enabled: can("allocations.read") });
  const members = useQuery({ ...projectMembers(projectId), enabled: can("project_members.read") });
  const recordings = useInfiniteQuery({
    queryKey: ["project", projectId, "recordings", filter],
    enabled: projectId !== "",
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      ask(
        api.GET("/api/v1/projects/{project_id}/recordings", {
          params: {
            path: { project_id: projectId },
            query: {
              limit: 50,
              ...(filter.allocation_id ? { allocation_id: filter.allocation_id } : {}),
              ...(filter.opened_by ? { opened_by: filter.opened_by } : {}),
              ...(filter.from ? { from: new Date(filter.from).toISOString() } : {}),
              ...(filter.to ? { to: new Date(filter.to).toISOString() } : {}),
              ...(pageParam ? { cursor: pageParam } : {}),
            },
          },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor,
  });
  const nameOfAllocation = new Map((allocations.data ?? []).map((one) => [one.id, one.name]));
  const items = recordings.data?.pages.flatMap((page) => page.items) ?? [];
  const openers = useOpeners(projectId, items);
  const nameOfPerson = new Map([
    ...openers,
    ...(members.data ?? []).map((one) => [one.principal_id, one.display_name] as const),
  ]);
  return (
    <Page title="Recordings" lead="Recorded terminal sessions of this project">
      <Group gap="sm" className="filters">
        <Select
          label="Allocation"
          placeholder="Any"
          clearable
          searchable
          clearButtonProps={{ "aria-label": "Any allocation" }}
          data={[...nameOfAllocation].map(([value, label]) => ({ value, label }))}
          value={filter.allocation_id ?? null}
          onChange={(id) => change({ allocation_id: id ?? undefined })}
        />
        <Select
          label="Opened by"
          placeholder="Anyone"
          clearable
          searchable
          clearButtonProps={{ "aria-label": "Anyone" }}
          data={[...nameOfPerson].map(([value, label]) => ({ value, label }))}
          value={filter.opened_by ?? null}
          onChange={(id) => change({ opened_by: id ?? undefined })}
        />
        <TextInput
          type="datetime-local"
          label="From"
          value={filter.from ?? ""}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <TextInput
          type="datetime-local"
          label="Until"
          value={filter.to ?? ""}
          onChange={(event) => change({ to: event.currentTarget.value })}
        />
      </Group>
      {recordings.isError ? (
        <ProblemNote error={recordings.error} retry={() => void recordings.refetch()} />
      ) : !recordings.data ? (
        <Lines count={8} />
      ) : items.length === 0 ? (
        <Empty icon={<IconVideo size={36} aria-hidden />} title="No recordings">
          Terminals are recorded if the policy terminal.recording is on. See Settings for its current value.
        </Empty>
      ) : (
        <Stack>
          <TableCard
            label="Recordings"
            head={["Started", "Allocation", "Opened by", "Length", "Size", "State", ""]}
            minWidth={820}
          >
            {items.map((one) => (
              <Row
                key={one.terminal_id}
                recording={one}
                projectId={projectId}
                allocation={nameOfAllocation.get(one.allocation_id)}
                onOpener={() => change({ opened_by: one.opened_by })}
              />
            ))}
          </TableCard>
          {recordings.hasNextPage && (
            <Group justify="center">
              <Button
                variant="default"
                onClick={() => void recordings.fetchNextPage()}
                loading={recordings.isFetchingNextPage}
              >
                Load more
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Page>
  );
}

/** Openers of all recordings listed so far; former members may be among them. */
function useOpeners(projectId: string, listed: Recording[]): Map<string, string> {
  const [seen, setSeen] = useState({ projectId, names: new Map<string, string>() });
  const known = seen.projectId === projectId ? seen.names : new Map<string, string>();
  const fresh = listed.filter((one) => known.get(one.opened_by) !== openerOf(one));
  if (fresh.length > 0) {
    setSeen({ projectId, names: new Map([...known, ...fresh.map((one) => [one.opened_by, openerOf(one)] as const)]) });
  }
  return known;
}

function Row({
  recording,
  projectId,
  allocation,
  onOpener,
}: {
  recording: Recording;
  projectId: string;
  allocation: string | undefined;
  onOpener: () => void;
}) {
  return (
    <Table.Tr>
      <Table.Td className="nowrap">
        <Ago at={recording.began_at} />
      </Table.Td>
      <Table.Td>
        <AnchorLink
          to="/projects/$projectId/allocations/$allocationId"
          params={{ projectId: projectId, allocationId: recording.allocation_id }}
        >
          {allocation ?? recording.allocation_id.slice(-8)}
        </AnchorLink>
      </Table.Td>
      <Table.Td>
        <Anchor
          component="button"
          type="button"
          ta="left"
          onClick={onOpener}
          title="Show only this person's recordings"
        >
          {openerOf(recording)}
        </Anchor>
      </Table.Td>
      <Table.Td className="figure nowrap">{duration(recording.duration_millis / 1000)}</Table.Td>
      <Table.Td className="figure nowrap">{bytes(recording.bytes)}</Table.Td>
      <Table.Td>
        <Badge variant="light" className={`state state-${recording.ended_at ? "gray" : "teal"}`}>
          {recording.ended_at ? "ended" : "running"}
        </Badge>
        {recording.end_reason && (
          <Text size="xs" c="dimmed">
            {endOf(recording.end_reason)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <ButtonLink
          to="/projects/$projectId/recordings/$terminalId"
          params={{ projectId: projectId, terminalId: recording.terminal_id }}
          size="compact-sm"
          variant="default"
        >
          Play
        </ButtonLink>
      </Table.Td>
    </Table.Tr>
  );
}
