import "./app/style-nonce";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./app/app.css";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { askAhead } from "./app/ahead";
import { Entrance } from "./app/entrance";
import { queries } from "./app/queries";
import { router } from "./app/router";
import { colors, theme } from "./app/theme";
import { dashboardPages } from "./dashboard/pages";

if (location.pathname === "/") {
  // Most people land on this page; preload its chunk while the session is being checked.
  void dashboardPages[0]?.load();
}
void askAhead().catch(() => undefined);
// Load the page's chunk first, so that the page renders once, with its frame.
void router.load();

// index.html has it.
createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={colors} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <Notifications position="bottom-right" limit={4} />
        <Entrance />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
