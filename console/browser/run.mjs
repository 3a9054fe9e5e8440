// Walks through the whole console in Chromium against a running server. Started by ConsoleTest; manually:
//   GPUAAS_URL=http://127.0.0.1:8080 GPUAAS_LOGIN=../.gpuaas/first-login npm run browser
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publishAndUse } from "./apps.mjs";
import {
  checkAccessible,
  findings,
  go,
  inspect,
  inspected,
  inspectPlain,
  launch,
  navigation,
  PARTS,
  quiet,
  refuseStyles,
  server,
  setColors,
  settle,
  shoot,
  signIn,
  visitor,
} from "./browser.mjs";
import { runACommand } from "./commands.mjs";
import { changeAndReleaseTwo } from "./dialogs.mjs";
import {
  budget,
  measurements,
  notifications,
  recordTerminals,
  reserve,
  serviceAccount,
  tenantRole,
} from "./errands.mjs";
import { carryFiles, tooManyFiles } from "./files.mjs";
import {
  allocationList,
  beWatched,
  catalogue,
  dashboardFigures,
  firstShell,
  inviteAndAccept,
  issuerPages,
  keysAndTokens,
  oldButRunning,
  palette,
  release,
  reloadInPrograms,
  useTheTerminal,
} from "./flows.mjs";
import { byKeyboard, phoneMenu } from "./keyboard.mjs";
import { costs, payAtACheckout, topUp } from "./money.mjs";
import { operate } from "./operator.mjs";
import { coldPaint, DASHBOARD, notePaints, warmPaint } from "./paints.mjs";
import { recording } from "./recordings.mjs";
import { flood, followLinks, leave, openAnother, pasteHostile, searchAndRead, sizes, watch } from "./terminals.mjs";

const login = readFileSync(process.env.GPUAAS_LOGIN, "utf8");
const person = (name) => ({ user: name, password: login.match(new RegExp(`${name} +(\\S+)`))?.[1] ?? "" });
const adminToken = login.match(/^token: *(\S+)/m)?.[1] ?? "";

const failures = [];

async function step(name, act) {
  const began = performance.now();
  const said = await act().catch((error) => {
    failures.push(`${name}: ${String(error.message).split("\n").slice(0, 3).join(" ")}`);
    throw error;
  });
  console.log(
    `${String(Math.round(performance.now() - began)).padStart(6)} ms  ${name}${said === undefined ? "" : `: ${said}`}`,
  );
}

/** The project whose page is open. */
function projectOf(page) {
  return new URL(page.url()).pathname.match(/^\/projects\/([^/]+)/)[1];
}

function newPublicKey() {
  const folder = mkdtempSync(join(tmpdir(), "key"));
  try {
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "laptop", "-f", join(folder, "id")]);
    return readFileSync(join(folder, "id.pub"), "utf8");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Pages inspected by their own flow, because they are empty before it. */
const FILLED_FIRST = /^\/(projects\/[^/]+\/(reservations|recordings)|operator(\/(fleet|dead-letters|finance))?)$/;

const navigable = new Set();

/** Visits all remaining navigation pages of a person. */
async function visitAll(name) {
  const visiting = await visitor(browser);
  const { page, complaints, context } = visiting;
  await signIn(visiting, person(name));
  await settle(page);
  const pages = await navigation(page);
  assert.ok(pages.length > 5, "there is a navigation");
  const fresh = pages.filter(({ path }) => !navigable.has(path) && !FILLED_FIRST.test(path));
  for (const { path } of pages) {
    navigable.add(path);
  }
  for (const { path, label } of fresh) {
    await go(page, path);
    await quiet(page);
    await inspect(page, `${name.replace("demo-", "")}-${label.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`);
  }
  assert.deepEqual(complaints, [], "the browser logged errors");
  await context.close();
  return `${fresh.length} pages`;
}

const browser = await launch();
let owner;
try {
  await step("welcome page and failed sign-in", async () => {
    const guest = await visitor(browser);
    await guest.page.goto(`${server}/`);
    await guest.page.getByRole("button", { name: "Sign in" }).waitFor();
    await inspectPlain(guest.page, "welcome");
    await guest.page.getByRole("button", { name: "Sign in" }).click();
    await guest.page.locator("#username").waitFor();
    await inspectPlain(guest.page, "sign-in");
    await guest.page.locator("#username").fill("nobody");
    await guest.page.locator("#password").fill("nothing");
    await guest.page.getByRole("button", { name: "Sign in" }).click();
    await guest.page.getByRole("alert").getByText("Incorrect user name or password").waitFor();
    await inspectPlain(guest.page, "sign-in-refused");
    await guest.page.goto(`${server}/auth/callback?code=strange&state=strange`);
    await guest.page.getByText("Sign in again").waitFor();
    await inspectPlain(guest.page, "sign-in-strange");
    await guest.context.close();
  });
  owner = await visitor(browser);
  const { page, context } = owner;
  await step("sign in", () => signIn(owner, person("demo-owner")));
  await step("empty project shows the next step", () => inspect(page, "empty", PARTS.whole));
  await step("page frame in dark theme", async () => {
    await setColors(page, "dark");
    await checkAccessible(page, "the shell in dark");
    await setColors(page, "light");
  });
  await step("injected styles are blocked", () => refuseStyles(owner));
  // Reported only; "gpuaas bench console" measures paints on an idle machine.
  await step("the largest paints", async () => {
    const signIn = await coldPaint(browser, "/login", "#username");
    const cold = await coldPaint(browser, "/", DASHBOARD, await context.storageState());
    await notePaints(page);
    const warm = await warmPaint(page, "/", DASHBOARD);
    return `sign-in ${signIn.largest} ms, dashboard ${cold.largest} ms with nothing in the cache, ${warm.largest} ms otherwise`;
  });
  await step("issuer pages while signed in", () => issuerPages(context));
  // Before any allocation exists: those without a time limit would leave no capacity to reserve.
  await step("create and cancel a reservation", () => reserve(owner));
  await step("from sign-in to the first shell output", () => firstShell(browser, person("demo-owner"), "trainer"));
  const doing = async () => {
    // Before terminals are recorded: where everything has to be, no commands run.
    await page.goto(`${server}/`);
    await page.getByRole("link", { name: "trainer" }).first().click();
    await step("a command and its output", () => runACommand(page));
    await recordTerminals(adminToken);
    await step("catalogue with and without free capacity", () => catalogue(page));
    await step("keyboard only, and phone menu", async () => {
      await byKeyboard(page);
      await phoneMenu(page);
    });
    await step("old running allocations are on the dashboard", () => oldButRunning(page, "trainer"));
    await step("dashboard figures", () => dashboardFigures(page, "trainer"));
    await page.goto(`${server}/`);
    await page.getByRole("link", { name: "trainer" }).first().click();
    await step("an allocation", () => inspect(page, "allocation"));
    await step("terminal in two windows with take-over", () => useTheTerminal(page, context));
    await step("page reload in less and vim", () => reloadInPrograms(page));
    await step("a colleague watches", () => beWatched(browser, page, person("demo-member")));
    await step("upload and download files", () => carryFiles(owner));
    await step("more files than the limit", () => tooManyFiles(page));
    await openAnother(page);
    await step("pasted control characters are removed", () => pasteHostile(page));
    await step("links in a terminal", () => followLinks(page, context));
    await step("programs see the window size", () => sizes(page, context));
    await step("watch a terminal in a smaller window", () => watch(page, context));
    await step("terminal search, shortcuts and screen reader", () => searchAndRead(page));
    await step("flood of terminal output", () => flood(page, context));
    await leave(page);
    await step("palette opens a page and an allocation", () => palette(page, "trainer"));
    await step("top up", () => topUp(page));
    await step("pay at a checkout, and auto top-up", () => payAtACheckout(page));
    await step("costs by name", () => costs(page, "trainer", "Olivia Owner"));
    await step("allocations, sorted and by label", () => allocationList(page, "trainer", "left-over"));
    await step("edit an allocation and release two in bulk", () =>
      changeAndReleaseTwo(page, adminToken, projectOf(page)),
    );
    await step("a budget, and the statements", () => budget(page, process.env.GPUAAS_CLOSED_MONTH));
    await step("SSH key and token", () => keysAndTokens(page, newPublicKey()));
    await step("service account with a key shown once", () => serviceAccount(page));
    await step("invite and accept", async () => {
      await page.getByRole("link", { name: "Members" }).click();
      await inviteAndAccept(browser, page, adminToken, projectOf(page));
    });
    await step("a role in the tenant", () => tenantRole(page));
    await step("recording playback is display only", () => recording(page));
    await step("budget notification links to the budget", () => notifications(page));
    await step("GPU metrics", () => measurements(page, "trainer"));
    await step("release", () => release(page, "trainer"));
    await step("events of the allocation", async () => {
      await page.getByRole("tab", { name: "Events" }).click();
      await inspect(page, "events");
    });
  };
  const looking = async () => {
    await step("all pages of an owner", () => visitAll("demo-owner"));
    await step("all pages of an operator", () => visitAll("demo-operator"));
  };
  const operating = () =>
    operate(browser, { login: person("demo-operator"), adminToken, deadLetter: process.env.GPUAAS_DEAD_LETTER, step });
  const publishing = () =>
    publishAndUse(browser, {
      owner: person("demo-owner"),
      member: person("demo-member"),
      operator: person("demo-operator"),
      adminToken,
      step,
    });
  // Runs in parallel: one mostly waits for the server, the other for the browser.
  const ended = await Promise.allSettled([doing(), looking(), operating(), publishing()]);
  // Report all failures, not only the first.
  const broken = ended.find(({ status }) => status === "rejected");
  if (broken) {
    throw broken.reason;
  }
  assert.deepEqual(
    [...navigable].filter((path) => !inspected.has(path)),
    [],
    "pages nobody looked at",
  );
  assert.deepEqual(owner.complaints, [], "the browser logged errors");
  assert.equal(findings.length, 0, "pages are not as they should be");
} catch (error) {
  for (const [number, page] of (owner?.context.pages() ?? []).entries()) {
    await shoot(page, `failed-${number}`);
  }
  console.error([...(owner?.complaints ?? []), ...findings].join("\n"));
  console.log(`FAILED ${failures.join(" | ") || error.message.split("\n")[0]} ${findings.slice(0, 3).join(" ")}`);
  throw error;
} finally {
  await browser.close();
}
