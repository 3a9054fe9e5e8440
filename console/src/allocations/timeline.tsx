import { Card, Text, Timeline } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { AllocationEvent } from "../api";
import { PersonName } from "../app/person-name";
import { dateTime, duration, words } from "../ui/format";
import { Empty } from "../ui/note";
import { Loaded } from "../ui/page";
import { timelineOf } from "./queries";
import { StateBadge } from "./state";

export function Events({ projectId, allocationId }: { projectId: string; allocationId: string }) {
  const timeline = useQuery(timelineOf(projectId, allocationId));
  return (
    <Loaded query={timeline} lines={8}>
      {(events) => {
        const ordered = [...events].sort((a, b) => a.sequence - b.sequence);
        return ordered.length === 0 ? (
          <Empty title="No events yet" />
        ) : (
          <Card>
            <Timeline active={ordered.length} bulletSize={14} lineWidth={2} color="cyan">
              {ordered.map((event, number) => (
                <Entry key={event.sequence} event={event} before={ordered[number - 1]} />
              ))}
            </Timeline>
          </Card>
        );
      }}
    </Loaded>
  );
}

function Entry({ event, before }: { event: AllocationEvent; before: AllocationEvent | undefined }) {
  const took = before ? (Date.parse(event.at) - Date.parse(before.at)) / 1000 : undefined;
  return (
    <Timeline.Item title={<span className="sentence">{titleOf(event)}</span>}>
      {event.message && <Text size="sm">{event.message}</Text>}
      <Text size="sm" c="dimmed" component="div">
        <StateBadge state={event.state} /> {dateTime(event.at)}
        {took !== undefined && took >= 1 && `, ${duration(took)} later`}
        {event.by && event.by !== "system" && (
          <>
            , by <PersonName id={event.by} />
          </>
        )}
      </Text>
    </Timeline.Item>
  );
}

/** Title of an event: its state, its phase, or its kind. */
function titleOf(event: AllocationEvent): string {
  if (event.kind === "moved") {
    return words(event.state);
  }
  return words(event.kind === "progressed" && event.phase ? event.phase : event.kind);
}
