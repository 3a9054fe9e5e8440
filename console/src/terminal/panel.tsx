import { Alert, Badge, Box, Button, Group, Kbd, Stack, Text, Tooltip, useComputedColorScheme } from "@mantine/core";
import { useFullscreenElement, useLocalStorage } from "@mantine/hooks";
import {
  IconClipboard,
  IconCopy,
  IconEar,
  IconMaximize,
  IconMinus,
  IconPlayerRecordFilled,
  IconPlus,
  IconSearch,
} from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { Ask, type Question } from "./ask";
import { type Door, type Present, type Recorded, TerminalClient, type TerminalStatus } from "./client";
import { endOf } from "./end";
import { calledIn } from "./participants";
import { cleaned, linesOf } from "./pasting";
import { createScreen, type Screen, themeOf } from "./screen";
import { SearchBar } from "./search-bar";
import { shortcutOf } from "./shortcuts";
import { Tool } from "./tool";

const FONT_MIN = 9;
const FONT_MAX = 28;
const KEYS_TEXT = "terminal-keys";
const SETTLED_MILLIS = 100;

type Props = {
  door: Door;
  terminalId: string | undefined;
  isOwner: boolean;
  /** Name of the person who opened the terminal, for guests. */
  ownerName: string | undefined;
  /** False for guests who may only watch. */
  mayWrite: boolean;
  self: string;
  onOpened: (terminalId: string) => void;
  /** `code` is the shell's exit code, if it exited. */
  onEnded: (code: number | undefined) => void;
};

/** A terminal in the browser. */
export default function TerminalPanel({
  door,
  terminalId,
  isOwner,
  ownerName,
  mayWrite,
  self,
  onOpened,
  onEnded,
}: Props) {
  const box = useRef<HTMLDivElement>(null);
  const leave = useRef<HTMLButtonElement>(null);
  const screen = useRef<Screen>(undefined);
  const client = useRef<TerminalClient>(undefined);
  /** Watchers see the terminal at the writer's window size. */
  const isWatching = useRef(false);
  const [status, setStatus] = useState<TerminalStatus>({ kind: "connecting" });
  const [notice, setNotice] = useState<string>();
  const [present, setPresent] = useState<Present[]>([]);
  const [searching, setSearching] = useState(false);
  const [question, setQuestion] = useState<Question>();
  const [fontSize, setFontSize] = useLocalStorage({
    key: "gpuaas.terminal.font",
    defaultValue: 14,
    getInitialValueInEffect: false,
  });
  const [isRead, setRead] = useLocalStorage({
    key: "gpuaas.terminal.read",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const isDark = useComputedColorScheme("light") === "dark";
  const { ref: whole, toggle: toggleFullscreen } = useFullscreenElement();
  // The connection lives as long as the panel, across re-renders.
  const given = useRef({ door, terminalId, self, mayWrite, onOpened, onEnded, fontSize, isDark });
  given.current = { ...given.current, door, onOpened, onEnded };

  const fitUnlessWatching = () => isWatching.current || screen.current?.fit();
  const larger = (by: number) => setFontSize((size) => Math.min(FONT_MAX, Math.max(FONT_MIN, size + by)));
  const copy = () => {
    const selected = screen.current?.terminal.getSelection();
    if (selected) {
      navigator.clipboard.writeText(selected).catch(() => setNotice("The browser blocked access to the clipboard."));
    } else {
      setNotice("Nothing to copy. Select some text first.");
    }
  };
  const insert = (text: string) => {
    setQuestion(undefined);
    if (client.current?.mayType()) {
      screen.current?.terminal.paste(text);
    }
    screen.current?.terminal.focus();
  };
  const paste = (pasted: string) => {
    const { text, removed } = cleaned(pasted);
    if (removed > 0) {
      setNotice(
        `${removed} control ${removed === 1 ? "character was" : "characters were"} removed from the pasted text.`,
      );
    }
    // Programs with bracketed paste can tell pasted from typed text.
    const isBracketed = screen.current?.terminal.modes.bracketedPasteMode === true;
    if (linesOf(text).length > 1 && !isBracketed && client.current?.mayType()) {
      setQuestion({ kind: "paste", text });
    } else {
      insert(text);
    }
  };
  const pasteClipboard = () =>
    void navigator.clipboard
      .readText()
      .then(paste, () => setNotice("The browser blocked access to the clipboard. Press Ctrl+Shift+V instead."));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the connection lives as long as the panel.
  useEffect(() => {
    const element = box.current;
    if (!element) {
      return;
    }
    const shown = createScreen(given.current.fontSize, given.current.isDark, (address) =>
      setQuestion({ kind: "link", address }),
    );
    const { terminal } = shown;
    screen.current = shown;
    terminal.open(element);
    terminal.textarea?.setAttribute("aria-describedby", KEYS_TEXT);
    shown.fit();
    const watch = (watching: boolean) => {
      isWatching.current = watching;
      if (watching) {
        terminal.options.disableStdin = true;
      } else {
        // Earlier terminal queries were answered by the previous writer.
        terminal.write("", () => (terminal.options.disableStdin = isWatching.current));
      }
    };
    const carried = new TerminalClient(
      (id) => given.current.door(id),
      { columns: terminal.cols, rows: terminal.rows },
      {
        show: (bytes, done) => terminal.write(bytes, done),
        tell: setNotice,
        onSize: ({ columns, rows }) => terminal.resize(columns, rows),
        onPresent: setPresent,
        onStatus: (next) => {
          setStatus(next);
          if (next.kind === "open") {
            watch(!next.writer);
          }
          if (next.kind === "open" && next.writer) {
            shown.fit();
            // Even if our size is unchanged, because others may have resized it meanwhile.
            carried.resize({ columns: terminal.cols, rows: terminal.rows });
          }
          if (next.kind === "open" && carried.terminalId) {
            given.current.onOpened(carried.terminalId);
          }
          if (next.kind === "ended") {
            given.current.onEnded(next.code);
          }
        },
      },
      given.current.self,
      given.current.mayWrite,
    );
    client.current = carried;
    const encoder = new TextEncoder();
    terminal.onData((text) => carried.type(encoder.encode(text)));
    terminal.onBinary((text) => carried.type(Uint8Array.from(text, (character) => character.charCodeAt(0))));
    terminal.onResize(({ cols, rows }) => carried.resize({ columns: cols, rows }));
    // Watchers send nothing, not even query responses; a key press shows a notice.
    terminal.onKey(() => isWatching.current && carried.mayType());
    terminal.attachCustomKeyEventHandler((event) => !handled(event));
    const handled = (event: KeyboardEvent): boolean => {
      const act = SHORTCUTS[shortcutOf(event) ?? ""];
      if (act && event.type === "keydown") {
        event.preventDefault();
        act();
      }
      return act !== undefined;
    };
    const SHORTCUTS: Record<string, () => void> = {
      l: () => leave.current?.focus(),
      f: () => setSearching(true),
      c: copy,
      period: () => larger(1),
      comma: () => larger(-1),
    };
    const take = (event: ClipboardEvent) => {
      event.preventDefault();
      event.stopPropagation();
      paste(event.clipboardData?.getData("text/plain") ?? "");
    };
    // Handle before xterm.js, which would send the text unfiltered.
    element.addEventListener("paste", take, { capture: true });
    // Programs redraw on every resize, so intermediate sizes are not sent.
    let settled: number | undefined;
    const watcher = new ResizeObserver(() => {
      window.clearTimeout(settled);
      settled = window.setTimeout(fitUnlessWatching, SETTLED_MILLIS);
    });
    watcher.observe(element);
    const isBack = () => carried.reconnectNow();
    window.addEventListener("online", isBack);
    carried.start(given.current.terminalId);
    terminal.focus();
    return () => {
      window.removeEventListener("online", isBack);
      element.removeEventListener("paste", take, { capture: true });
      watcher.disconnect();
      window.clearTimeout(settled);
      carried.close();
      terminal.dispose();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: fitting reads refs only.
  useEffect(() => {
    const terminal = screen.current?.terminal;
    if (terminal) {
      terminal.options.theme = themeOf(isDark);
      terminal.options.fontSize = fontSize;
      terminal.options.screenReaderMode = isRead;
      fitUnlessWatching();
    }
  }, [isDark, fontSize, isRead]);

  return (
    <Stack gap="xs" ref={whole} className="terminal-panel">
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <StatusText status={status} />
          {status.kind === "reconnecting" && (
            <Button size="compact-sm" variant="default" onClick={() => client.current?.reconnectNow()}>
              Reconnect now
            </Button>
          )}
          {status.kind === "open" && status.recorded !== "nothing" && <RecordedBadge what={status.recorded} />}
          {status.kind === "open" && <Company present={present} isOwner={isOwner} ownerName={ownerName} self={self} />}
          {status.kind === "open" && !status.writer && mayWrite && (
            <Button size="compact-sm" onClick={() => client.current?.takeOver(screen.current?.fitting())}>
              Take over
            </Button>
          )}
        </Group>
        <Group gap={6} role="toolbar" aria-label="Terminal">
          <Tool label="Copy selection (Ctrl+Shift+C)" buttonRef={leave} onClick={copy}>
            <IconCopy size={16} aria-hidden />
          </Tool>
          <Tool label="Paste (Ctrl+Shift+V)" onClick={pasteClipboard}>
            <IconClipboard size={16} aria-hidden />
          </Tool>
          <Tool label="Search (Ctrl+Shift+F)" onClick={() => setSearching((shown) => !shown)}>
            <IconSearch size={16} aria-hidden />
          </Tool>
          <Tool label="Decrease font size (Ctrl+Shift+<)" onClick={() => larger(-1)}>
            <IconMinus size={16} aria-hidden />
          </Tool>
          <Tool label="Increase font size (Ctrl+Shift+>)" onClick={() => larger(1)}>
            <IconPlus size={16} aria-hidden />
          </Tool>
          <Tool
            label={isRead ? "Turn off screen reader output" : "Turn on screen reader output"}
            onClick={() => setRead((on) => !on)}
          >
            <IconEar size={16} aria-hidden />
          </Tool>
          <Tool label="Full screen" onClick={() => void toggleFullscreen()}>
            <IconMaximize size={16} aria-hidden />
          </Tool>
        </Group>
      </Group>
      {searching && <SearchBar screen={screen.current} isDark={isDark} onClose={() => setSearching(false)} />}
      {notice && (
        <Alert
          color="yellow"
          p="xs"
          withCloseButton
          closeButtonLabel="Close notice"
          onClose={() => setNotice(undefined)}
          role="status"
        >
          {notice}
        </Alert>
      )}
      <Box
        ref={box}
        className={status.kind === "open" && !status.writer ? "shell shell-watched" : "shell"}
        data-testid="terminal"
      />
      {question && (
        <Ask
          question={question}
          onPaste={insert}
          onClose={() => {
            setQuestion(undefined);
            screen.current?.terminal.focus();
          }}
        />
      )}
      <Text id={KEYS_TEXT} size="xs" c="dimmed">
        <Kbd size="xs">Ctrl+Shift+L</Kbd> moves focus to the toolbar. Your session keeps running if you close this page.
      </Text>
    </Stack>
  );
}

/** Tells everyone in the terminal that it is recorded. */
function RecordedBadge({ what }: { what: Recorded }) {
  const withInput = what === "output and input";
  return (
    <Tooltip
      label={`This session is recorded and can be played back${withInput ? ", including everything you type, even passwords" : ""}`}
    >
      <Badge variant="light" className="state state-red" leftSection={<IconPlayerRecordFilled size={12} aria-hidden />}>
        {withInput ? "recorded, including input" : "recorded"}
      </Badge>
    </Tooltip>
  );
}

/** Shows everyone who is in the terminal. */
function Company({
  present,
  isOwner,
  ownerName,
  self,
}: {
  present: Present[];
  isOwner: boolean;
  ownerName: string | undefined;
  self: string;
}) {
  return (
    <Group gap={4} role="list" aria-label="People in this terminal">
      {present.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one person may be present twice, and a badge has no state.
        <Badge key={index} role="listitem" variant="light" className={`state state-${one.writer ? "orange" : "blue"}`}>
          {calledIn(one, self, isOwner, ownerName)}
          {one.writer && ", typing"}
        </Badge>
      ))}
    </Group>
  );
}

function StatusText({ status }: { status: TerminalStatus }) {
  const text = {
    connecting: "Connecting…",
    open: "Connected",
    reconnecting: "Connection lost, reconnecting…",
    ended: "Ended",
  }[status.kind];
  const more =
    status.kind === "ended"
      ? `: ${endOf(status.reason, status.code)}`
      : status.kind === "open" && !status.writer
        ? ", watching"
        : "";
  return (
    <Text size="sm" role="status" data-testid="terminal-status">
      {text}
      {more}
    </Text>
  );
}
