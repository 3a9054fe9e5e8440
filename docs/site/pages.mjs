// Collects the pages of the site and rewrites their links: the repository's folders are not those of the site.
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path/posix";

/** Folders of this one that hold no pages. */
const NO_PAGES = new Set(["site", "target", "images"]);

/** Pages that live elsewhere in the repository, and their place in the site. */
const ELSEWHERE = {
  "README.md": "index.md",
  "CONTRIBUTING.md": "contributing.md",
  "SECURITY.md": "reporting.md",
  "sdk/java/README.md": "sdk/java.md",
  "sdk/python/README.md": "sdk/python.md",
};

/** The menu. A page that no entry covers fails the build; an entry that ends with a slash covers a folder. */
const MENU = [
  ["Start", ["index.md", "tour.md", "whats-new.md", "status.md", "glossary.md"]],
  ["Use", ["how-to/allocations.md", "how-to/terminal.md", "how-to/billing.md", "how-to/apps.md", "how-to/publish.md", "how-to/command-line.md"]],
  ["Program", ["how-to/sign-in-programs.md", "sdk/", "apps/", "errors.md"]],
  [
    "Operate",
    [
      "how-to/operate.md",
      "how-to/configure.md",
      "how-to/nodes.md",
      "how-to/machines.md",
      "how-to/capacity.md",
      "how-to/identity-provider.md",
    ],
  ],
  ["Security", ["security.md", "permissions.md", "reporting.md"]],
  [
    "Change",
    [
      "contributing.md",
      "ARCHITECTURE.md",
      "flows.md",
      "events.md",
      "invariants.md",
      "how-to/add-an-endpoint.md",
      "how-to/console.md",
      "dependencies.md",
      "style.md",
    ],
  ],
  ["Status by area", ["status/"]],
  ["Protocols", ["protocols/"]],
  ["Decisions", ["adr/"]],
];

/** Names in the menu where a page's title says too little beside the others. */
const NAMES = { "index.md": "Overview", "sdk/java.md": "Java SDK", "sdk/python.md": "Python SDK", "adr/index.md": "All decisions" };

const LINK = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g;
const FENCE = /^( *)(```|~~~)/;

export class BrokenLinks extends Error {}

function markdownIn(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !(folder === "docs" && NO_PAGES.has(entry.name)))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? markdownIn(root, path) : path.endsWith(".md") ? [path] : [];
    });
}

/** Every page: its path in the repository and its path in the site, in a fixed order. */
export function findPages(root) {
  const own = markdownIn(root, "docs").map((path) => [path, path.slice("docs/".length).replace(/README\.md$/, "index.md")]);
  return new Map([...own, ...Object.entries(ELSEWHERE)].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The text of a page with links that work in the site, and the images it shows. */
export function readPage(root, path, pages) {
  const place = pages.get(path);
  const images = new Map();
  const broken = [];
  let fenced = false;
  const toSite = (target) => relative(dirname(place), target) || ".";

  const rewrite = (whole, bang, text, link) => {
    if (/^([a-z]+:|#)/.test(link)) {
      return whole;
    }
    const [file, anchor] = link.split("#");
    const target = normalize(join(dirname(path), file)).replace(/\/$/, "");
    if (!existsSync(join(root, target))) {
      broken.push(`${path}: ${link}`);
      return whole;
    }
    const page = pages.get(target);
    if (page) {
      return `${bang}[${text}](./${toSite(page)}${anchor ? "#" + anchor : ""})`;
    }
    if (bang) {
      const image = target.replace(/^docs\//, "");
      images.set(target, image);
      return `![${text}](./${toSite(image)})`;
    }
    // A file of the repository that is no page: there is no address for it, so its path says where it is.
    const name = text.replaceAll("`", "");
    return target.endsWith(name) ? `\`${target}\`` : `${text} (\`${target}\`)`;
  };

  const text = readFileSync(join(root, path), "utf8")
    .split("\n")
    .map((line) => {
      if (FENCE.test(line)) {
        fenced = !fenced;
      }
      return fenced ? line : line.replace(LINK, rewrite);
    })
    .join("\n");
  if (broken.length > 0) {
    throw new BrokenLinks(broken.join("\n"));
  }
  return { text, images };
}

function titleOf(file) {
  const title = /^# (.+)$/m.exec(readFileSync(file, "utf8"));
  if (!title) {
    throw new Error(`${file} has no title`);
  }
  return title[1].replaceAll("`", "");
}

/** The menu of the site, made of the pages that stand in a folder as they will be rendered. */
export function menu(folder) {
  const all = readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".md"))
    .sort();
  const shown = new Set();
  const groups = MENU.map(([text, entries]) => {
    const files = entries.flatMap((entry) => (entry.endsWith("/") ? all.filter((file) => file.startsWith(entry)) : [entry]));
    files.forEach((file) => shown.add(file));
    return {
      text,
      collapsed: entries[0].endsWith("/"),
      items: files.map((file) => ({
        text: NAMES[file] ?? titleOf(join(folder, file)),
        link: "/" + file.replace(/index\.md$/, "").replace(/\.md$/, ""),
      })),
    };
  }).filter((group) => group.items.length > 0);
  const missing = all.filter((file) => !shown.has(file));
  if (missing.length > 0) {
    throw new Error(`the menu in docs/site/pages.mjs does not list ${missing.join(", ")}`);
  }
  return groups;
}

export function filesUnder(path) {
  return statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesUnder(join(path, name)))
    : [path];
}
