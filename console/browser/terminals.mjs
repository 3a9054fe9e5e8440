// Terminal robustness: hostile pastes and links, window sizes, floods; plus search and screen reader.
import assert from "node:assert/strict";
import { checkAccessible, nextFrame, PARTS, server, setColors, shoot, WIDE } from "./browser.mjs";

const NARROW = { width: 900, height: 640 };
const FLOOD_MS = 6_000;
const CALM_MS_MAX = 10_000;
/** Several times ten thousand wide lines plus data in flight. */
const HEAP_MB_MAX = 200;
const HEAP_MB_MAX_AFTERWARDS = 100;

const rows = (page) => page.locator(".xterm-rows");
const notice = (page, text) => page.locator(".mantine-Alert-root").filter({ hasText: text });

async function type(page, line) {
  await page.locator(".xterm-helper-textarea").focus();
  await page.keyboard.type(`${line}\n`);
}

async function printed(page, text) {
  await rows(page).getByText(text).first().waitFor();
}

/** Types a line and waits until the shell has run it. */
let answers = 0;
async function run(page, line) {
  const answer = ++answers;
  await type(page, `${line}; echo an''swer-${answer}-`);
  await printed(page, `answer-${answer}-`);
}

/** Opens a separate shell, so that other recordings contain no flood. */
export async function openAnother(page) {
  await page.getByRole("button", { name: /Open another terminal|Open terminal/ }).click();
  await page.waitForURL((url) => url.searchParams.has("terminal"));
  await page.getByTestId("terminal-status").getByText("Connected").waitFor();
  await run(page, "clear");
}

/** A program with bracketed paste sees one bracket for any paste; without it, the user is asked first. */
export async function pasteHostile(page) {
  const hostile = "safe\u001b[201~\u0007\necho broken-out\u009b201~";
  const ways = {
    button: () => page.getByRole("button", { name: /^Paste/ }).click(),
    keys: () => page.keyboard.press("Control+Shift+V"),
  };
  for (const [name, paste] of Object.entries(ways)) {
    await type(
      page,
      `clear; stty -echo; printf '\\033[?2004h'; echo rea''dy-${name}; cat -v; printf '\\033[?2004l'; stty echo`,
    );
    await printed(page, `ready-${name}`);
    await copy(page, hostile);
    await page.locator(".xterm-helper-textarea").focus();
    await paste();
    await printed(page, "safe");
    await page.locator(".xterm-helper-textarea").focus();
    await page.keyboard.press("Enter");
    await printed(page, "broken-out");
    const text = await rows(page).textContent();
    assert.equal(text.split("^[[200~").length - 1, 1, `one bracket opens by ${name}: ${text}`);
    assert.equal(text.split("^[[201~").length - 1, 1, `one bracket closes by ${name}: ${text}`);
    assert.ok(!text.includes("^G") && !text.includes("M-"), `nothing else that steers by ${name}: ${text}`);
    await page.keyboard.press("Control+D");
    await notice(page, "3 control characters were removed from the pasted text.").getByRole("button").click();
    await run(page, "true");
  }
  await askBeforeLines(page);
}

async function askBeforeLines(page) {
  await type(page, "clear; stty -echo; echo rea''dy-lines; cat -v; stty echo");
  await printed(page, "ready-lines");
  await copy(page, "line-one\nline-two\nline-three\n");
  await page.keyboard.press("Control+Shift+V");
  const dialog = page.getByRole("dialog", { name: "Paste 3 lines?" });
  await dialog.getByText("line-two").waitFor();
  await checkAccessible(page, "the question before lines are pasted", PARTS.whole);
  await shoot(page, "terminal-paste-light");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  // Focus returns to the terminal.
  await page.keyboard.type("typed-on\n");
  await printed(page, "typed-on");
  assert.equal(await rows(page).getByText("line-one").count(), 0, "what was not confirmed is not pasted");
  await page.keyboard.press("Control+Shift+V");
  await dialog.waitFor();
  await page.keyboard.press("Enter");
  await printed(page, "line-three");
  await page.keyboard.press("Control+D");
  await run(page, "true");
}

async function copy(page, text) {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
}

/** Links open without opener and referrer; other schemes are not opened. */
export async function followLinks(page, context) {
  const address = `${server}/readyz`;
  await run(page, `clear; echo ${address}`);
  await opensAlone(context, address, async () => clickOn(page, address));
  for (const [uri, text] of [
    ["javascript:alert(1)", "link-script"],
    ["file:///etc/passwd", "link-file"],
  ]) {
    await run(page, `clear; ${linkTo(uri, text)}`);
    const before = context.pages().length;
    assert.equal(await pointAt(page, text), false, `${uri} is no link`);
    await page.mouse.down();
    await page.mouse.up();
    await nextFrame(page);
    assert.equal(await page.getByRole("dialog").count(), 0, `${uri} is not even asked about`);
    assert.equal(context.pages().length, before, `${uri} opens nothing`);
  }
  await run(page, `clear; ${linkTo(address, "https://bank.example/")}`);
  await clickOn(page, "https://bank.example/");
  const dialog = page.getByRole("dialog", { name: "Open this link?" });
  await dialog.getByText(address, { exact: true }).waitFor();
  await checkAccessible(page, "the question before a link is followed", PARTS.whole);
  await shoot(page, "terminal-link-light");
  await opensAlone(context, address, () => page.keyboard.press("Enter"));
  await dialog.waitFor({ state: "hidden" });
  await run(page, "clear");
}

/** Prints a link whose text differs from its target. */
function linkTo(uri, text) {
  return `printf '\\033]8;;${uri}\\033\\\\%s\\033]8;;\\033\\\\\\n' ${text.slice(0, 3)}''${text.slice(3)}`;
}

async function opensAlone(context, address, act) {
  const coming = context.waitForEvent("page");
  await act();
  const opened = await coming;
  await opened.waitForURL(address);
  assert.equal(await opened.evaluate(() => window.opener), null, "the page does not know who opened it");
  assert.equal(await opened.evaluate(() => document.referrer), "", "nor from where");
  await opened.close();
}

async function clickOn(page, text) {
  assert.ok(await pointAt(page, text), `${text} is a link`);
  await page.mouse.down();
  await page.mouse.up();
}

/** Whether the text is a link, judged by the pointer. */
async function pointAt(page, text) {
  const box = await rows(page).locator("div").filter({ hasText: text }).first().boundingBox();
  await page.mouse.move(box.x + 2, box.y + box.height * 2.5);
  await page.mouse.move(box.x + 30, box.y + box.height / 2);
  return page
    .locator(".xterm-screen.xterm-cursor-pointer, .xterm.xterm-cursor-pointer")
    .first()
    .waitFor({ timeout: 1_000 })
    .then(
      () => true,
      () => false,
    );
}

/** The program gets the current writer's window size after a take-over. */
export async function sizes(page, context) {
  await isSized(page);
  const other = await anotherWindow(page, context);
  // Both are tabs of one window, which shrinks while the other tab is the writer.
  await other.setViewportSize(NARROW);
  await takeOver(other);
  await isSized(other);
  await page.setViewportSize(NARROW);
  await nextFrame(page);
  await takeOver(page);
  await isSized(page);
  await other.close();
  await page.setViewportSize(WIDE);
  await isSized(page);
}

async function anotherWindow(page, context) {
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByTestId("terminal-status").getByText("watching").waitFor();
  return other;
}

async function takeOver(page) {
  await page.getByRole("button", { name: "Take over" }).click();
  await notice(page, "You can type in this terminal now.").waitFor();
}

/** Only the writer answers terminal queries. Watchers see output formatted for the writer's window. */
export async function watch(page, context) {
  const other = await anotherWindow(page, context);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell replaces it.
  await run(page, "clear; printf '\\033[c'; IFS= read -rs -d c told; echo to''ld-${#told}");
  await printed(page, "told-6");
  await printed(other, "told-6");
  await nextFrame(other);
  assert.equal(await notice(other, "You're watching").count(), 0, "no notice without typing");
  await other.locator(".xterm-helper-textarea").focus();
  await other.keyboard.type("x");
  await notice(other, "You're watching this terminal. Take over to type.").waitFor();
  await run(page, "true");
  await seeAll(page, other);
  await other.close();
}

async function seeAll(page, other) {
  await other.setViewportSize(NARROW);
  // Also after appearance changes.
  await setColors(other, "dark");
  await setColors(other, "light");
  assert.equal(
    await rows(other).locator("> div").count(),
    await rows(page).locator("> div").count(),
    "as many rows as the writer",
  );
  const reach = (element) => {
    element.scrollTo(9_999, 9_999);
    return { right: element.scrollLeft > 0, down: element.scrollTop > 0 };
  };
  assert.deepEqual(
    await other.getByTestId("terminal").evaluate(reach),
    { right: true, down: true },
    "and all of them can be seen",
  );
  await other.getByTestId("terminal").scrollIntoViewIfNeeded();
  await shoot(other, "terminal-watched-larger-light");
}

/** The program sees the rows and columns of the screen. */
async function isSized(page) {
  await nextFrame(page);
  await run(page, "clear; printf '%.0sw' $(seq 999); echo; echo size-$(stty size | tr ' ' x)-");
  const [, told] = (await rows(page).textContent()).match(/size-(\d+x\d+)-/);
  const high = await rows(page).locator("> div").count();
  const wide = await rows(page).locator("> div").filter({ hasText: /^w+$/ }).first().textContent();
  assert.equal(told, `${high}x${wide.length}`, "the program sees the size that is seen");
}

/** Search position, count and case sensitivity; font size shortcuts. */
export async function searchAndRead(page) {
  await run(page, "clear; seq -f fou''nd-%.0f 1 17");
  await page.keyboard.press("Control+Shift+F");
  const found = page.getByTestId("found");
  await page.getByLabel("Search in terminal").fill("FOUND-");
  await found.getByText("17 of 17", { exact: true }).waitFor();
  assert.ok((await page.locator(".xterm-find-result-decoration").count()) >= 17, "all are marked");
  await page.keyboard.press("Enter");
  await found.getByText("16 of 17", { exact: true }).waitFor();
  await checkAccessible(page, "a search in a terminal", PARTS.content);
  await shoot(page, "terminal-search-light");
  await page.getByRole("button", { name: "Match case" }).click();
  await found.getByText("no results", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Close search" }).click();
  await page.locator(".xterm-find-result-decoration").first().waitFor({ state: "detached" });
  await copyNothing(page);
  await byKeys(page);
  await readAloud(page);
}

/** Copying without a selection keeps the clipboard. */
async function copyNothing(page) {
  await copy(page, "kept");
  await page.getByTestId("terminal").click({ position: { x: 400, y: 20 } });
  await page.keyboard.press("Control+Shift+C");
  await notice(page, "Nothing to copy. Select some text first.").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "kept");
  await notice(page, "Nothing to copy").getByRole("button").click();
}

async function byKeys(page) {
  const size = () => rows(page).evaluate((shown) => parseFloat(getComputedStyle(shown).fontSize));
  const before = await size();
  await page.locator(".xterm-helper-textarea").focus();
  await page.keyboard.press("Control+Shift+Period");
  await page.waitForFunction(
    (least) => parseFloat(getComputedStyle(document.querySelector(".xterm-rows")).fontSize) > least,
    before,
  );
  await page.keyboard.press("Control+Shift+Comma");
  await page.waitForFunction(
    (same) => parseFloat(getComputedStyle(document.querySelector(".xterm-rows")).fontSize) === same,
    before,
  );
  // As sent by a non-Latin keyboard layout.
  await page.locator(".xterm-helper-textarea").dispatchEvent("keydown", {
    key: "Д",
    code: "KeyL",
    ctrlKey: true,
    shiftKey: true,
    bubbles: true,
    cancelable: true,
  });
  assert.equal(
    await page.evaluate(() => document.activeElement?.getAttribute("aria-label")),
    "Copy selection (Ctrl+Shift+C)",
  );
  assert.equal(
    await page.locator(".xterm-helper-textarea").getAttribute("aria-describedby"),
    await page.getByText("moves focus to the toolbar").getAttribute("id"),
  );
}

/** Screen readers announce output. */
async function readAloud(page) {
  await page.getByRole("button", { name: "Turn on screen reader output" }).click();
  await type(page, "echo re''ad-$((20+3))");
  await page.locator(".xterm .live-region[aria-live]").getByText("read-23").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Turn off screen reader output" }).click();
  await page.locator(".xterm .live-region").waitFor({ state: "detached" });
}

/** Ctrl-C stops endless output, and memory stays bounded. */
export async function flood(page, context) {
  const measured = await context.newCDPSession(page);
  await measured.send("Performance.enable");
  const heapMb = async () =>
    (await measured.send("Performance.getMetrics")).metrics.find(({ name }) => name === "JSHeapUsedSize").value / 1e6;
  await type(page, "clear; yes flood-$(seq -s- 30)");
  await printed(page, "flood-1-2-3");
  let most = 0;
  for (const began = performance.now(); performance.now() - began < FLOOD_MS; ) {
    most = Math.max(most, await heapMb());
    await nextFrame(page);
  }
  const stopped = performance.now();
  await page.keyboard.press("Control+C");
  await page.keyboard.type("echo ca''lm-$((30+3))\n");
  await rows(page).getByText("calm-33").first().waitFor({ timeout: CALM_MS_MAX });
  const calmMs = Math.round(performance.now() - stopped);
  await measured.send("HeapProfiler.collectGarbage");
  const afterwards = await heapMb();
  await measured.detach();
  assert.ok(most < HEAP_MB_MAX, `${most} MB of heap in a flood`);
  assert.ok(afterwards < HEAP_MB_MAX_AFTERWARDS, `${afterwards} MB of heap after a flood`);
  return `calm after ${calmMs} ms, ${Math.round(most)} MB of heap at most, ${Math.round(afterwards)} MB afterwards`;
}

export async function leave(page) {
  await type(page, "exit");
  await page.getByTestId("terminal-status").getByText("Ended: shell exited (0)").waitFor();
}
