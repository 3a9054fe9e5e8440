import { ActionIcon, Alert, Badge, Box, Button, Group, Kbd, Stack, Text, TextInput, Tooltip, useComputedColorScheme } from "@mantine/core";
import { useFullscreenElement, useLocalStorage } from "@mantine/hooks";
import { IconArrowDown, IconArrowUp, IconClipboard, IconCopy, IconEar, IconMaximize, IconMinus, IconPlayerRecordFilled, IconPlus, IconSearch, IconX } from "@tabler/icons-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { TerminalClient, type Door, type Present, type TerminalStatus } from "./client";
import { endOf } from "./end";
import { type Screen, createScreen, themeOf } from "./screen";

const FONT_MIN = 9;
const FONT_MAX = 28;

type Props = {
  door: Door;
  terminalId: string | undefined;
  isOwner: boolean;
  /** A guest may be allowed to watch only. */
  mayWrite: boolean;
  self: string;
  onOpened: (terminalId: string) => void;
  /** `code` is what the shell ended with, where it ended by itself. */
  onEnded: (code: number | undefined) => void;
};

/** A shell in the browser. */
export default function TerminalPanel({ door, terminalId, isOwner, mayWrite, self, onOpened, onEnded }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const leave = useRef<HTMLButtonElement>(null);
  const screen = useRef<Screen>(undefined);
  const client = useRef<TerminalClient>(undefined);
  const [status, setStatus] = useState<TerminalStatus>({ kind: "connecting" });
  const [notice, setNotice] = useState<string>();
  const [present, setPresent] = useState<Present[]>([]);
  const [searching, setSearching] = useState(false);
  const [fontSize, setFontSize] = useLocalStorage({ key: "gpuaas.terminal.font", defaultValue: 14, getInitialValueInEffect: false });
  const [isRead, setRead] = useLocalStorage({ key: "gpuaas.terminal.read", defaultValue: false, getInitialValueInEffect: false });
  const isDark = useComputedColorScheme("light") === "dark";
  const { ref: whole, toggle: toggleFullscreen } = useFullscreenElement();
  // The connection lives as long as the panel, whatever is rendered anew around it.
  const given = useRef({ door, terminalId, self, mayWrite, onOpened, onEnded, fontSize, isDark });
  given.current = { ...given.current, door, onOpened, onEnded };

  useEffect(() => {
    const element = box.current;
    if (!element) {
      return;
    }
    const shown = createScreen(given.current.fontSize, given.current.isDark);
    const { terminal, fit } = shown;
    screen.current = shown;
    terminal.open(element);
    fit();
    // Who watches sees it as large as the window of who writes.
    let isWatching = false;
    const fitUnlessWatching = () => isWatching || fit();
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
          isWatching = next.kind === "open" && !next.writer;
          if (next.kind === "open" && next.writer) {
            fit();
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
    terminal.attachCustomKeyEventHandler((event) => !handled(event));
    const handled = (event: KeyboardEvent): boolean => {
      const act = event.ctrlKey && event.shiftKey ? SHORTCUTS[event.key.toLowerCase()] : undefined;
      if (act && event.type === "keydown") {
        event.preventDefault();
        act();
      }
      return act !== undefined;
    };
    const SHORTCUTS: Record<string, () => void> = {
      l: () => leave.current?.focus(),
      f: () => setSearching(true),
      c: () => void navigator.clipboard.writeText(terminal.getSelection()),
    };
    const watcher = new ResizeObserver(() => fitUnlessWatching());
    watcher.observe(element);
    const isBack = () => carried.reconnectNow();
    window.addEventListener("online", isBack);
    carried.start(given.current.terminalId);
    terminal.focus();
    return () => {
      window.removeEventListener("online", isBack);
      watcher.disconnect();
      carried.close();
      terminal.dispose();
    };
  }, []);

  useEffect(() => {
    const terminal = screen.current?.terminal;
    if (terminal) {
      terminal.options.theme = themeOf(isDark);
      terminal.options.fontSize = fontSize;
      terminal.options.screenReaderMode = isRead;
      screen.current?.fit();
    }
  }, [isDark, fontSize, isRead]);

  const paste = useCallback(async () => {
    screen.current?.terminal.paste(await navigator.clipboard.readText());
    screen.current?.terminal.focus();
  }, []);
  const larger = (by: number) => setFontSize((size) => Math.min(FONT_MAX, Math.max(FONT_MIN, size + by)));
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
          {status.kind === "open" && status.recorded && <Recorded />}
          {status.kind === "open" && <Company present={present} isOwner={isOwner} self={self} />}
          {status.kind === "open" && !status.writer && mayWrite && (
            <Button size="compact-sm" onClick={() => client.current?.takeOver()}>
              Take over
            </Button>
          )}
        </Group>
        <Group gap={6} role="toolbar" aria-label="Terminal">
          <Tool label="Copy the selection (Ctrl Shift C)" buttonRef={leave} onClick={() => void navigator.clipboard.writeText(screen.current?.terminal.getSelection() ?? "")}>
            <IconCopy size={16} aria-hidden />
          </Tool>
          <Tool label="Paste (Ctrl Shift V)" onClick={() => void paste().catch(() => setNotice("The browser did not allow to read the clipboard. Press Ctrl Shift V instead."))}>
            <IconClipboard size={16} aria-hidden />
          </Tool>
          <Tool label="Search (Ctrl Shift F)" onClick={() => setSearching((shown) => !shown)}>
            <IconSearch size={16} aria-hidden />
          </Tool>
          <Tool label="Smaller letters" onClick={() => larger(-1)}>
            <IconMinus size={16} aria-hidden />
          </Tool>
          <Tool label="Larger letters" onClick={() => larger(1)}>
            <IconPlus size={16} aria-hidden />
          </Tool>
          <Tool label={isRead ? "Stop telling a screen reader what is printed" : "Tell a screen reader what is printed"} onClick={() => setRead((on) => !on)}>
            <IconEar size={16} aria-hidden />
          </Tool>
          <Tool label="Whole screen" onClick={() => void toggleFullscreen()}>
            <IconMaximize size={16} aria-hidden />
          </Tool>
        </Group>
      </Group>
      {searching && <SearchBar screen={screen.current} onClose={() => setSearching(false)} />}
      {notice && (
        <Alert color="yellow" p="xs" withCloseButton closeButtonLabel="Close the notice" onClose={() => setNotice(undefined)} role="status">
          {notice}
        </Alert>
      )}
      <Box ref={box} className="shell" data-testid="terminal" aria-describedby="terminal-keys" />
      <Text id="terminal-keys" size="xs" c="dimmed">
        <Kbd size="xs">Ctrl Shift L</Kbd> leaves the terminal for the buttons above, from where Tab goes on. What runs goes on when you leave
        this page.
      </Text>
    </Stack>
  );
}

function Tool({ label, onClick, children, buttonRef }: { label: string; onClick: () => void; children: ReactNode; buttonRef?: React.Ref<HTMLButtonElement> }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" aria-label={label} onClick={onClick} {...(buttonRef ? { ref: buttonRef } : {})}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

/** Nobody is recorded without seeing so. */
function Recorded() {
  return (
    <Tooltip label="What is shown here is kept and can be played again">
      <Badge variant="light" className="state state-red" leftSection={<IconPlayerRecordFilled size={12} aria-hidden />}>
        recorded
      </Badge>
    </Tooltip>
  );
}

/** Nobody is in a terminal unseen. */
function Company({ present, isOwner, self }: { present: Present[]; isOwner: boolean; self: string }) {
  const called = (one: Present) => (one.owner ? (isOwner ? "you" : "its owner") : one.name === self ? "you" : one.name);
  return (
    <Group gap={4} role="list" aria-label="Who is in this terminal">
      {present.map((one, index) => (
        <Badge key={index} role="listitem" variant="light" className={`state state-${one.writer ? "orange" : "blue"}`}>
          {called(one)}
          {one.writer && ", writing"}
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
    status.kind === "ended" ? `: ${endOf(status.reason, status.code)}` : status.kind === "open" && !status.writer ? ", watching" : "";
  return (
    <Text size="sm" role="status" data-testid="terminal-status">
      {text}
      {more}
    </Text>
  );
}

function SearchBar({ screen, onClose }: { screen: Screen | undefined; onClose: () => void }) {
  const [text, setText] = useState("");
  const close = () => {
    screen?.search.clearDecorations();
    onClose();
    screen?.terminal.focus();
  };
  return (
    <Group gap={6}>
      <TextInput
        aria-label="Search in the terminal"
        placeholder="Search what was printed"
        size="xs"
        flex={1}
        value={text}
        autoFocus
        onChange={(event) => {
          setText(event.currentTarget.value);
          screen?.search.findPrevious(event.currentTarget.value, { incremental: true });
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            screen?.search[event.shiftKey ? "findNext" : "findPrevious"](text);
          } else if (event.key === "Escape") {
            close();
          }
        }}
      />
      <Tool label="Earlier" onClick={() => screen?.search.findPrevious(text)}>
        <IconArrowUp size={16} aria-hidden />
      </Tool>
      <Tool label="Later" onClick={() => screen?.search.findNext(text)}>
        <IconArrowDown size={16} aria-hidden />
      </Tool>
      <Tool label="Close the search" onClick={close}>
        <IconX size={16} aria-hidden />
      </Tool>
    </Group>
  );
}
