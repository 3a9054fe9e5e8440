// Terminal toolbar and shortcuts, and limits on programs.
import assert from "node:assert/strict";
import { HOSTILE } from "./errands.mjs";

const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());

/** Runs in a terminal that has printed `word`. */
export async function terminalTools(page, word) {
  await page.getByText("recorded", { exact: true }).waitFor();
  await search(page, word);
  const letters = () => page.locator(".xterm-rows").evaluate((rows) => parseFloat(getComputedStyle(rows).fontSize));
  const before = await letters();
  await page.getByRole("button", { name: "Increase font size" }).click();
  await page.waitForFunction(
    (size) => parseFloat(getComputedStyle(document.querySelector(".xterm-rows")).fontSize) > size,
    before,
  );
  await page.getByRole("button", { name: "Decrease font size" }).click();
  await page.waitForFunction(
    (size) => parseFloat(getComputedStyle(document.querySelector(".xterm-rows")).fontSize) === size,
    before,
  );
  await page.evaluate(() => navigator.clipboard.writeText("echo pas''ted-$((90+1))"));
  await page.getByRole("button", { name: /^Paste/ }).click();
  await page.locator(".xterm-rows").getByText("pas''ted").first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".xterm-rows").getByText("pasted-91").first().waitFor();
}

/** Search results are selected and can be copied. */
async function search(page, word) {
  await page.evaluate(() => navigator.clipboard.writeText("nothing"));
  await page.keyboard.press("Control+Shift+F");
  await page.getByLabel("Search in terminal").fill(word);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Shift+C");
  await page.waitForFunction((text) => navigator.clipboard.readText().then((copied) => copied === text), word);
}

/** A program cannot affect anything outside its screen. */
export async function printHostile(page) {
  const title = await page.title();
  await page.evaluate(() => navigator.clipboard.writeText("mine"));
  await page.keyboard.type(`${HOSTILE}\n`);
  await page.locator(".xterm-rows").getByText("trap seen").first().waitFor();
  assert.equal(await page.title(), title, "a program changes no title");
  assert.equal(await clipboard(page), "mine", "nor the clipboard");
}
