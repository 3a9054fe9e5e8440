// Drives a real browser against a real server, with checks that every page must pass.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};
/** Timeout far above any normal wait. */
const WAIT_MS_MAX = 60_000;
export const WIDE = { width: 1280, height: 860 };
export const PHONE = { width: 390, height: 844 };

/** For console development: serves files of this folder instead of the server's. */
export const SITE = process.env.GPUAAS_CONSOLE_SITE;

export const server = process.env.GPUAAS_URL;
export const shots = process.env.GPUAAS_SHOTS ?? "target/screenshots";
mkdirSync(shots, { recursive: true });

/** Findings on pages, collected so that one run reports all of them. */
export const findings = [];

export async function launch() {
  // A replaced page has no origin, and browsers block such pages from local addresses.
  const flags = SITE ? [...FLAGS, "--disable-features=LocalNetworkAccessChecks"] : FLAGS;
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });
}

/** A person with their own browser context. Browser console errors count as findings. */
export async function visitor(browser, options = {}) {
  const context = await browser.newContext({
    viewport: WIDE,
    colorScheme: "light",
    reducedMotion: "reduce",
    ...options,
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server });
  if (SITE) {
    await serveFrom(context, SITE);
  }
  const complaints = [];
  context.on(
    "console",
    (message) =>
      message.type() === "error" &&
      isOurs(message) &&
      complaints.push(`${message.page()?.url()}: ${message.text()} ${message.location().url}`),
  );
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
    (url) =>
      url.origin === server &&
      !/^\/(api|auth|docs|contracts|login|logout|device|oauth2|invitations|gpuaas|readyz)/.test(url.pathname),
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
  await page.goto(`${server}/`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator("#username").fill(user);
  await page.locator("#password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(
    (url) => url.origin === server && !url.pathname.startsWith("/login") && !url.pathname.startsWith("/oauth2"),
  );
  if (SITE) {
    // Redirect targets are not replaced.
    await page.goto(`${server}/`);
  }
  await page.locator("main h1").first().waitFor();
  // Asking for a session without one returns 401, which the browser logs.
  const serious = complaints.filter((text) => !text.includes("401") && !(SITE && text.includes("module script")));
  complaints.splice(0, complaints.length, ...serious);
}

/** Calls the API directly with a token. */
export async function call(token, method, path, body) {
  const answer = await fetch(server + path, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      "Idempotency-Key": crypto.randomUUID(),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) {
    throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  }
  return { ...JSON.parse(text), correlationId: answer.headers.get("x-correlation-id") };
}

/** Waits until loading has finished. */
export async function settle(page) {
  await page.locator("main h1").first().waitFor();
  await page.waitForFunction(() => document.querySelectorAll("[aria-busy=true]").length === 0);
}

/** Parts of a page to check. The frame is the same everywhere, so once is enough. */
export const PARTS = { whole: "whole", content: "content", colors: "colors", shape: "shape" };

/** Checks all rules, or for the content only color rules or only the others. */
export async function checkAccessible(page, what, part = PARTS.whole) {
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(AXE);
  }
  let found = await violations(page, part);
  if (found.length > 0) {
    // A color transition may have been running; only persistent findings count.
    await page.waitForTimeout(1_000);
    found = await violations(page, part);
  }
  findings.push(...found.map((one) => `${what}: ${one}`));
}

function violations(page, part) {
  return page.evaluate(async (looked) => {
    const ofColors = ["color-contrast", "link-in-text-block"];
    const rules = {
      colors: { runOnly: ofColors },
      shape: { rules: Object.fromEntries(ofColors.map((id) => [id, { enabled: false }])) },
    }[looked];
    const content = { exclude: [["nav"], [".mantine-AppShell-header"]] };
    const where = { whole: document, content, colors: "main", shape: content }[looked];
    const options = { resultTypes: ["violations"], ...rules };
    const { violations } = await window.axe.run(where, options);
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(
        ({ id, help, nodes }) =>
          `${id}: ${help}: ${nodes
            .slice(0, 3)
            .map((node) => `${node.html.slice(0, 200)} ${node.any[0]?.message ?? ""}`)
            .join(" | ")}`,
      );
  }, part);
}

/** Overflow during a transition is not a finding. */
export async function checkFits(page, what) {
  const fits = page.waitForFunction(
    () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
    null,
    { timeout: 2_000 },
  );
  if (
    await fits.then(
      () => true,
      () => false,
    )
  ) {
    return;
  }
  const { overflow, widest } = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const wide = [...document.querySelectorAll("main *")].filter(
      (element) => element.getBoundingClientRect().right > width + 1,
    );
    return {
      overflow: document.documentElement.scrollWidth - width,
      widest: wide.slice(0, 3).map((element) => element.outerHTML.slice(0, 120)),
    };
  });
  findings.push(`${what} is ${overflow} px too wide for its window: ${widest.join(" | ")}`);
}

/** Screenshots are for people; unattended runs keep only failures. */
export async function shoot(page, name) {
  if (process.env.GPUAAS_SHOTS_WANTED !== "false" || name.startsWith("failed-")) {
    await page.screenshot({ path: join(shots, `${name}.png`), animations: "disabled" });
  }
}

export async function setColors(page, colorScheme) {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((scheme) => document.documentElement.dataset.mantineColorScheme === scheme, colorScheme);
  await nextFrame(page);
}

/** Waits until colors and layout are on the screen. */
export async function nextFrame(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Navigates by the menu, without reloading the console. */
export async function go(page, path) {
  await page.locator(`nav a[href="${path}"]`).click();
  await page.waitForURL(server + path);
}

/** Dismisses notifications, which may also close on their own. */
export async function quiet(page) {
  const told = page.locator(".mantine-Notification-root");
  while ((await told.count()) > 0) {
    await told
      .first()
      .getByRole("button")
      .click({ timeout: 1_000 })
      .catch(() => undefined);
  }
}

/** Paths of inspected pages. */
export const inspected = new Set();

/** Checks that a page is accessible in both themes and fits the window, on a phone too. */
export async function inspect(page, name, part = PARTS.content) {
  await settle(page);
  inspected.add(new URL(page.url()).pathname);
  await checkAccessible(page, name, part);
  await checkFits(page, name);
  await shoot(page, `${name}-light`);
  await setColors(page, "dark");
  await checkAccessible(page, `${name} in dark`, PARTS.colors);
  await shoot(page, `${name}-dark`);
  await setColors(page, "light");
  await page.setViewportSize(PHONE);
  await nextFrame(page);
  await checkFits(page, `${name} on a phone`);
  // Colors are the same on a phone.
  await checkAccessible(page, `${name} on a phone`, PARTS.shape);
  await shoot(page, `${name}-phone`);
  await page.setViewportSize(WIDE);
}

/** Checks a page outside the console, which has no navigation and follows the system theme. */
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
  await checkFits(page, `${name} on a phone`);
  await checkAccessible(page, `${name} on a phone`);
  await shoot(page, `${name}-phone`);
  await page.setViewportSize(WIDE);
}

/** Checks that the content security policy blocks injected styles. */
export async function refuseStyles({ page, complaints }) {
  const before = complaints.length;
  const seen = await page.evaluate(() => {
    const box = document.createElement("div");
    box.innerHTML =
      '<style>.smuggled { position: fixed }</style><p class="smuggled" style="color: rgb(1, 2, 3)">in</p>';
    document.body.append(box);
    const { position, color } = getComputedStyle(box.querySelector("p"));
    box.remove();
    return { position, color };
  });
  const refused = complaints.splice(before);
  if (
    seen.position !== "static" ||
    seen.color === "rgb(1, 2, 3)" ||
    refused.length === 0 ||
    !refused.every((text) => text.includes("Content Security Policy"))
  ) {
    findings.push(`smuggled styles count: ${JSON.stringify(seen)}, and the browser said: ${refused.join(" | ")}`);
  }
}

/** Navigation links of the signed-in user. */
export async function navigation(page) {
  return page
    .locator("nav a")
    .evaluateAll((links) => links.map((link) => ({ path: link.getAttribute("href"), label: link.textContent })));
}
