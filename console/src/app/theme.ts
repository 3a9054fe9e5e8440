import { type CSSVariablesResolver, createTheme } from "@mantine/core";

/** Text contrast is at least 4.5:1 in both schemes; the browser test measures it on every page. */
export const theme = createTheme({
  colors: {
    // Mantine's dark palette is neutral; ours is tinted with the primary color.
    dark: [
      "#c9d3dc",
      "#b0bcc7",
      "#8d9aa7",
      "#65727f",
      "#36424f",
      "#28323d",
      "#1e2731",
      "#181f28",
      "#11161d",
      "#0c1015",
    ],
  },
  black: "#1c2430",
  primaryColor: "cyan",
  primaryShade: 9,
  autoContrast: true,
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'JetBrains Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  headings: { fontWeight: "650" },
  defaultRadius: "md",
  cursorType: "pointer",
  components: {
    Anchor: { defaultProps: { underline: "not-hover", inherit: true } },
    Card: { defaultProps: { withBorder: true, padding: "lg" } },
    Modal: { defaultProps: { centered: true, closeButtonProps: { "aria-label": "Close" } } },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": "Close" } } },
    Table: { defaultProps: { verticalSpacing: "sm", horizontalSpacing: "md", highlightOnHover: true } },
  },
});

/** Hover darkens; Mantine's default lightens, which makes white text harder to read. */
const HOVER = {
  "--mantine-color-cyan-filled-hover": "#095c6b",
  "--mantine-color-red-filled-hover": "#a61e1e",
};

export const colors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...HOVER,
    "--mantine-color-dimmed": "#56616d",
    "--mantine-color-body": "#f7f9fb",
    "--mantine-color-default": "#ffffff",
    "--mantine-color-placeholder": "#69747f",
    "--mantine-color-anchor": "#0b6b7a",
    "--mantine-color-error": "#c92a2a",
    "--console-surface": "#ffffff",
    "--console-line": "#dfe5ea",
  },
  dark: {
    ...HOVER,
    "--mantine-color-dimmed": "#a3adb8",
    "--mantine-color-body": "#11161d",
    "--mantine-color-default": "#1b232d",
    "--mantine-color-default-border": "#36424f",
    "--mantine-color-placeholder": "#8d98a4",
    "--mantine-color-anchor": "#66d9e8",
    "--mantine-color-error": "#ff8787",
    "--mantine-color-text": "#dfe6ec",
    "--console-surface": "#181f28",
    "--console-line": "#2a3440",
  },
});
