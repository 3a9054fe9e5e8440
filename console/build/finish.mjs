// After Vite: weighs what a first visit loads, and compresses every file once instead of at each request.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const SITE = "target/site";
const FIRST_LOAD_BYTES_MAX = 250_000;
/** Not the page: the server writes into it at each request. */
const COMPRESSED = /\.(js|css|svg)$/;

mkdirSync("target", { recursive: true });
renameSync(join(SITE, ".vite/manifest.json"), "target/manifest.json");
rmSync(join(SITE, ".vite"), { recursive: true });

const manifest = JSON.parse(readFileSync("target/manifest.json", "utf8"));

/** The entry and everything it imports before any page is chosen. */
function firstLoad(name, seen = new Set()) {
  if (!seen.has(name)) {
    seen.add(name);
    for (const other of manifest[name].imports ?? []) {
      firstLoad(other, seen);
    }
  }
  return seen;
}

const first = firstLoad("index.html");
const scripts = [...first].map((name) => manifest[name].file);
const bytes = scripts.reduce((sum, file) => sum + gzipSync(readFileSync(join(SITE, file)), { level: 9 }).length, 0);
writeFileSync("target/size.json", JSON.stringify({ firstLoadBytes: bytes, max: FIRST_LOAD_BYTES_MAX, scripts }));
console.log(
  `first load: ${Math.round(bytes / 1000)} kB of compressed JavaScript, at most ${FIRST_LOAD_BYTES_MAX / 1000} kB`,
);
if (bytes > FIRST_LOAD_BYTES_MAX) {
  console.error("the first load is too heavy: load pages and large libraries only when they are needed");
  process.exit(1);
}

/**
 * Preloads the parts of the first page most people see, so that all of them come at once: its chunks, the letters, and
 * the session. Without it a browser learns of each only when the one before has run.
 */
function ahead() {
  const chunks = Object.keys(manifest).filter((name) => manifest[name].name === "dashboard");
  const needed = new Set(chunks.flatMap((name) => [...firstLoad(name)]));
  const dashboard = [...needed].filter((name) => !first.has(name)).map((name) => manifest[name]);
  const letters = Object.values(manifest).find(({ file }) => file.endsWith(".woff2"));
  return [
    ...["/auth/session", "/api/v1/me"].map(
      (address) => `<link rel="preload" as="fetch" crossorigin href="${address}">`,
    ),
    ...dashboard.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${letters.file}">`,
  ];
}

const page = join(SITE, "index.html");
writeFileSync(
  page,
  readFileSync(page, "utf8").replace(
    "  </head>",
    `${ahead()
      .map((link) => `    ${link}\n`)
      .join("")}  </head>`,
  ),
);

for (const file of readdirSync(SITE, { recursive: true }).filter((name) => COMPRESSED.test(name))) {
  const content = readFileSync(join(SITE, file));
  writeFileSync(join(SITE, `${file}.gz`), gzipSync(content, { level: 9 }));
  const quality = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  };
  writeFileSync(join(SITE, `${file}.br`), brotliCompressSync(content, quality));
}
