import "./span-styles";
import "@xterm/xterm/css/xterm.css";
import { FitAddon } from "@xterm/addon-fit";
import { type ISearchOptions, SearchAddon } from "@xterm/addon-search";
import { WebLinksAddon } from "@xterm/addon-web-links";
import { type ITheme, Terminal } from "@xterm/xterm";
import type { Size } from "./client";
import { COUNTED_MAX } from "./found";
import { openAddress, webAddress } from "./links";

const SCROLLBACK_LINES = 10_000;

const DARK: ITheme = {
  background: "#0d1117",
  foreground: "#dfe6ec",
  cursor: "#66d9e8",
  cursorAccent: "#0d1117",
  selectionBackground: "#2f5a78",
  black: "#3b4552",
  red: "#ff8787",
  green: "#69db7c",
  yellow: "#ffd43b",
  blue: "#74c0fc",
  magenta: "#da9cf0",
  cyan: "#66d9e8",
  white: "#ced4da",
  brightBlack: "#8b98a5",
  brightRed: "#ffa8a8",
  brightGreen: "#8ce99a",
  brightYellow: "#ffe066",
  brightBlue: "#a5d8ff",
  brightMagenta: "#eebefa",
  brightCyan: "#99e9f2",
  brightWhite: "#ffffff",
};
const LIGHT: ITheme = {
  background: "#ffffff",
  foreground: "#1c2430",
  cursor: "#0b6b7a",
  cursorAccent: "#ffffff",
  selectionBackground: "#b8dff0",
  black: "#1c2430",
  red: "#b02525",
  green: "#1c6b2f",
  yellow: "#7a5200",
  blue: "#1457a8",
  magenta: "#8a2ba0",
  cyan: "#0b6b7a",
  white: "#56616d",
  brightBlack: "#56616d",
  brightRed: "#c92a2a",
  brightGreen: "#237a3a",
  brightYellow: "#8a5d00",
  brightBlue: "#1864ab",
  brightMagenta: "#9c36b5",
  brightCyan: "#0c7485",
  brightWhite: "#343a40",
};

/** Highlight colors of search results and the selected one. */
const DARK_MARKS = {
  matchBackground: "#4a3c00",
  matchOverviewRuler: "#ffd43b",
  activeMatchBackground: "#a35200",
  activeMatchBorder: "#ffd43b",
  activeMatchColorOverviewRuler: "#ffa94d",
};
const LIGHT_MARKS = {
  matchBackground: "#ffec99",
  matchOverviewRuler: "#e67700",
  activeMatchBackground: "#ffa94d",
  activeMatchBorder: "#b34700",
  activeMatchColorOverviewRuler: "#b34700",
};

export type Screen = {
  terminal: Terminal;
  fit: () => void;
  /** Size after fitting to the window; undefined while hidden. */
  fitting: () => Size | undefined;
  search: SearchAddon;
};

/** `onLink` is called for links whose text hides the URL. */
export function createScreen(fontSize: number, isDark: boolean, onLink: (address: string) => void): Screen {
  const terminal = new Terminal({
    fontFamily: "ui-monospace, 'SF Mono', 'JetBrains Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
    fontSize,
    scrollback: SCROLLBACK_LINES,
    cursorBlink: true,
    theme: themeOf(isDark),
    minimumContrastRatio: 4.5,
    // Required for search highlights.
    allowProposedApi: true,
    linkHandler: {
      activate: (_event, text) => {
        const address = webAddress(text);
        if (address) {
          onLink(address);
        }
      },
    },
  });
  const fitting = new FitAddon();
  const search = new SearchAddon({ highlightLimit: COUNTED_MAX });
  terminal.loadAddon(fitting);
  terminal.loadAddon(search);
  terminal.loadAddon(new WebLinksAddon((_event, uri) => openAddress(uri)));
  return {
    terminal,
    fit: () => isShown(terminal) && fitting.fit(),
    fitting: () => {
      const size = isShown(terminal) ? fitting.proposeDimensions() : undefined;
      return size && { columns: size.cols, rows: size.rows };
    },
    search,
  };
}

/** A hidden tab has no width; the fit addon would invent one, and programs would format for it. */
function isShown(terminal: Terminal): boolean {
  return terminal.element !== undefined && terminal.element.clientWidth > 0;
}

export function marksOf(isDark: boolean): NonNullable<ISearchOptions["decorations"]> {
  return isDark ? DARK_MARKS : LIGHT_MARKS;
}

export function themeOf(isDark: boolean): ITheme {
  return isDark ? DARK : LIGHT;
}
