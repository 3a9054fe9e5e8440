import { Anchor, Badge, Button, Group, Tooltip } from "@mantine/core";
import { IconDownload, IconFileZip, IconLink, IconLinkOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Suspense, lazy, useState } from "react";
import { useCurrentProject } from "../app/me";
import { Ago } from "../ui/ago";
import { Empty } from "../ui/note";
import { Lines, Loaded, Page } from "../ui/page";
import { type Chain, chainOf } from "./chain";
import { type Recording, castOf, openerOf, recordingOf, segmentsOf } from "./queries";

const Player = lazy(() => import("./player"));

export default function RecordingPage() {
  const { projectId } = useCurrentProject();
  const { terminalId = "" } = useParams({ strict: false }) as { terminalId?: string };
  const [fromSegment, setFromSegment] = useState(0);
  const recording = useQuery(recordingOf(projectId, terminalId));
  const cast = useQuery(castOf(projectId, terminalId, fromSegment));
  const segments = useQuery(segmentsOf(projectId, terminalId));
  const end = (cast.data?.seconds ?? 0) * 1000;
  const next = segments.data?.find((segment) => segment.number > fromSegment && segment.to_millis > end);
  const address = `/api/v1/projects/${projectId}/recordings/${terminalId}`;
  const download = (
    <Group gap="xs">
      {cast.data && segments.data && segments.data.length > 0 && <ChainState chain={chainOf(segments.data, cast.data.events)} />}
      <Button component="a" variant="default" href={`${address}/play`} download={`${terminalId}.cast`} leftSection={<IconDownload size={18} aria-hidden />}>
        Download
      </Button>
      <Button component="a" variant="default" href={`${address}/download`} download={`${terminalId}.zip`} leftSection={<IconFileZip size={18} aria-hidden />}>
        Download as it is kept
      </Button>
    </Group>
  );
  return (
    <Page
      title="Recording"
      lead={
        <>
          <Opened recording={recording.data} /> That you look at it is in the audit trail.{" "}
          <Anchor component={Link} to={`/projects/${projectId}/recordings`}>
            All recordings
          </Anchor>
        </>
      }
      actions={download}
    >
      <Loaded query={cast} lines={12}>
        {(known) =>
          known.events.length === 0 ? (
            <Empty title="Nothing of it has arrived yet">What happens in a terminal is sent in pieces; come back in a minute.</Empty>
          ) : (
            <Suspense fallback={<Lines count={12} />}>
              <Player key={fromSegment} cast={known} {...(next ? { onNextPart: () => setFromSegment(next.number) } : {})} />
            </Suspense>
          )
        }
      </Loaded>
    </Page>
  );
}

function ChainState({ chain }: { chain: Chain }) {
  return (
    <Tooltip multiline w={320} label="Whether each segment carries the digest of the one before, as the server found it. To recompute it yourself: gpuaas recordings verify">
      <Badge variant="light" className={`state state-${chain.isWhole ? "teal" : "red"}`} leftSection={chain.isWhole ? <IconLink size={12} aria-hidden /> : <IconLinkOff size={12} aria-hidden />}>
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
    <>Of one terminal.</>
  );
}
