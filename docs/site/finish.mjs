// After VitePress: adds the API reference, moves scripts out of the pages, checks every link, and compresses each file once.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const BASE = "/docs/";
/** Not the page of the API reference: the server writes a nonce into it at each request. */
const COMPRESSED = /\.(js|css|svg|html|json|yaml)$/;
const NONCE = "{style-nonce}";
/** Redoc loads its own logo from elsewhere. */
const REDOC_LOGO = "https://cdn.redoc.ly/redoc/logo-mini.svg";

function digest(content) {
  return createHash("sha256").update(content).digest("hex").slice(0, 8);
}

function htmlFiles(site) {
  return readdirSync(site, { recursive: true })
    .filter((name) => name.endsWith(".html"))
    .sort();
}

function rewrite(file, change) {
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

/** Files that browsers keep for good carry a digest of their content in the name. */
function addAsset(site, name, content) {
  const [stem, ending] = name.split(".");
  const asset = `assets/${stem}.${digest(content)}.${ending}`;
  writeFileSync(join(site, asset), content);
  return BASE + asset;
}

async function addReference(site, contract) {
  const { parse } = await import("yaml");
  const yaml = readFileSync(contract, "utf8");
  writeFileSync(join(site, "openapi.yaml"), yaml);
  writeFileSync(join(site, "openapi.json"), JSON.stringify(parse(yaml, { merge: true })));
  const redoc = readFileSync("node_modules/redoc/bundles/redoc.standalone.js", "utf8");
  if (!redoc.includes(REDOC_LOGO)) {
    throw new Error("Redoc's bundle names its logo otherwise than finish.mjs expects");
  }
  const files = {
    "redoc.js": redoc.replaceAll(REDOC_LOGO, "data:,").replace(/\n\/\/# sourceMappingURL=.*/, ""),
    "api.js": readFileSync("api/api.js", "utf8"),
    "api.css": readFileSync("api/api.css", "utf8"),
  };
  mkdirSync(join(site, "assets"), { recursive: true });
  // The bundle says that its licences are in this file beside it.
  const licences = "redoc.standalone.js.LICENSE.txt";
  copyFileSync(join("node_modules/redoc/bundles", licences), join(site, "assets", licences));
  for (const [name, content] of Object.entries(files)) {
    const address = addAsset(site, name, content);
    rewrite(join(site, "api/index.html"), (page) => page.replace(`${BASE}assets/${name}`, address));
  }
}

/** Our policy takes no script and no style that stands in a page. The theme's file of styles has those two. */
function moveScriptsOut(site) {
  for (const file of htmlFiles(site)) {
    rewrite(join(site, file), (page) =>
      page.replace(/ style="(--vp-vh:0px|position:relative);"/g, "").replace(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g, (whole, attributes, code) => {
        const name = /id="([^"]+)"/.exec(attributes)?.[1] ?? "page";
        return `<script src="${addAsset(site, name + ".js", code)}"${attributes.includes("module") ? ' type="module"' : ""}></script>`;
      }),
    );
  }
}

function targetFile(site, path) {
  const file = path === "" || path.endsWith("/") ? path + "index.html" : path;
  return existsSync(join(site, file)) ? file : undefined;
}

/** Every link and every loaded file is there, headings included, and nothing is loaded from elsewhere. */
function check(site) {
  const complaints = [];
  const ids = new Map();
  const idsOf = (file) => {
    if (!ids.has(file)) {
      ids.set(file, new Set([...readFileSync(join(site, file), "utf8").matchAll(/\sid="([^"]+)"/g)].map((found) => found[1])));
    }
    return ids.get(file);
  };
  for (const file of htmlFiles(site)) {
    const page = readFileSync(join(site, file), "utf8");
    if (/<script(?![^>]*\ssrc=)|\sstyle="|<style/.test(page)) {
      complaints.push(`${file}: a script or style stands in the page`);
    }
    for (const [, tag, name, raw] of page.matchAll(/<(\w+)\b[^>]*?\s(href|src)="([^"]*)"/g)) {
      const address = raw.replaceAll("&amp;", "&");
      if (/^[a-z]+:|^\/\//.test(address)) {
        if (tag !== "a") {
          complaints.push(`${file}: <${tag}> loads ${address}`);
        }
        continue;
      }
      const url = new URL(address, `http://site${BASE}${file}`);
      if (!url.pathname.startsWith(BASE)) {
        if (tag !== "a" || url.pathname !== "/") {
          complaints.push(`${file}: ${name} ${address} leads out of the site`);
        }
        continue;
      }
      const target = targetFile(site, decodeURIComponent(url.pathname.slice(BASE.length)));
      if (!target) {
        complaints.push(`${file}: ${address} leads nowhere`);
      } else if (url.hash && !idsOf(target).has(decodeURIComponent(url.hash.slice(1)))) {
        complaints.push(`${file}: ${address} names no heading of ${target}`);
      }
    }
  }
  for (const file of readdirSync(site, { recursive: true }).filter((name) => name.endsWith(".css"))) {
    if (/(@import|url\()\s*["']?(https?:)?\/\//.test(readFileSync(join(site, file), "utf8"))) {
      complaints.push(`${file}: loads from elsewhere`);
    }
  }
  if (!readdirSync(join(site, "assets/chunks")).some((name) => name.includes("localSearchIndex"))) {
    complaints.push("there is no search index");
  }
  if (complaints.length > 0) {
    throw new Error(complaints.join("\n"));
  }
}

function compress(site) {
  for (const file of readdirSync(site, { recursive: true }).filter((name) => COMPRESSED.test(name))) {
    const content = readFileSync(join(site, file));
    if (content.includes(NONCE)) {
      continue;
    }
    writeFileSync(join(site, file + ".gz"), gzipSync(content, { level: 9 }));
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
    writeFileSync(join(site, file + ".br"), brotliCompressSync(content, quality));
  }
}

export async function finish(site, contract) {
  await addReference(site, contract);
  moveScriptsOut(site);
  check(site);
  compress(site);
}
