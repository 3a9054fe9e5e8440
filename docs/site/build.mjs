// Builds the site unless target/site stems from its sources as they are now. Called by the Maven build and ./gpuaas docs.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { finish } from "./finish.mjs";
import { filesUnder, findPages, readPage } from "./pages.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = resolve(HERE, "../..");
const TARGET = join(ROOT, "docs/target");
const STAMP = join(TARGET, "site.sha256");
const CONTRACT = join(ROOT, "contracts/openapi.yaml");

process.chdir(HERE);

function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files) {
    hash.update(file.slice(ROOT.length) + "\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

/** The pages also name files that are no pages, and fail when one is missing; `./gpuaas check` looks at those again. */
function inputs(pages) {
  const tools = readdirSync(HERE)
    .filter((name) => name !== "node_modules" && name !== "target")
    .flatMap((name) => filesUnder(join(HERE, name)));
  return [...tools, ...filesUnder(join(ROOT, "docs/images")), ...[...pages.keys()].map((page) => join(ROOT, page)), CONTRACT];
}

function run(program, ...options) {
  const ended = spawnSync(program, options, { stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, NODE_ENV: "production" } });
  if (ended.status !== 0) {
    fail(`${program} ${options.join(" ")} failed${ended.error ? ": " + ended.error.message : ""}`);
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

function install() {
  const installed = "node_modules/.package-lock.json";
  if (!existsSync(installed) || statSync(installed).mtimeMs < statSync("package-lock.json").mtimeMs) {
    // Not `npm ci`: it refuses a lock file without the packages of other platforms, which a mirror may lack.
    run("npm", "install", "--no-save", "--silent", "--prefer-offline", "--no-audit", "--no-fund", "--include=dev");
  }
}

function assemble(pages) {
  // Here, because what VitePress makes of a page imports packages that are installed here.
  const folder = join(HERE, "target/pages");
  rmSync(folder, { recursive: true, force: true });
  for (const [path, place] of pages) {
    const { text, images } = readPage(ROOT, path, pages);
    mkdirSync(dirname(join(folder, place)), { recursive: true });
    writeFileSync(join(folder, place), text);
    for (const [from, to] of images) {
      mkdirSync(dirname(join(folder, to)), { recursive: true });
      copyFileSync(join(ROOT, from), join(folder, to));
    }
  }
}

const pages = findPages(ROOT);
const hash = hashOf(inputs(pages));
if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === hash) {
  process.exit(0);
}
install();
try {
  rmSync(STAMP, { force: true });
  rmSync(join(TARGET, "site"), { recursive: true, force: true });
  assemble(pages);
  run(process.execPath, "node_modules/vitepress/bin/vitepress.js", "build", ".");
  cpSync("api/index.html", join(TARGET, "site/api/index.html"));
  await finish(join(TARGET, "site"), CONTRACT);
} catch (error) {
  fail(error.message);
}
// Maven copies and never removes: files of former builds would pile up in the jar.
rmSync(join(ROOT, "control-plane/target/classes/docs"), { recursive: true, force: true });
writeFileSync(STAMP, hash);
