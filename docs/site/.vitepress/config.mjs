import { fileURLToPath } from "node:url";
import { menu } from "../pages.mjs";

const pages = fileURLToPath(new URL("../target/pages", import.meta.url));

/** Links are written for readers of the repository, so headings get the anchors that repositories show. */
function slugify(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** Columns are aligned by a class of site.css: our policy refuses style attributes. */
function alignByClass(md) {
  md.core.ruler.push("align-by-class", ({ tokens }) => {
    for (const token of tokens.filter(({ type }) => type === "th_open" || type === "td_open")) {
      const align = /^text-align:(\w+)$/.exec(token.attrGet("style") ?? "")?.[1];
      if (align) {
        token.attrs = token.attrs.filter(([name]) => name !== "style");
        token.attrJoin("class", `align-${align}`);
      }
    }
  });
}

export default {
  title: "GPUaaS",
  description: "Documentation of GPUaaS",
  base: "/docs/",
  srcDir: "target/pages",
  outDir: "../target/site",
  cacheDir: "target/cache",
  // The names of all pages in a file of their own instead of a script in every page, which our policy refuses.
  metaChunk: true,
  ignoreDeadLinks: false,
  markdown: {
    config: alignByClass,
    anchor: { slugify },
    toc: { slugify },
    // Colours would be written into style attributes, which our policy refuses.
    highlight: (code) =>
      `<pre v-pre><code>${code.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</code></pre>`,
  },
  vite: {
    // The page's policy allows no data in place of files.
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 1500 },
    logLevel: "warn",
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "API reference", link: "/api/", target: "_self" },
      { text: "openapi.yaml", link: "/docs/openapi.yaml", target: "_self" },
    ],
    sidebar: menu(pages),
  },
};
