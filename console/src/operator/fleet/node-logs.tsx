import "./fleet.css";
import { Badge, Button, Group, Select, Stack, Switch, Text } from "@mantine/core";
import { IconPlayerPlay, IconPlayerStop } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import type { Schemas } from "../../api";
import { api, ask, once } from "../../api/client";
import { words } from "../../ui/format";
import { Empty, ProblemNote } from "../../ui/note";
import { LogLines } from "./log-lines";
import { readLog } from "./log-stream";

type Source = Schemas["NodeLogSource"];

const SOURCES: Source[] = ["agent", "kernel", "libvirt", "containers", "nvidia"];
/** Older lines are dropped, because the page has to stay bounded. */
const CHARACTERS_MAX = 400_000;
const GAP = "\n(lines missing: the log was rotated before they were read)\n";

/** Tails a host log through a gateway. */
export function NodeLogs({ nodeId }: { nodeId: string }) {
  const [source, setSource] = useState<Source>("agent");
  const [follow, setFollow] = useState(true);
  const log = useLog(nodeId);
  return (
    <Stack>
      <Group align="flex-end">
        <Select
          label="Log"
          data={SOURCES}
          value={source}
          onChange={(value) => value && setSource(value)}
          allowDeselect={false}
          disabled={log.running}
        />
        <Switch
          label="Follow new lines"
          checked={follow}
          onChange={(event) => setFollow(event.currentTarget.checked)}
          disabled={log.running}
          mb={8}
        />
        {log.running ? (
          <Button variant="default" leftSection={<IconPlayerStop size={16} aria-hidden />} onClick={log.stop}>
            Stop
          </Button>
        ) : (
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            onClick={() => void log.start(source, follow)}
            loading={log.state === "connecting"}
          >
            Read
          </Button>
        )}
        <Badge variant="light" className={`state state-${log.state === "live" ? "teal" : "gray"}`} role="status">
          {log.state}
        </Badge>
      </Group>
      {log.error !== undefined && <ProblemNote error={log.error} />}
      {log.text === "" && log.state === "idle" ? (
        <Empty title="No log open">
          Choose a log and select Read to see its last 100 lines and follow new ones. Reading is recorded in the audit
          trail.
        </Empty>
      ) : (
        <LogText text={log.text} />
      )}
      {log.reason && (
        <Text size="sm" c="dimmed">
          The stream ended: {words(log.reason)}.
        </Text>
      )}
    </Stack>
  );
}

function LogText({ text }: { text: string }) {
  const box = useRef<HTMLPreElement>(null);
  const atEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect follows the text that is drawn.
  useEffect(() => {
    // Keep the scroll position of readers who scrolled up.
    if (box.current && atEnd.current) {
      box.current.scrollTop = box.current.scrollHeight;
    }
  }, [text]);
  return (
    <pre
      ref={box}
      className="log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
      tabIndex={0}
      role="log"
      aria-label="Log"
      onScroll={({ currentTarget: one }) => {
        atEnd.current = one.scrollHeight - one.scrollTop - one.clientHeight < 40;
      }}
    >
      {text || "No lines yet."}
    </pre>
  );
}

type LogState = "idle" | "connecting" | "live" | "ended";

function useLog(nodeId: string) {
  const [state, setState] = useState<LogState>("idle");
  const [text, setText] = useState("");
  const [reason, setReason] = useState<string>();
  const [error, setError] = useState<unknown>();
  const close = useRef<(() => void) | undefined>(undefined);
  useEffect(() => () => close.current?.(), []);
  const add = (piece: string) => setText((before) => (before + piece).slice(-CHARACTERS_MAX));
  const start = async (source: Source, follow: boolean) => {
    setText("");
    setReason(undefined);
    setError(undefined);
    setState("connecting");
    try {
      const stream = await ask(
        api.POST("/api/v1/nodes/{node_id}/log-streams", {
          params: { path: { node_id: nodeId }, header: once() },
          body: { source, tail_lines: 100, follow },
        }),
      );
      const finish = () =>
        // The stream may already have ended; ignore it.
        void api.POST("/api/v1/nodes/{node_id}/log-streams/{stream_id}/close", {
          params: { path: { node_id: nodeId, stream_id: stream.id }, header: once() },
        });
      const lines = new LogLines();
      const stop = readLog(stream, {
        onText: (piece) => add(lines.read(piece)),
        onGap: () => add(GAP),
        onOpen: () => setState("live"),
        onEnd: (why) => {
          close.current = undefined;
          add(lines.end());
          setState("ended");
          setReason(why);
          finish();
        },
      });
      close.current = () => {
        close.current = undefined;
        stop();
        finish();
      };
    } catch (problem) {
      setState("idle");
      setError(problem);
    }
  };
  const stop = () => {
    close.current?.();
    setState("ended");
  };
  return { state, text, reason, error, start, stop, running: state === "live" };
}
