// Builds the console unless target/site stems from the sources as they are now. Called by the Maven build.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const INPUTS = [
  "build",
  "public",
  "src",
  "index.html",
  "package-lock.json",
  "package.json",
  "tsconfig.json",
  "vite.config.ts",
];
const STAMP = "target/site.sha256";

function filesOf(path) {
  return statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesOf(join(path, name)))
    : [path];
}

function hashOfInputs() {
  const hash = createHash("sha256");
  for (const file of INPUTS.flatMap(filesOf)) {
    hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

function run(program, ...options) {
  const ended = spawnSync(program, options, { stdio: "inherit" });
  if (ended.status !== 0) {
    console.error(`${program} ${options.join(" ")} failed${ended.error ? `: ${ended.error.message}` : ""}`);
    process.exit(1);
  }
}

function isNewer(file, than) {
  return existsSync(file) && statSync(file).mtimeMs >= statSync(than).mtimeMs;
}

const hash = hashOfInputs();
if (existsSync(STAMP) && existsSync("target/site/index.html") && readFileSync(STAMP, "utf8") === hash) {
  process.exit(0);
}
if (!isNewer("node_modules/.package-lock.json", "package-lock.json")) {
  // Not `npm ci`: it refuses a lock file without the packages of other platforms, which a mirror may lack.
  run("npm", "install", "--no-save", "--silent", "--prefer-offline", "--no-audit", "--no-fund");
}
run("npm", "run", "--silent", "build");
// Maven copies and never removes: files of former builds would pile up in the jar.
rmSync("../control-plane/target/classes/console", { recursive: true, force: true });
writeFileSync(STAMP, hash);
