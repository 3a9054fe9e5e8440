// Fails on known high or critical vulnerabilities of dependencies. Usage: check.mjs ROOT SBOM...
//
// Advisories come from OSV; where OSV cannot be reached, from advisories.json, a dated export that holds only what was
// put into it. Exit codes: 0 nothing found, 1 something found or a rule broken, 77 could not look.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const EXIT_LEFT_OUT = 77;
const EXPORT_DAYS_MAX = 30;
const BATCH = 500;
const REQUEST_MILLIS_MAX = 20_000;
const OSV = process.env.GPUAAS_OSV_URL ?? "https://api.osv.dev";
// "export" states that this machine cannot reach OSV, so that CI may pass with the export alone.
const EXPORT_ONLY = process.env.GPUAAS_ADVISORIES === "export";
const IN_CI = process.env.CI === "true";

const [root, ...sboms] = process.argv.slice(2);
const folder = join(root, "tools/vulnerabilities");
const today = new Date().toISOString().slice(0, 10);

// ---- components -----------------------------------------------------------------------------------------------------

function mavenComponents(file) {
  return (JSON.parse(readFileSync(file, "utf8")).components ?? [])
    .filter((one) => one.purl?.startsWith("pkg:maven/") && one.group !== "io.gpuaas")
    .map((one) => ({ ecosystem: "Maven", name: `${one.group}:${one.name}`, version: one.version }));
}

function npmComponents(lockFile) {
  return Object.entries(JSON.parse(readFileSync(join(root, lockFile), "utf8")).packages)
    .filter(([path, one]) => path.includes("node_modules/") && one.version)
    .map(([path, one]) => ({ ecosystem: "npm", name: path.split("node_modules/").pop(), version: one.version }));
}

// The oldest release that the declaration allows: which one a user installs is not ours to choose.
function pythonComponents(project) {
  const declared = /^\[project\]$([^]*?)(?=^\[tool|$(?![^]))/m.exec(readFileSync(join(root, project), "utf8"))[1];
  return [...declared.matchAll(/"([A-Za-z0-9._-]+)(?:\[[^\]]*\])?\s*(?:==|>=|~=)\s*([0-9][^,;"\s]*)/g)].map(
    ([, name, version]) => ({ ecosystem: "PyPI", name: name.toLowerCase(), version }),
  );
}

function allComponents() {
  const all = [
    ...sboms.flatMap(mavenComponents),
    ...["console/package-lock.json", "tools/secrets/package-lock.json"].flatMap(npmComponents),
    ...pythonComponents("sdk/python/pyproject.toml"),
  ];
  return [...new Map(all.map((one) => [describe(one), one])).values()];
}

const describe = (component) => `${component.ecosystem} ${component.name} ${component.version}`;

// ---- versions -------------------------------------------------------------------------------------------------------

const QUALIFIERS = ["alpha", "beta", "milestone", "m", "rc", "cr", "snapshot", "", "final", "ga", "release", "jre", "sp"];

function compareVersions(left, right) {
  const parts = (version) => version.toLowerCase().replace(/\+.*/, "").split(/[.-]|(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)/);
  const [a, b] = [parts(left), parts(right)];
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = rank(a[at]) - rank(b[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}

// A missing part is zero; words before a release rank below it and those for a release itself beside it.
function rank(part) {
  if (part === undefined) return 0;
  if (/^\d+$/.test(part)) return Number(part);
  const known = QUALIFIERS.indexOf(part);
  return known < 0 || known >= QUALIFIERS.indexOf("") ? 0 : (known - QUALIFIERS.length) / QUALIFIERS.length;
}

function isAffected(component, affected) {
  const { ecosystem, name } = affected.package;
  const named = name.endsWith("*") ? component.name.startsWith(name.slice(0, -1)) : component.name === name;
  if (ecosystem !== component.ecosystem || !named) return false;
  return affected.versions?.includes(component.version) || (affected.ranges ?? []).some((range) => isIn(component, range));
}

function isIn(component, range) {
  let inside = false;
  for (const event of range.events) {
    const at = (version) => version === "0" || compareVersions(component.version, version) >= 0;
    if (event.introduced !== undefined && at(event.introduced)) inside = true;
    if (event.fixed !== undefined && at(event.fixed)) inside = false;
    if (event.last_affected !== undefined && compareVersions(component.version, event.last_affected) > 0) inside = false;
  }
  return inside;
}

// ---- advisories -----------------------------------------------------------------------------------------------------

async function request(path, options) {
  const answer = await fetch(OSV + path, { ...options, signal: AbortSignal.timeout(REQUEST_MILLIS_MAX) });
  if (!answer.ok) throw new Error(`OSV answered ${answer.status}`);
  return answer.json();
}

async function fromOsv(components) {
  const found = [];
  for (let at = 0; at < components.length; at += BATCH) {
    const batch = components.slice(at, at + BATCH);
    const queries = batch.map(({ ecosystem, name, version }) => ({ package: { ecosystem, name }, version }));
    const { results } = await request("/v1/querybatch", { method: "POST", body: JSON.stringify({ queries }) });
    results.forEach((result, index) => result.vulns?.forEach(({ id }) => found.push({ component: batch[index], id })));
  }
  const advisories = new Map();
  for (const id of new Set(found.map((one) => one.id))) advisories.set(id, await request(`/v1/vulns/${id}`));
  return found.map(({ component, id }) => ({ component, advisory: advisories.get(id) }));
}

function fromExport(components, exported) {
  return exported.advisories.flatMap((advisory) =>
    components
      .filter((component) => advisory.affected.some((affected) => isAffected(component, affected)))
      .map((component) => ({ component, advisory })),
  );
}

// An advisory without a severity counts as a high one: somebody has to look at it.
function isSevere(advisory) {
  return !advisory.withdrawn && !["LOW", "MODERATE", "MEDIUM"].includes(advisory.database_specific?.severity?.toUpperCase());
}

// ---- the verdict ----------------------------------------------------------------------------------------------------

const problems = [];
const components = allComponents();
const exported = JSON.parse(readFileSync(join(folder, "advisories.json"), "utf8"));
const waivers = JSON.parse(readFileSync(join(folder, "waivers.json"), "utf8"));
let hits = fromExport(components, exported);
let unreachable = "";
if (!EXPORT_ONLY) {
  try {
    hits = [...hits, ...(await fromOsv(components))];
  } catch (error) {
    unreachable = error.cause?.code ?? error.message;
  }
}

for (const waiver of waivers) {
  if (!waiver.id || !waiver.package || !waiver.reason || !/^\d{4}-\d{2}-\d{2}$/.test(waiver.until ?? "")) {
    problems.push(`a waiver needs id, package, reason and until (a date): ${JSON.stringify(waiver)}`);
  } else if (waiver.until < today) {
    problems.push(`the waiver of ${waiver.id} for ${waiver.package} expired on ${waiver.until}`);
  }
}
for (const { component, advisory } of hits) {
  const ids = [advisory.id, ...(advisory.aliases ?? [])];
  const waived = waivers.some((waiver) => ids.includes(waiver.id) && waiver.package === component.name);
  if (isSevere(advisory) && !waived) {
    problems.push(`${describe(component)}: ${ids.join(", ")} ${advisory.summary ?? ""}`);
  }
}
const days = Math.floor((Date.parse(today) - Date.parse(exported.exported)) / 86_400_000);
if (EXPORT_ONLY && !IN_CI && days > EXPORT_DAYS_MAX) {
  problems.push(`tools/vulnerabilities/advisories.json is ${days} days old, at most ${EXPORT_DAYS_MAX} are allowed`);
}

if (problems.length > 0) {
  console.log([...new Set(problems)].join("\n"));
  process.exit(1);
}
const compared = `${components.length} dependencies compared with ${exported.advisories.length} exported advisories of ${exported.exported}`;
if (unreachable) {
  console.log(`OSV is not reachable (${unreachable}); ${compared} only`);
  process.exit(EXIT_LEFT_OUT);
}
console.log(EXPORT_ONLY ? compared : `${components.length} dependencies compared with OSV`);
