// Main user flows.
import assert from "node:assert/strict";
import {
  checkAccessible,
  inspect,
  inspectPlain,
  nextFrame,
  PARTS,
  server,
  shoot,
  signIn,
  visitor,
  WIDE,
} from "./browser.mjs";
import { changeAndRemoveMember } from "./dialogs.mjs";
import { printHostile, terminalTools } from "./tools.mjs";

/** Pages of the embedded issuer for a signed-in user: device codes, valid and invalid, and sign-out. */
export async function issuerPages(context) {
  const page = await context.newPage();
  await page.goto(`${server}/device`);
  await inspectPlain(page, "device");
  await page.locator("#user_code").fill("WRNG-CODE");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").getByText("That code is not valid").waitFor();
  await page.goto(`${server}/device`);
  await page.locator("#user_code").fill(await deviceCode());
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Sign in this device?" }).waitFor();
  await inspectPlain(page, "device-consent");
  await page.getByRole("button", { name: "Deny" }).click();
  await page.getByRole("heading", { name: "Device sign-in denied" }).waitFor();
  await inspectPlain(page, "device-refused");
  await page.goto(`${server}/logout`);
  await inspectPlain(page, "sign-out");
  await page.close();
}

/** Requests a device code like the CLI. */
async function deviceCode() {
  const answer = await fetch(`${server}/oauth2/device_authorization`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ client_id: "gpuaas-cli", scope: "api" }),
  });
  const { user_code: code } = await answer.json();
  assert.ok(code, `no code: ${answer.status}`);
  return code;
}

/** The fastest way from an empty project to the first shell output. */
export async function firstShell(browser, login, name) {
  const person = await visitor(browser);
  const { page } = person;
  // Signing in takes two.
  let clicks = 2;
  const press = async (locator) => {
    clicks++;
    await locator.click();
  };
  const began = performance.now();
  await signIn(person, login);
  await press(page.getByRole("link", { name: "Open catalogue" }));
  await press(page.getByRole("link", { name: "Create" }).first());
  // The first offer is the smallest one, not a whole host.
  await page.getByRole("radio", { name: "1 GPU", exact: true, checked: true }).waitFor({ state: "attached" });
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("combobox", { name: "Labels" }).fill("team=vision");
  await page.getByRole("combobox", { name: "Labels" }).press("Enter");
  await press(page.getByRole("button", { name: "Create allocation", exact: true }));
  await page.waitForURL(/allocations\/[0-9a-f-]{36}/);
  await page.getByRole("heading", { name }).waitFor();
  // No reload: the live connection delivers the update.
  await page.locator("main .state").getByText("active", { exact: true }).waitFor();
  // The terminal opens by itself.
  await page.getByTestId("terminal-status").getByText("Connected").waitFor();
  await page.keyboard.type("echo first-$((10+1))\n");
  await printed(page, "first-11");
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  await page.keyboard.type("exit\n");
  await page.getByTestId("terminal-status").getByText("Ended: shell exited (0)").waitFor();
  await page.getByRole("list", { name: "Recently ended" }).getByText("shell exited (0)").waitFor();
  assert.equal(
    await page.getByRole("button", { name: "Reconnect" }).count(),
    0,
    "a shell that has ended is not offered any more",
  );
  assert.deepEqual(person.complaints, []);
  await person.context.close();
  return `${seconds} s and ${clicks} clicks`;
}

/** Catalogue and create form, with and without free capacity. */
export async function catalogue(page) {
  await page.getByRole("link", { name: "Catalogue" }).click();
  await page.getByRole("link", { name: "Create" }).first().click();
  await page.getByText("per hour").first().waitFor();
  await page.getByText("Available now").waitFor();
  await inspect(page, "create");
  await page.route("**/api/v1/projects/*/skus", async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, items: answer.items.map((one) => ({ ...one, available: [] })) } });
  });
  await page.reload();
  await page.getByRole("link", { name: "Catalogue" }).click();
  await page.getByRole("link", { name: "Join the queue" }).first().waitFor();
  assert.equal(await page.getByRole("link", { name: "Create" }).count(), 0, "what is not free cannot be had at once");
  await shoot(page, "catalogue-full-light");
  // The page may be refetching at this moment.
  await page.unrouteAll({ behavior: "wait" });
}

/** Mocks a project with so many newer allocations that no running one is on the first API page. */
export async function oldButRunning(page, name) {
  await page.route(
    (url) => url.pathname.endsWith("/allocations") && !url.searchParams.has("state"),
    (route) => route.fulfill({ json: { items: [], next_cursor: "more" } }),
  );
  await page.goto(`${server}/`);
  await page.getByRole("table", { name: "Allocations" }).getByRole("link", { name, exact: true }).first().waitFor();
  await page.unrouteAll({ behavior: "wait" });
}

/** Dashboard figures with a mocked GPU and a mocked whole host. */
export async function dashboardFigures(page, name) {
  await page.route(
    (url) => url.pathname.endsWith("/allocations"),
    async (route) => {
      const answer = await (await route.fetch()).json();
      const one = answer.items.find((item) => item.name === name);
      if (!one) {
        return route.fulfill({ json: answer });
      }
      const cost = (amount) => ({ hourly_cost: { currency: "USD", amount } });
      const host = {
        ...one,
        id: one.id.replace(/^./, "f"),
        name: "whole-host",
        sku: "a-host",
        count: 1,
        ...cost("20"),
      };
      await route.fulfill({
        json: {
          items: [{ ...one, ...cost("2.5") }, host, { ...host, id: one.id.replace(/^./, "e"), state: "queued" }],
        },
      });
    },
  );
  await page.route("**/api/v1/projects/*/skus", async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({
      json: {
        items: [
          ...answer.items,
          { ...answer.items.find((sku) => !sku.mig_profile), name: "a-host", gpus_per_unit: 8, counts: [1] },
        ],
      },
    });
  });
  const busy = { uuid: "GPU-1", points: [{ at: new Date().toISOString(), utilization_percent: 40 }] };
  await page.route("**/telemetry?*", (route) => route.fulfill({ json: { step_seconds: 60, gpus: [busy] } }));
  await page.reload();
  const figure = (label) => page.locator("main .mantine-Card-root").filter({ hasText: label });
  await figure("Active").getByText("2 allocations", { exact: true }).waitFor();
  await figure("Active").getByText("9 GPUs, 1 more pending", { exact: true }).waitFor();
  await figure("GPU utilization").getByText("40 %", { exact: true }).waitFor();
  await figure("GPU quota")
    .getByText(/^9 of \d+$/)
    .waitFor();
  await figure("Cost per hour").getByText("$22.50", { exact: true }).waitFor();
  await figure("Balance").getByText(/^\$\d/).waitFor();
  await page.unrouteAll({ behavior: "wait" });
}

/** Sorting by name and filtering by label. */
export async function allocationList(page, name, other) {
  await page.getByRole("link", { name: "Allocations", exact: true }).click();
  const table = page.getByRole("table", { name: "Allocations" });
  const names = () => table.locator("tbody a:not([aria-label])").allTextContents();
  await table.getByRole("link", { name: other }).first().waitFor();
  await table.getByRole("button", { name: "Sort by name" }).click();
  await table.getByRole("button", { name: "Sort by name, sorted ascending" }).waitFor();
  const upwards = await names();
  const byName = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  assert.deepEqual(upwards, upwards.toSorted(byName), "sorted by name");
  await table.getByRole("button", { name: "Sort by name" }).click();
  await table.getByRole("button", { name: "Sort by name, sorted descending" }).waitFor();
  assert.deepEqual(await names(), [...upwards].reverse(), "and the other way round");
  await page.waitForURL(/sort=-name/);
  await page.reload();
  await table.getByRole("button", { name: "Sort by name, sorted descending" }).waitFor();
  await page.getByLabel("Label").fill("team=vision");
  await page.getByLabel("Label").press("Enter");
  await table.getByRole("link", { name: other }).first().waitFor({ state: "hidden" });
  assert.deepEqual([...new Set(await names())], [name], "only what has the label");
  await page.getByLabel("Label").fill("team=sound");
  await page.getByLabel("Label").press("Enter");
  await page.getByText("No allocations match").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await table.getByRole("link", { name, exact: true }).first().click();
  await page.getByRole("heading", { name }).waitFor();
}

export async function useTheTerminal(page, context) {
  await page.addInitScript(() => {
    window.sockets = [];
    window.WebSocket = class extends WebSocket {
      constructor(...given) {
        super(...given);
        window.sockets.push(this);
      }
    };
  });
  await page.reload();
  await page.getByRole("tab", { name: "Terminal" }).click();
  await page.getByRole("button", { name: "Open terminal" }).click();
  await page.getByTestId("terminal-status").getByText("Connected").waitFor();
  await page.keyboard.type("echo con''sole-$((40+2))\n");
  await printed(page, "console-42");
  await page.keyboard.type('for n in 1 2 3; do echo "epoch $n, loss 0.$((9-2*n))"; done\n');
  await printed(page, "epoch 3, loss 0.3");
  await inspect(page, "terminal");
  await share(page);
  await terminalTools(page, "console-42");
  await printHostile(page);
  await page.keyboard.press("Control+Shift+L");
  assert.equal(
    await page.evaluate(() => document.activeElement?.getAttribute("aria-label")),
    "Copy selection (Ctrl+Shift+C)",
  );

  // A broken connection resumes without losing or repeating output.
  await page.evaluate(() => window.sockets.at(-1).close());
  await page.waitForFunction(() => window.sockets.length === 2);
  await page.getByTestId("terminal-status").getByText("Connected").waitFor();
  await page.locator(".xterm-helper-textarea").focus();
  await page.keyboard.type("echo again-$((60+1))\n");
  await printed(page, "again-61");
  assert.equal(await page.locator(".xterm-rows > div", { hasText: /^console-42/ }).count(), 1);

  // A hidden page has no size, so none is sent to the shell.
  await page.keyboard.type("trap 'echo win''dow-$((80+1))' WINCH\n");
  await setHidden(page, true);
  await setHidden(page, false);
  await page.locator(".xterm-helper-textarea").focus();
  await page.keyboard.type("echo back-$((70+2))\n");
  await printed(page, "back-72");
  assert.equal(await page.locator(".xterm-rows").getByText("window-81").count(), 0, "the size stays as it was");
  await page.keyboard.type("trap - WINCH\n");

  // A second window attaches to the same shell, sees the screen, and takes over.
  const other = await context.newPage();
  await other.goto(page.url());
  await printed(other, "console-42");
  await other.getByRole("button", { name: "Take over" }).click();
  await page.getByText("Another window took over this terminal. You're now watching.").waitFor();
  await other.locator(".xterm-helper-textarea").focus();
  await other.keyboard.type("echo taken-$((50+1))\n");
  await printed(other, "taken-51");
  await printed(page, "taken-51");
  await shoot(page, "terminal-watched-light");
  await other.close();
  await page.getByRole("button", { name: "Take over" }).click();
  await page.getByText("You can type in this terminal now.").waitFor();
}

/** The link to share leads to the allocation's terminals, and names none of them. */
async function share(page) {
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  assert.equal(link.pathname, new URL(page.url()).pathname);
  assert.equal(link.search, "?tab=terminal");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Copy link" }).waitFor({ state: "hidden" });
  await page.locator(".xterm-helper-textarea").focus();
}

async function setHidden(page, isHidden) {
  await page.evaluate((hide) => (document.querySelector("main").style.display = hide ? "none" : ""), isHidden);
  await page.locator(".xterm").waitFor({ state: isHidden ? "hidden" : "visible" });
  // Resize observers run within a frame.
  await nextFrame(page);
}

/** Full-screen programs look the same after a page reload. */
export async function reloadInPrograms(page) {
  await type(page, "clear; seq 1000 1999 > numbers; less numbers\n");
  await row(page, /^1000$/).waitFor();
  await page.keyboard.type("300g");
  await row(page, /^1299$/).waitFor();
  await page.setViewportSize({ ...WIDE, height: WIDE.height - 120 });
  await sameAfterReload(page, "1299");
  await page.keyboard.type("q");
  await row(page, /^1299$/).waitFor({ state: "hidden" });
  await type(page, "vim -u NONE -N note\n");
  await row(page, /^~/).waitFor();
  await page.keyboard.type("iwritten ");
  await printed(page, "-- INSERT --");
  await sameAfterReload(page, "-- INSERT --");
  await page.setViewportSize(WIDE);
  // The cursor is unchanged, and no terminal response was typed into the file.
  await page.keyboard.type("twice");
  await page.keyboard.press("Escape");
  await page.keyboard.type(":wq\n");
  // Input typed before vim exits would go to vim.
  await row(page, /^~/).waitFor({ state: "hidden" });
  await type(page, "cat note\n");
  await row(page, /^written twice$/).waitFor();
  await aboveAfterReload(page);
}

/** Scrollback survives a page reload and is searchable. */
async function aboveAfterReload(page) {
  await type(page, "seq -f above-%.0f 1 300\n");
  await row(page, /^above-300$/).waitFor();
  await page.reload();
  await page.getByTestId("terminal-status").getByText("Connected").waitFor();
  await row(page, /^above-300$/).waitFor();
  await page.locator(".xterm-helper-textarea").focus();
  await page.keyboard.press("Control+Shift+F");
  await page.getByLabel("Search in terminal").fill("above-42");
  await row(page, /^above-42$/).waitFor();
  await page.keyboard.press("Escape");
}

function row(page, text) {
  return page.locator(".xterm-rows > div").filter({ hasText: text }).first();
}

async function sameAfterReload(page, text) {
  const before = await steadyRows(page);
  assert.ok(
    before.some((row) => row.includes(text)),
    `the screen shows ${text}`,
  );
  await page.reload();
  await page.getByTestId("terminal-status").getByText("Connected").waitFor();
  await printed(page, text);
  assert.deepEqual(await steadyRows(page), before);
  await page.locator(".xterm-helper-textarea").focus();
}

const LOOKS_MAX = 100;
const LOOKS_ALIKE = 4;
const LOOK_EVERY_MS = 150;

/** Screen content once stable; programs redraw after a resize. */
async function steadyRows(page) {
  let seen = await rows(page);
  let alike = 0;
  for (let looks = 0; alike < LOOKS_ALIKE && looks < LOOKS_MAX; looks++) {
    await page.waitForTimeout(LOOK_EVERY_MS);
    const now = await rows(page);
    alike = JSON.stringify(now) === JSON.stringify(seen) ? alike + 1 : 0;
    seen = now;
  }
  return seen;
}

function rows(page) {
  return page
    .locator(".xterm-rows > div")
    .evaluateAll((all) => all.map((row) => (row.textContent ?? "").replaceAll("\u00a0", " ").trimEnd()));
}

async function type(page, text) {
  await page.locator(".xterm-helper-textarea").focus();
  await page.keyboard.type(text);
}

/** A colleague watches, is seen, and cannot type. */
export async function beWatched(browser, page, colleague) {
  const guest = await visitor(browser);
  await signIn(guest, colleague);
  await guest.page.goto(page.url().replace(/&terminal=[^&]+/, ""));
  await guest.page
    .getByText(/^Opened by /)
    .first()
    .waitFor();
  await guest.page.getByRole("button", { name: "Watch" }).first().click();
  await guest.page.getByTestId("terminal-status").getByText("watching").waitFor();
  await page.getByText("Mika Member is watching.").waitFor();
  await page.getByRole("list", { name: "People in this terminal" }).getByText("Mika Member").waitFor();
  await type(page, "echo seen-$((70+1))\n");
  await printed(guest.page, "seen-71");
  await type(guest.page, "x");
  await guest.page.getByText("You're watching this terminal.", { exact: true }).waitFor();
  assert.equal(await guest.page.getByRole("button", { name: "Take over" }).count(), 0);
  await shoot(page, "terminal-guest-light");
  await inspect(guest.page, "terminal-as-guest");
  assert.deepEqual(guest.complaints, []);
  await refusedAndTraced(guest);
  await guest.context.close();
  await page.getByText("Mika Member left.").waitFor();
}

/** A refusal shows its reason and links to the trace. */
async function refusedAndTraced({ page, complaints }) {
  await page.getByRole("link", { name: "Catalogue" }).click();
  await page.getByRole("link", { name: "Create" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill("not-to-be");
  await page.route("**/api/v1/projects/*/allocations", (route) =>
    route.request().method() === "POST"
      ? route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), sku: "no-such-sku" }) })
      : route.continue(),
  );
  await page.getByRole("button", { name: "Create allocation", exact: true }).click();
  const problem = page.getByRole("alert").filter({ hasText: "Correlation id" });
  await problem.getByText("no-such-sku").waitFor();
  await problem.getByRole("link", { name: /^Trace of / }).click();
  await page.waitForURL("**/projects/*/trace/*");
  await page.getByText("allocation.create", { exact: true }).waitFor();
  await page.locator("main .state").getByText("refused").waitFor();
  await inspect(page, "member-trace");
  await page.unrouteAll({ behavior: "wait" });
  await report(page);
  await failedToLoad(page);
  await notTheirProject(page);
  assert.ok(
    complaints.length > 0 && complaints.every((text) => text.includes("404")),
    `more than the refusal: ${complaints.join("\n")}`,
  );
}

/** The report names the failure, and a shortcut leads to the list of shortcuts. */
async function report(page) {
  await page.getByRole("button", { name: "Help" }).click();
  await page.getByRole("menuitem", { name: "Report a problem" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("list", { name: "Latest failures" }).getByText("no-such-sku").waitFor();
  assert.match((await dialog.getByTestId("bundle").textContent()) ?? "", /"correlationId": "\S+"/);
  await checkAccessible(page, "the report of a problem", PARTS.content);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.locator("main h1").click();
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("Keyboard shortcuts").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

/** A failed query shows the server's message and correlation id, and can be retried. */
async function failedToLoad(page) {
  const problem = {
    code: "not_found",
    title: "Not found",
    detail: "It was here a moment ago.",
    correlation_id: "c0ffee-1",
  };
  await page.route(
    (url) => url.pathname.endsWith("/allocations"),
    (route) => route.fulfill({ status: 404, contentType: "application/problem+json", body: JSON.stringify(problem) }),
  );
  await page.getByRole("link", { name: "Allocations", exact: true }).click();
  const told = page.getByRole("alert").filter({ hasText: problem.detail });
  await told.getByText(problem.correlation_id).waitFor();
  await told.getByRole("button", { name: "Copy correlation ID" }).waitFor();
  await checkAccessible(page, "a list that cannot be shown", PARTS.content);
  await shoot(page, "failed-to-load-light");
  await page.unrouteAll({ behavior: "wait" });
  // An event may have triggered a refetch meanwhile.
  await told
    .getByRole("button", { name: "Try again" })
    .click({ timeout: 2_000 })
    .catch(() => undefined);
  await page.getByRole("table", { name: "Allocations" }).waitFor();
}

/** Every page of an inaccessible project shows the same error. */
async function notTheirProject(page) {
  for (const part of ["", "/billing", "/settings", "/audit"]) {
    await page.goto(`${server}/projects/0198c0de-0000-7000-8000-00000000dead${part}`);
    await page.getByText("Project not found, or you don't have access").waitFor();
  }
  await inspect(page, "no-such-project");
}

async function printed(page, text) {
  await page.locator(".xterm-rows").getByText(text).first().waitFor();
}

export async function release(page, name) {
  await page.getByRole("button", { name: "Release", exact: true }).click();
  await page.getByRole("dialog").getByText("billing stops").waitFor();
  await shoot(page, "release-dialog-light");
  let letGo;
  const held = new Promise((done) => (letGo = done));
  await page.route("**/release", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("dialog").getByRole("button", { name: "Release" }).click();
  // Optimistic: before the server has responded.
  await page.locator("main .state").getByText("releasing").first().waitFor();
  letGo();
  await page.locator("main .state").getByText("released", { exact: true }).first().waitFor();
  await page.getByRole("heading", { name }).waitFor();
}

/** Reads the invitation email from the local outbox as an administrator. */
export async function inviteAndAccept(browser, page, adminToken, projectId) {
  const email = `new-${Date.now()}@example.com`;
  await page.getByRole("button", { name: "Invite member" }).click();
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByRole("cell", { name: email, exact: true }).waitFor();
  const mails = await (
    await fetch(`${server}/api/v1/mail?limit=20`, { headers: { Authorization: `Bearer ${adminToken}` } })
  ).text();
  const link = mails.slice(mails.indexOf(email)).match(/https?:[^\s"\\]+invitations#[^\s"\\]+/)?.[0];
  assert.ok(link, "the mail has a link");
  const guest = await visitor(browser);
  await guest.page.goto(link);
  await guest.page.locator("#display_name").fill("Nora New");
  await guest.page.locator("#password").fill("a long enough pass phrase 7");
  await guest.page.locator("#create button").click();
  await guest.page.getByText("Welcome, Nora New").waitFor();
  await signIn(guest, { user: email, password: "a long enough pass phrase 7" });
  await guest.page.getByRole("heading", { name: "Playground" }).waitFor();
  assert.deepEqual(guest.complaints, []);
  await guest.context.close();
  await page.reload();
  await page.getByRole("cell", { name: "Nora New", exact: true }).first().waitFor();
  await changeAndRemoveMember(page, "Nora New", adminToken, projectId);
}

export async function keysAndTokens(page, publicKey) {
  await page.goto(`${server}/account/ssh-keys`);
  await page.getByRole("button", { name: "Add key" }).first().click();
  await page.getByLabel("Public key").fill(publicKey);
  await page.getByRole("dialog").getByRole("button", { name: "Add key", exact: true }).click();
  await page.getByText("SHA256:").first().waitFor();
  await page.goto(`${server}/account/tokens`);
  await page.getByRole("button", { name: "New token" }).first().click();
  await page.getByLabel("Name").fill("nightly");
  await page.getByRole("button", { name: "Create token", exact: true }).click();
  const secret = (await page.getByTestId("secret").textContent()) ?? "";
  assert.match(secret, /^gpuaas_/);
  await shoot(page, "secret-light");
  await page.getByRole("button", { name: "I've saved it" }).click();
  const me = await fetch(`${server}/api/v1/me`, { headers: { Authorization: `Bearer ${secret}` } });
  assert.equal(me.status, 200);
  await page.reload();
  await page.getByText("nightly").first().waitFor();
  assert.equal(await page.getByText(secret).count(), 0);
}

export async function palette(page, allocation) {
  // A focused shell captures all keys.
  await page.locator("main h1").click();
  await goBy(page, "billing", "Billing");
  await goBy(page, allocation, allocation);
  await goBy(page, "billing", "Billing");
}

/** Opens the palette, searches, and follows the result. */
export async function goBy(page, text, name) {
  await page.keyboard.press("Control+K");
  await page.locator('input[aria-label="Search pages and commands"]').fill(text);
  await page
    .locator(".mantine-Spotlight-action")
    .filter({ has: page.getByText(name, { exact: true }) })
    .first()
    .click();
  await page.getByRole("heading", { name, exact: true }).first().waitFor();
}
