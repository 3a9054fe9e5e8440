// Playback of recordings by mouse and keyboard: it only displays, and reports altered or missing segments.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inspect, server, settle, shoot } from "./browser.mjs";
import { arrives, asked } from "./errands.mjs";

/** More tab stops than precede the player. */
const TABS_MAX = 60;

export async function recording(page) {
  await page.evaluate(() => navigator.clipboard.writeText("mine"));
  await page.getByRole("link", { name: "Recordings" }).click();
  await page
    .getByRole("row", { name: /Olivia Owner/ })
    .first()
    .waitFor();
  await inspect(page, "owner-recordings-listed");
  await findWhoLeft(page);
  await page.getByRole("link", { name: "Play", exact: true }).last().click();
  await page.getByText("Opened by Olivia Owner").waitFor();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  const position = page.getByRole("slider", { name: "Position" });
  const screen = page.locator(".recorded .xterm-rows");
  await position.press("End");
  await screen.getByText("trap seen").first().waitFor();
  await page.getByText(/^Chain intact( so far)?, \d+ segment/).waitFor();
  await arrives(page, page.getByRole("link", { name: "Download original segments" }), "PK");
  await inspect(page, "owner-recording");
  await position.press("Home");
  await page.waitForFunction(() => !document.querySelector(".recorded .xterm-rows").textContent.includes("trap seen"));
  await page.getByRole("combobox", { name: "Speed" }).click();
  await page.getByRole("option", { name: "16×" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await screen.getByText("trap seen").first().waitFor();
  // Playback stops at the end.
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await screen.getByText("trap seen").first().click({ force: true });
  assert.equal(await page.title(), "Recording · GPUaaS", "a recording changes no title");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "mine", "nor the clipboard");
  assert.equal(page.context().pages().length, 1, "nor opens a window");
  assert.equal(
    await page.locator(".recorded a, .recorded .xterm-cursor-pointer").count(),
    0,
    "nothing in it is a link",
  );
  await loadSince(page);
  await tamper(page);
  await playHostile(page);
}

/** API path of the open recording. */
const apiOf = (page) => `/api/v1${new URL(page.url()).pathname}`;

/** Modifies responses of a path until routes are removed. */
async function change(page, isMeant, answer) {
  await page.route(
    (url) => url.pathname.startsWith("/api/") && isMeant(url.pathname),
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: answer(await response.json()) });
    },
  );
}

/** Responses in flight are still modified. */
const leaveAnswers = (page) => page.unrouteAll({ behavior: "wait" });

/** Former members remain as openers of recordings. */
async function findWhoLeft(page) {
  const left = { opened_by: "00000000-0000-7000-8000-00000000dead", opened_by_name: "Lena Left" };
  await change(
    page,
    (path) => path.endsWith("/recordings"),
    ({ items, ...rest }) => ({
      ...rest,
      items: items.map((item, index) => (index === 0 ? { ...item, ...left } : item)),
    }),
  );
  await page.reload();
  await page.getByRole("button", { name: "Lena Left" }).waitFor();
  await page.getByRole("combobox", { name: "Opened by" }).fill("Lena");
  await page.getByRole("option", { name: "Lena Left" }).click();
  await page.waitForURL(new RegExp(`opened_by=${left.opened_by}`));
  await leaveAnswers(page);
  await page.reload();
  await page.getByText("No recordings").waitFor();
  await page.getByRole("link", { name: "Recordings" }).click();
  await page
    .getByRole("row", { name: /Olivia Owner/ })
    .first()
    .waitFor();
}

/** Shows the recording without its last segment, then loads it. */
async function loadSince(page) {
  const api = apiOf(page);
  const all = (await asked(page, `${api}/segments?limit=200`)).items;
  assert.ok(all.length > 1, "the recording has several segments");
  await change(
    page,
    (path) => path === api,
    ({ ended_at: _ended, end_reason: _reason, ...rest }) => ({ ...rest, records_input: true }),
  );
  await change(
    page,
    (path) => path === `${api}/segments`,
    ({ items, ...rest }) => ({ ...rest, items: items.filter(({ number }) => number < all.at(-1).number) }),
  );
  await page.route(
    (url) => url.pathname === `${api}/play`,
    (route) => route.continue({ url: `${route.request().url()}&to_segment=${all.at(-1).number - 1}` }),
  );
  await page.reload();
  await page.getByText("This terminal is still open").waitFor();
  await page.getByText("Keyboard input is recorded too").waitFor();
  await page.getByText(`Chain intact so far, ${all.length - 1} segment`).waitFor();
  await inspect(page, "owner-recording-running");
  const position = page.getByRole("slider", { name: "Position" });
  await position.press("End");
  const [ended, max] = [
    await position.getAttribute("aria-valuenow"),
    Number(await position.getAttribute("aria-valuemax")),
  ];
  await leaveAnswers(page);
  await page.getByRole("button", { name: "Load new output" }).click();
  await page.waitForFunction(
    (before) => Number(document.querySelector("[role=slider]").getAttribute("aria-valuemax")) > before,
    max,
  );
  assert.equal(await position.getAttribute("aria-valuenow"), ended, "what comes moves nothing");
  await page.getByText(new RegExp(`^Chain intact( so far)?, (?!${all.length - 1} )\\d+ segment`)).waitFor();
}

/** Damaged or missing objects in the store are reported, and recover once restored. */
async function tamper(page) {
  const folder = join(dirname(process.env.GPUAAS_LOGIN), "objects/recordings", apiOf(page).split("/").at(-1));
  const [first, second] = readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
  const [before, bytes] = [readFileSync(first), readFileSync(second)];
  try {
    const altered = Buffer.from(bytes);
    altered[altered.length - 8] ^= 1;
    writeFileSync(second, altered);
    await page.reload();
    await page.getByRole("button", { name: /altered: segment 1 differs from what was stored/ }).waitFor();
    await page.getByText(/^Chain( so far)?: 1 segment altered$/).waitFor();
    rmSync(first);
    await page.reload();
    await page.getByRole("button", { name: "missing: segment 0" }).waitFor();
    await page.getByText(/^Chain( so far)?: 1 segment missing, 1 segment altered$/).waitFor();
    await shoot(page, "owner-recording-tampered-light");
  } finally {
    writeFileSync(first, before);
    writeFileSync(second, bytes);
  }
  await page.reload();
  await page.getByText(/^Chain intact( so far)?, \d+ segment/).waitFor();
}

/** Sends terminal queries and a script link, and lasts ten minutes. */
const ASKING =
  "\u001b[c\u001b[6n\u001b[21t\u001b]52;c;?\u0007\u001b]8;;javascript:alert(1)\u001b\\asking\u001b]8;;\u001b\\ link\r\n";

async function playHostile(page) {
  const lines = [
    { version: 2, width: 80, height: 24 },
    [0, "o", ASKING],
    ...Array.from({ length: 601 }, (_, at) => [at, "o", "."]),
  ];
  await page.route(
    (url) => url.pathname.endsWith("/play"),
    (route) =>
      route.fulfill({
        contentType: "application/x-asciicast",
        body: `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`,
      }),
  );
  await page.reload();
  const screen = page.locator(".recorded .xterm-rows");
  await screen.getByText("asking link").waitFor();
  const reached = [];
  const note = (request) => reached.push(`${request.method()} ${request.url()}`);
  const dialog = (asked) => {
    reached.push(`dialog ${asked.message()}`);
    return asked.dismiss();
  };
  const stream = (socket) => reached.push(`stream ${socket.url()}`);
  page.on("request", note).on("dialog", dialog).on("websocket", stream);
  await byKeys(page);
  await atSpeed(page);
  await screen.getByText("asking link").click({ force: true });
  page.off("request", note).off("dialog", dialog).off("websocket", stream);
  assert.deepEqual(
    reached.filter((what) => !what.startsWith(`GET ${server}/`)),
    [],
    "a recording reaches nobody",
  );
  assert.equal(page.context().pages().length, 1, "nor opens a window");
  await leaveAnswers(page);
  await settle(page);
}

const named = (page) =>
  page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent.trim());

/** Tab order around the player, and its keys. */
async function byKeys(page) {
  const position = page.getByRole("slider", { name: "Position" });
  const at = async () => Number(await position.getAttribute("aria-valuenow"));
  const passed = [];
  for (let tabs = 0; tabs < TABS_MAX && passed.at(-1) !== "Play"; tabs++) {
    await page.keyboard.press("Tab");
    passed.push(await named(page));
  }
  assert.deepEqual(
    passed.slice(-3),
    ["Recorded screen", "Position", "Play"],
    "Tab leads to the player and past its screen",
  );
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
  // A click focuses the screen, and Tab leaves it.
  await page.locator(".recorded .xterm-screen").click();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  const before = await at();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  assert.ok(Math.abs((await at()) - before - 5) < 0.2, `arrows move five seconds, not from ${before} to ${await at()}`);
  await page.keyboard.press("Tab");
  assert.equal(await named(page), "Position", "Tab leaves the screen");
  await page.keyboard.press("ArrowRight");
  assert.ok(Math.abs((await at()) - before - 10) < 0.2, "also there");
}

/** Playback rate in seconds per second. */
function measured(page) {
  return page.evaluate(async () => {
    const at = () => Number(document.querySelector("[role=slider]").getAttribute("aria-valuenow"));
    const began = performance.now();
    const from = at();
    while (performance.now() - began < 1_500) {
      await new Promise(requestAnimationFrame);
    }
    return ((at() - from) / (performance.now() - began)) * 1_000;
  });
}

async function atSpeed(page) {
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const usual = await measured(page);
  await page.getByRole("combobox", { name: "Speed" }).click();
  await page.getByRole("option", { name: "16×" }).click();
  const fast = await measured(page);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  assert.ok(
    usual > 0.2 && usual < 2 && fast > 6 * usual && fast < 20,
    `once as fast is ${usual}, sixteen times ${fast}`,
  );
}
