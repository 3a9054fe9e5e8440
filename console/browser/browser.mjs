// A real browser at a real server, and what every page has to be.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2" };
/** Far above what anything takes: who waits this long waits for what does not come. */
const WAIT_MS_MAX = 60_000;
export const WIDE = { width: 1280, height: 860 };
export const PHONE = { width: 390, height: 844 };

/** For work on the console: files of this folder in place of those the server carries. */
export const SITE = process.env.GPUAAS_CONSOLE_SITE;

export const server = process.env.GPUAAS_URL;
export const shots = process.env.GPUAAS_SHOTS ?? "target/screenshots";
mkdirSync(shots, { recursive: true });

/** What was found wrong on pages. Collected, so that one run tells all of it. */
export const findings = [];

export async function launch() {
  // A page that was exchanged came from nowhere, and browsers let nowhere speak to no address of this machine.
  const flags = SITE ? [...FLAGS, "--disable-features=LocalNetworkAccessChecks"] : FLAGS;
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });
}

/** A person with a browser of their own. What its console says is an error of ours. */
export async function visitor(browser, options = {}) {
  const context = await browser.newContext({ viewport: WIDE, colorScheme: "light", reducedMotion: "reduce", ...options });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server });
  if (SITE) {
    await serveFrom(context, SITE);
  }
  const complaints = [];
  context.on("console", (message) => message.type() === "error" && isOurs(message) && complaints.push(`${message.page()?.url()}: ${message.text()} ${message.location().url}`));
  context.on("weberror", (error) => complaints.push(String(error.error())));
  context.setDefaultTimeout(WAIT_MS_MAX);
  const page = await context.newPage();
  return { context, page, complaints };
}

/** On its way to another site a browser tells once more what it wrote down before, and what that site says is not ours. */
function isOurs(message) {
  return message.page()?.url().startsWith(server) ?? true;
}

async function serveFrom(context, folder) {
  await context.route(
    (url) => url.origin === server && !/^\/(api|auth|login|logout|device|oauth2|invitations|gpuaas|readyz)/.test(url.pathname),
    async (route) => {
      const { pathname } = new URL(route.request().url());
      const file = join(folder, pathname);
      const found = extname(pathname) && existsSync(file) ? file : join(folder, "index.html");
      const original = pathname === "/" || !extname(pathname) ? await route.fetch() : undefined;
      const policy = original?.headers()["content-security-policy"] ?? "";
      const nonce = policy.match(/'nonce-([^']+)'/)?.[1] ?? "";
      const content = readFileSync(found);
      await route.fulfill({
        body: original ? content.toString().replace("{style-nonce}", nonce) : content,
        contentType: TYPES[extname(found)] ?? "application/octet-stream",
        headers: original ? { "content-security-policy": policy } : {},
      });
    },
  );
}

export async function signIn({ page, complaints }, { user, password }) {
  await page.goto(server + "/");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator("#username").fill(user);
  await page.locator("#password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.origin === server && !url.pathname.startsWith("/login") && !url.pathname.startsWith("/oauth2"));
  if (SITE) {
    // What a redirect leads to is not exchanged.
    await page.goto(server + "/");
  }
  await page.locator("main h1").first().waitFor();
  // Who asks for a session without having one is answered with 401, and the browser writes that down.
  const serious = complaints.filter((text) => !text.includes("401") && !(SITE && text.includes("module script")));
  complaints.splice(0, complaints.length, ...serious);
}

/** Asks the API itself, as a program with a token does. */
export async function call(token, method, path, body) {
  const answer = await fetch(server + path, {
    method,
    headers: { Authorization: "Bearer " + token, "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) {
    throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  }
  return { ...JSON.parse(text), correlationId: answer.headers.get("x-correlation-id") };
}

/** Waits until nothing is loading any more. */
export async function settle(page) {
  await page.locator("main h1").first().waitFor();
  await page.waitForFunction(() => document.querySelectorAll("[aria-busy=true]").length === 0);
}

/** How much of a page is looked at. What is around every page is the same everywhere: once is enough. */
export const PARTS = { whole: "whole", content: "content", colors: "colors", shape: "shape" };

/** With all rules, or, of the content, those that concern colours alone, or all the others. */
export async function checkAccessible(page, what, part = PARTS.whole) {
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(AXE);
  }
  let found = await violations(page, part);
  if (found.length > 0) {
    // A colour may have been on its way to another one: what stays is a finding.
    await page.waitForTimeout(1_000);
    found = await violations(page, part);
  }
  findings.push(...found.map((one) => `${what}: ${one}`));
}

function violations(page, part) {
  return page.evaluate(async (looked) => {
    const ofColors = ["color-contrast", "link-in-text-block"];
    const rules = { colors: { runOnly: ofColors }, shape: { rules: Object.fromEntries(ofColors.map((id) => [id, { enabled: false }])) } }[looked];
    const content = { exclude: [["nav"], [".mantine-AppShell-header"]] };
    const where = { whole: document, content, colors: "main", shape: content }[looked];
    const options = { resultTypes: ["violations"], ...rules };
    const { violations } = await window.axe.run(where, options);
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 200) + " " + (node.any[0]?.message ?? "")).join(" | ")}`);
  }, part);
}

/** What is wide for a moment, while buttons come and go, is no fault. */
export async function checkFits(page, what) {
  const fits = page.waitForFunction(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth, null, { timeout: 2_000 });
  if (await fits.then(() => true, () => false)) {
    return;
  }
  const { overflow, widest } = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const wide = [...document.querySelectorAll("main *")].filter((element) => element.getBoundingClientRect().right > width + 1);
    return { overflow: document.documentElement.scrollWidth - width, widest: wide.slice(0, 3).map((element) => element.outerHTML.slice(0, 120)) };
  });
  findings.push(`${what} is ${overflow} px too wide for its window: ${widest.join(" | ")}`);
}

/** For people: where nobody looks at them only what failed is worth the time. */
export async function shoot(page, name) {
  if (process.env.GPUAAS_SHOTS_WANTED !== "false" || name.startsWith("failed-")) {
    await page.screenshot({ path: join(shots, name + ".png"), animations: "disabled" });
  }
}

export async function setColors(page, colorScheme) {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((scheme) => document.documentElement.dataset.mantineColorScheme === scheme, colorScheme);
  await nextFrame(page);
}

/** Colours and widths have arrived on the screen. */
export async function nextFrame(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** As people go: by the navigation, which does not load the console anew. */
export async function go(page, path) {
  await page.locator(`nav a[href="${path}"]`).click();
  await page.waitForURL(server + path);
}

/** What was told is off the screen. It may go by itself while it is sent away. */
export async function quiet(page) {
  const told = page.locator(".mantine-Notification-root");
  while ((await told.count()) > 0) {
    await told.first().getByRole("button").click({ timeout: 1_000 }).catch(() => undefined);
  }
}

/** The addresses of pages that were looked at. */
export const inspected = new Set();

/** A page as it should be: accessible in both colours, and as wide as the window, on a phone, too. */
export async function inspect(page, name, part = PARTS.content) {
  await settle(page);
  inspected.add(new URL(page.url()).pathname);
  await checkAccessible(page, name, part);
  await checkFits(page, name);
  await shoot(page, name + "-light");
  await setColors(page, "dark");
  await checkAccessible(page, name + " in dark", PARTS.colors);
  await shoot(page, name + "-dark");
  await setColors(page, "light");
  await page.setViewportSize(PHONE);
  await nextFrame(page);
  await checkFits(page, name + " on a phone");
  // Colours are the same on a phone.
  await checkAccessible(page, name + " on a phone", PARTS.shape);
  await shoot(page, name + "-phone");
  await page.setViewportSize(WIDE);
}

/** A page outside the console: it has no navigation, follows the system's colours, and is looked at as a whole. */
export async function inspectPlain(page, name) {
  await page.locator("main h1").first().waitFor();
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await nextFrame(page);
    await checkAccessible(page, `${name} in ${colorScheme}`);
    await shoot(page, `${name}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(PHONE);
  await nextFrame(page);
  await checkFits(page, name + " on a phone");
  await checkAccessible(page, name + " on a phone");
  await shoot(page, name + "-phone");
  await page.setViewportSize(WIDE);
}

/** What the page's policy is for: markup that came from elsewhere changes nothing, and the browser says so. */
export async function refuseStyles({ page, complaints }) {
  const before = complaints.length;
  const seen = await page.evaluate(() => {
    const box = document.createElement("div");
    box.innerHTML = '<style>.smuggled { position: fixed }</style><p class="smuggled" style="color: rgb(1, 2, 3)">in</p>';
    document.body.append(box);
    const { position, color } = getComputedStyle(box.querySelector("p"));
    box.remove();
    return { position, color };
  });
  const refused = complaints.splice(before);
  if (seen.position !== "static" || seen.color === "rgb(1, 2, 3)" || refused.length === 0 || !refused.every((text) => text.includes("Content Security Policy"))) {
    findings.push(`smuggled styles count: ${JSON.stringify(seen)}, and the browser said: ${refused.join(" | ")}`);
  }
}

/** The addresses in the navigation of who is signed in. */
export async function navigation(page) {
  return page.locator("nav a").evaluateAll((links) => links.map((link) => ({ path: link.getAttribute("href"), label: link.textContent })));
}
