import { Alert, Badge, Box, Card, CloseButton, Code, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { bytes, words } from "../ui/format";
import { ProblemNote } from "../ui/note";
import { added, NOTHING, nextOffset, readable, type Shown } from "./output";
import { type Command, commandOf, isGrowing, isOpen, lineOf, type Output, readOutput } from "./queries";

/** The newest output of a command, live while it runs. */
export function Viewer({ projectId, command, onClose }: { projectId: string; command: Command; onClose: () => void }) {
  const { data: current } = useQuery(commandOf(projectId, command));
  const [stream, setStream] = useState<Output>("stdout");
  return (
    <Card component="section" aria-label={`Output of ${lineOf(command)}`}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Box miw={0}>
            <Code className="break-words">{lineOf(current)}</Code>
          </Box>
          <CloseButton aria-label="Close the output" onClick={onClose} />
        </Group>
        <Group justify="space-between">
          <SegmentedControl
            aria-label="Output"
            value={stream}
            onChange={(value) => setStream(value === "stderr" ? "stderr" : "stdout")}
            data={[
              { value: "stdout", label: `Output, ${bytes(current.stdout_stored)}` },
              { value: "stderr", label: `Errors, ${bytes(current.stderr_stored)}` },
            ]}
          />
          {isGrowing(current) && <Badge variant="light">{isOpen(current) ? "Live" : "Loading the rest"}</Badge>}
        </Group>
        <Stream key={stream} projectId={projectId} command={current} stream={stream} />
        {current.truncated && (
          <Alert color="orange" title="Not all of it was kept">
            The command printed more than the policy command.output_megabytes_max allows.
          </Alert>
        )}
        {current.state === "unknown" && (
          <Alert color="orange" title="How the command ended is unknown">
            {current.reason ? `Reason: ${words(current.reason)}. ` : ""}It is not started again.
          </Alert>
        )}
      </Stack>
    </Card>
  );
}

function Stream({ projectId, command, stream }: { projectId: string; command: Command; stream: Output }) {
  const stored = stream === "stdout" ? command.stdout_stored : command.stderr_stored;
  const { shown, error, retry } = useOutput(projectId, command, stream, stored);
  const box = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new text is what moves the end.
  useEffect(() => {
    if (box.current && isAtEnd.current) {
      box.current.scrollTop = box.current.scrollHeight;
    }
  }, [shown]);
  if (error !== undefined) {
    return <ProblemNote error={error} retry={retry} />;
  }
  return (
    <>
      {shown.leftOut > 0 && (
        <Text size="sm" c="dimmed">
          The first {bytes(shown.leftOut)} are not shown here. To read everything: gpuaas commands logs{" "}
          {command.allocation_id} {command.id}
        </Text>
      )}
      <Box
        component="pre"
        ref={box}
        className="command-output"
        tabIndex={0}
        onScroll={({ currentTarget: at }) => {
          isAtEnd.current = at.scrollHeight - at.scrollTop - at.clientHeight < 40;
        }}
      >
        {shown.bytes.length > 0 ? readable(shown.bytes) : isOpen(command) ? "Nothing yet." : "It printed nothing here."}
      </Box>
    </>
  );
}

/** Reads on whenever more is stored, one piece after the other: what is stored meanwhile aborts no read. */
function useOutput(projectId: string, command: Command, stream: Output, stored: number) {
  const [shown, setShown] = useState<Shown>(NOTHING);
  const [error, setError] = useState<unknown>();
  const [reads, setReads] = useState(0);
  const from = nextOffset(shown, stored);
  const isBehind = from !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the command only its id counts, and `from` moves while a read is under way.
  useEffect(() => {
    if (from === undefined || error !== undefined) {
      return;
    }
    const stop = new AbortController();
    readOutput(projectId, command, stream, from, stop.signal).then(
      (piece) => {
        setShown((before) => added(before, from, piece));
        if (piece.length > 0) {
          setReads((count) => count + 1);
        }
      },
      (failure: unknown) => {
        if (!stop.signal.aborted) {
          setError(failure);
        }
      },
    );
    return () => stop.abort();
  }, [projectId, command.id, stream, isBehind, reads, error]);
  return { shown, error, retry: () => setError(undefined) };
}
