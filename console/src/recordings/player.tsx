import "../terminal/span-styles";
import "@xterm/xterm/css/xterm.css";
import {
  ActionIcon,
  Alert,
  Button,
  Card,
  Group,
  Kbd,
  Select,
  Slider,
  Stack,
  Switch,
  Text,
  useComputedColorScheme,
} from "@mantine/core";
import { IconPlayerPauseFilled, IconPlayerPlayFilled, IconPlayerSkipBackFilled } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { themeOf } from "../terminal/screen";
import type { Cast } from "./cast";
import { type Frames, run } from "./pace";
import { Playback } from "./playback";
import { createStage, type RecordedScreen } from "./stage";

const SPEEDS = ["0.5", "1", "2", "4", "8", "16"];
const MARKS_MAX = 50;
const SCALE_MIN = 0.6;
const KEY_SECONDS = 5;
const FRAMES: Frames = {
  request: (draw) => requestAnimationFrame(draw),
  cancel: (frame) => cancelAnimationFrame(frame),
};

/** Plays back a terminal session. A longer cast is the same recording with more loaded. */
export default function Player({
  cast,
  onNextPart,
  children,
}: {
  cast: Cast;
  onNextPart?: () => void;
  children?: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const screen = useRef<RecordedScreen>(undefined);
  const playback = useRef<Playback>(undefined);
  const isDark = useComputedColorScheme("light") === "dark";
  const given = useRef({ isDark, cast });
  const [position, setPosition] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState("1");
  const [skipsPauses, setSkipsPauses] = useState(true);

  useEffect(() => {
    const element = box.current;
    if (!element) {
      return;
    }
    const stage = createStage(themeOf(given.current.isDark), () => fitWidth(element));
    stage.open(element);
    screen.current = stage;
    playback.current = new Playback(given.current.cast, stage);
    setPosition(playback.current.begin);
    const resized = new ResizeObserver(() => fitWidth(element));
    resized.observe(element);
    return () => {
      resized.disconnect();
      stage.terminal.dispose();
    };
  }, []);

  useEffect(() => playback.current?.extend(cast), [cast]);

  useEffect(() => {
    if (screen.current) {
      screen.current.terminal.options.theme = themeOf(isDark);
    }
  }, [isDark]);

  useEffect(() => {
    const played = playback.current;
    if (!isPlaying || !played) {
      return;
    }
    return run(played, { speed: Number(speed), skipsPauses }, FRAMES, () => {
      setPosition(played.position);
      if (played.isAtEnd) {
        setPlaying(false);
      }
    });
  }, [isPlaying, speed, skipsPauses]);

  const seek = (to: number) => {
    playback.current?.seek(to);
    setPosition(playback.current?.position ?? 0);
  };
  const toggle = () => {
    if (!isPlaying && playback.current?.isAtEnd) {
      seek(playback.current.begin);
    }
    setPlaying(!isPlaying);
  };
  const actOf = (key: string): (() => void) | undefined => {
    switch (key) {
      case " ":
        return toggle;
      case "ArrowLeft":
        return () => seek(position - KEY_SECONDS);
      case "ArrowRight":
        return () => seek(position + KEY_SECONDS);
      default:
        return undefined;
    }
  };
  const onKey = (event: KeyboardEvent) => {
    const act = actOf(event.key);
    if (
      act &&
      !event.altKey &&
      !event.ctrlKey &&
      !event.metaKey &&
      // Keys are pressed on elements.
      !hasKeyOfItsOwn(event.target as Element, event.key)
    ) {
      event.preventDefault();
      event.stopPropagation();
      act();
    }
  };
  const begin = cast.events[0]?.at ?? 0;
  return (
    <Stack onKeyDownCapture={onKey}>
      {/* biome-ignore lint/a11y/useSemanticElements: the recorded screen is no part of a form. */}
      <div
        ref={box}
        className="recorded"
        role="group"
        aria-label="Recorded screen"
        aria-describedby="player-keys"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of the player work from here.
        tabIndex={0}
      />
      <Card p="sm">
        <Stack gap="sm">
          <Slider
            aria-label="Position"
            min={begin}
            max={Math.max(cast.seconds, begin + 0.001)}
            step={0.1}
            value={position}
            onChange={seek}
            label={null}
            thumbLabel="Position"
          />
          <Group justify="space-between" gap="sm">
            <Group gap="xs">
              <ActionIcon size={36} variant="filled" onClick={toggle} aria-label={isPlaying ? "Pause" : "Play"}>
                {isPlaying ? (
                  <IconPlayerPauseFilled size={18} aria-hidden />
                ) : (
                  <IconPlayerPlayFilled size={18} aria-hidden />
                )}
              </ActionIcon>
              <ActionIcon size={36} variant="default" onClick={() => seek(begin)} aria-label="Back to start">
                <IconPlayerSkipBackFilled size={18} aria-hidden />
              </ActionIcon>
              <Text size="sm" className="figure" data-testid="position">
                {clock(position)} of {clock(cast.seconds)}
              </Text>
              <Text id="player-keys" size="sm" c="dimmed" visibleFrom="xs">
                <Kbd>Space</Kbd> to play or pause, <Kbd>←</Kbd> <Kbd>→</Kbd> to skip {KEY_SECONDS} s
              </Text>
            </Group>
            <Group gap="md">
              <Switch
                label="Skip pauses"
                checked={skipsPauses}
                onChange={(event) => setSkipsPauses(event.currentTarget.checked)}
              />
              <Select
                aria-label="Speed"
                w={90}
                data={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
                value={speed}
                allowDeselect={false}
                onChange={(value) => setSpeed(value ?? speed)}
              />
            </Group>
          </Group>
        </Stack>
      </Card>
      {!cast.isWhole && (
        <Alert color="blue" title="Part of a long recording">
          <Group>
            This part ends at {clock(cast.seconds)}.
            {onNextPart && (
              <Button size="compact-sm" variant="default" onClick={onNextPart}>
                Load next part
              </Button>
            )}
          </Group>
        </Alert>
      )}
      {children}
      <Marks cast={cast} onChoose={seek} />
    </Stack>
  );
}

/** Focused controls handle their own keys, except the position slider, whose steps are too small. */
function hasKeyOfItsOwn(element: Element, key: string): boolean {
  return key === " "
    ? element.closest("button, a, input") !== null
    : element.closest("[role=combobox], [role=option]") !== null;
}

/** Marks for lost segments and the end of the session. */
function Marks({ cast, onChoose }: { cast: Cast; onChoose: (at: number) => void }) {
  const marks = cast.events.filter((event) => event.kind === "m").slice(0, MARKS_MAX);
  return (
    <Group gap="xs">
      {marks.map((mark) => (
        <Button key={`${mark.at} ${mark.text}`} size="compact-sm" variant="default" onClick={() => onChoose(mark.at)}>
          {clock(mark.at)} {printable(mark.text)}
        </Button>
      ))}
    </Group>
  );
}

/** Scales the recorded window to the page width, down to a readable minimum. */
function fitWidth(element: HTMLElement): void {
  const shown = element.querySelector<HTMLElement>(".xterm-screen");
  if (!shown || shown.offsetWidth === 0) {
    return;
  }
  const scale = Math.max(SCALE_MIN, Math.min(1, element.clientWidth / (shown.offsetWidth + 16)));
  const whole = element.querySelector<HTMLElement>(".xterm");
  if (whole) {
    whole.style.transform = `scale(${scale})`;
    element.style.height = `${Math.ceil((shown.offsetHeight + 16) * scale)}px`;
  }
}

function printable(text: string): string {
  return text.replace(/\p{C}/gu, "").slice(0, 80);
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  return (parts[0] === "00" ? parts.slice(1) : parts).join(":");
}
