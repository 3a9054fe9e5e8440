import { type ITheme, Terminal } from "@xterm/xterm";
import { type CastEvent, windowOf } from "./cast";
import type { Stage } from "./playback";

/**
 * Titles, colours, links, the clipboard, notifications: whatever a program asks of the window around its screen. Who
 * plays a recording looks at what somebody else's program printed, so none of it is done.
 */
const ASKS_OF_THE_WINDOW = [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 50, 52, 99, 104, 105, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 133, 633, 777, 1337];

export type RecordedScreen = Stage & { terminal: Terminal; open: (element: HTMLElement) => void };

/** A terminal that only shows: nothing typed goes anywhere, no answer leaves it, nothing in it is a link. */
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
  // Keys are the page's: otherwise who comes here by Tab stays here.
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
    // After what was shown before: it may still be on its way.
    clear: (columns, rows) => terminal.write("\u001bc", () => resize(columns, rows)),
    show: (event: CastEvent) => {
      if (event.kind === "o") {
        terminal.write(event.text);
      } else if (event.kind === "r") {
        const size = windowOf(event.text);
        if (size) {
          // After what was printed before it.
          terminal.write("", () => resize(size.columns, size.rows));
        }
      }
    },
  };
}
