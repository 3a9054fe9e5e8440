import { type ITheme, Terminal } from "@xterm/xterm";
import { type CastEvent, windowOf } from "./cast";
import type { Stage } from "./playback";

/**
 * Escape sequences that affect the surrounding window: titles, colors, links, clipboard, notifications. They come from
 * someone else's program, so a playback ignores them.
 */
const ASKS_OF_THE_WINDOW = [
  0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 50, 52, 99, 104, 105, 110, 111, 112, 113, 114, 115,
  116, 117, 118, 119, 133, 633, 777, 1337,
];

export type RecordedScreen = Stage & { terminal: Terminal; open: (element: HTMLElement) => void };

/** A display-only terminal: no input, no responses to queries, no links. */
export function createStage(theme: ITheme, onWindow: () => void): RecordedScreen {
  const terminal = new Terminal({
    fontFamily: "ui-monospace, 'SF Mono', 'JetBrains Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
    fontSize: 14,
    scrollback: 0,
    cursorBlink: false,
    disableStdin: true,
    theme,
    minimumContrastRatio: 4.5,
    windowOptions: {},
    linkHandler: { activate: () => undefined, allowNonHttpProtocols: false },
  });
  for (const ident of ASKS_OF_THE_WINDOW) {
    terminal.parser.registerOscHandler(ident, () => true);
  }
  // Leave keys to the page, so that Tab can leave the screen.
  terminal.attachCustomKeyEventHandler(() => false);
  const resize = (columns: number, rows: number) => {
    terminal.resize(columns, rows);
    onWindow();
  };
  return {
    terminal,
    open: (element) => {
      terminal.open(element);
      if (terminal.textarea) {
        terminal.textarea.tabIndex = -1;
      }
    },
    // Runs after earlier output, which may still be queued.
    clear: (columns, rows) => terminal.write("\u001bc", () => resize(columns, rows)),
    show: (event: CastEvent) => {
      if (event.kind === "o") {
        terminal.write(event.text);
      } else if (event.kind === "r") {
        const size = windowOf(event.text);
        if (size) {
          // Runs after the preceding output.
          terminal.write("", () => resize(size.columns, size.rows));
        }
      }
    },
  };
}
