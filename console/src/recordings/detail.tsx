import { Alert, Badge, Button, Group, Tooltip } from "@mantine/core";
import { IconDownload, IconFileZip, IconKeyboard, IconLink, IconLinkOff } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useCurrentProject } from "../app/me";
import { Ago } from "../ui/ago";
import { AnchorLink } from "../ui/links";
import { Empty, ProblemNote } from "../ui/note";
import { Lines, Loaded, Page } from "../ui/page";
import { CAST_CHARS_MAX, type Cast, joined } from "./cast";
import { type Chain, chainOf, isLoaded, loadedOf } from "./chain";
import { castOf, openerOf, type Recording, recordingOf, segmentsOf } from "./queries";

const Player = lazy(() => import("./player"));

export default function RecordingPage() {
  const { projectId } = useCurrentProject();
  const { terminalId } = useParams({ from: "/projects/$projectId/recordings/$terminalId" });
  const [fromSegment, setFromSegment] = useState(0);
  const recording = useQuery(recordingOf(projectId, terminalId));
  const cast = useQuery(castOf(projectId, terminalId, fromSegment));
  const segments = useQuery(segmentsOf(projectId, terminalId));
  const since = useSince(projectId, terminalId, fromSegment, setFromSegment);
  const next =
    cast.data && segments.data?.find((segment) => segment.number > fromSegment && !isLoaded(segment, cast.data));
  const isRunning = recording.data !== undefined && recording.data.ended_at === undefined;
  const address = `/api/v1/projects/${projectId}/recordings/${terminalId}`;
  const download = (
    <Group gap="xs">
      {cast.data && segments.data && segments.data.length > 0 && (
        <ChainState
          chain={chainOf(
            loadedOf(segments.data, cast.data, fromSegment, isRunning),
            cast.data.events,
            fromSegment > 0 || !cast.data.isWhole || isRunning,
          )}
        />
      )}
      <Button
        component="a"
        variant="default"
        href={`${address}/play`}
        download={`${terminalId}.cast`}
        leftSection={<IconDownload size={18} aria-hidden />}
      >
        Download
      </Button>
      <Button
        component="a"
        variant="default"
        href={`${address}/download`}
        download={`${terminalId}.zip`}
        leftSection={<IconFileZip size={18} aria-hidden />}
      >
        Download original segments
      </Button>
    </Group>
  );
  const running = isRunning && (
    <Alert color="blue" title="This terminal is still open">
      <Group>
        New output arrives every few seconds.
        <Button size="compact-sm" variant="default" onClick={() => since.mutate()} loading={since.isPending}>
          Load new output
        </Button>
      </Group>
    </Alert>
  );
  return (
    <Page
      title="Recording"
      lead={
        <>
          <Opened recording={recording.data} /> Playback is recorded in the audit trail.{" "}
          <AnchorLink to="/projects/$projectId/recordings" params={{ projectId: projectId }}>
            All recordings
          </AnchorLink>
        </>
      }
      actions={download}
    >
      {recording.data?.records_input && (
        <Alert color="yellow" icon={<IconKeyboard aria-hidden />} title="Keyboard input is recorded too">
          This includes passwords. Input is not shown here but is part of the downloads.
        </Alert>
      )}
      <Loaded query={cast} lines={12}>
        {(known) =>
          known.events.length === 0 ? (
            <>
              <Empty title="No output yet">Recordings arrive in segments. Try again in a minute.</Empty>
              {running}
            </>
          ) : (
            <Suspense fallback={<Lines count={12} />}>
              <Player
                key={fromSegment}
                cast={known}
                {...(next ? { onNextPart: () => setFromSegment(next.number) } : {})}
              >
                {running}
              </Player>
            </Suspense>
          )
        }
      </Loaded>
      {since.isError && <ProblemNote error={since.error} retry={() => since.mutate()} />}
    </Page>
  );
}

/** Loaded only on request, because each playback is audited. */
function useSince(projectId: string, terminalId: string, fromSegment: number, onPart: (number: number) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const ours = castOf(projectId, terminalId, fromSegment);
      await queries.fetchQuery({ ...recordingOf(projectId, terminalId), staleTime: 0 });
      const segments = await queries.fetchQuery({ ...segmentsOf(projectId, terminalId), staleTime: 0 });
      const cast = queries.getQueryData<Cast>(ours.queryKey);
      const next = cast && segments.find((segment) => segment.number >= fromSegment && !isLoaded(segment, cast));
      if (!cast || !next) {
        return;
      }
      if (cast.chars > CAST_CHARS_MAX / 2) {
        onPart(next.number);
      } else {
        const more = await queries.fetchQuery({ ...castOf(projectId, terminalId, next.number), staleTime: 0 });
        queries.setQueryData<Cast>(ours.queryKey, next.number === fromSegment ? more : joined(cast, more));
      }
    },
  });
}

function ChainState({ chain }: { chain: Chain }) {
  return (
    <Tooltip
      multiline
      w={320}
      label="The server checks each segment's digest and its link to the previous segment. Verify it yourself with: gpuaas recordings verify"
    >
      <Badge
        variant="light"
        className={`state state-${chain.isWhole ? "teal" : "red"}`}
        leftSection={chain.isWhole ? <IconLink size={12} aria-hidden /> : <IconLinkOff size={12} aria-hidden />}
      >
        {chain.text}
      </Badge>
    </Tooltip>
  );
}

function Opened({ recording }: { recording: Recording | undefined }) {
  return recording ? (
    <>
      Opened by {openerOf(recording)} <Ago at={recording.began_at} />.
    </>
  ) : (
    <>One terminal session.</>
  );
}
