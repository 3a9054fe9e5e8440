import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// For work on the console: sign in at this server first, then open Vite's address. Cookies do not know ports.
const server = process.env.GPUAAS_SERVER ?? "http://127.0.0.1:8080";
const proxy = Object.fromEntries(
  ["/api", "/auth", "/invitations", "/gpuaas.css"].map((path) => [
    path,
    { target: server, headers: { origin: server } },
  ]),
);

export default defineConfig({
  plugins: [react()],
  server: { host: "127.0.0.1", proxy },
  preview: { host: "127.0.0.1", proxy },
  build: {
    outDir: "target/site",
    emptyOutDir: true,
    target: "es2023",
    manifest: true,
    // The page's policy allows no data in place of files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // Few files instead of one for each component that two pages share: browsers ask an address for six at a time.
        codeSplitting: {
          groups: [
            {
              name: "framework",
              priority: 5,
              tags: ["$initial"],
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/,
            },
            {
              name: "components",
              priority: 4,
              tags: ["$initial"],
              test: /node_modules[\\/](@mantine|@floating-ui)[\\/]/,
            },
            { name: "console", priority: 3, tags: ["$initial"], test: /^(?!.*[\\/](index\.html|main\.tsx)$)/ },
            // With all it needs; the page names it, so that it comes together with the files above.
            { name: "dashboard", priority: 2, test: /src[\\/]dashboard[\\/]dashboard\.tsx$/ },
            { name: "header", priority: 2, test: /src[\\/]app[\\/](account-menu|project-select)\.tsx$/ },
            { name: "shared", priority: 1, minShareCount: 4 },
          ],
        },
      },
    },
  },
});
