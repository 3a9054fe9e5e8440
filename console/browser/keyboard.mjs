// Without a mouse, and on a phone.
import assert from "node:assert/strict";
import { PARTS, PHONE, WIDE, checkAccessible, settle, shoot } from "./browser.mjs";

/** More than any page has on the way to what it is for. */
const TABS_MAX = 60;

/** What has the focus: its name, and whether somebody who looks can see that it does. */
function focused(page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    // What is chosen by a radio or a box is drawn by its label; fields show the focus by their edge.
    const isField = element.matches("input, textarea");
    const { outlineStyle, boxShadow } = getComputedStyle(element);
    const { top, bottom } = element.getBoundingClientRect();
    return {
      name: element.getAttribute("aria-label") ?? element.textContent.trim(),
      isShown: isField || (element.matches(":focus-visible") && (outlineStyle !== "none" || boxShadow !== "none") && bottom > 0 && top < innerHeight),
    };
  });
}

/** By Tab alone, and at every stop one sees where one is. */
async function tabTo(page, name) {
  const passed = [];
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    await page.keyboard.press("Tab");
    const now = await focused(page);
    assert.ok(now.isShown, `who comes to "${now.name}" by Tab does not see it`);
    if (now.name === name) {
      return;
    }
    passed.push(now.name);
  }
  assert.fail(`Tab does not lead to "${name}": ${passed.join(", ")}`);
}

/** From the beginning of a page to an allocation that is only one more key away. */
export async function byKeyboard(page) {
  await page.getByRole("link", { name: "Catalogue" }).click();
  await page.reload();
  await settle(page);
  await page.keyboard.press("Tab");
  assert.equal((await focused(page)).name, "Skip to content", "the navigation can be skipped");
  await page.keyboard.press("Enter");
  await tabTo(page, "Create");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/allocations\/new/);
  await page.getByLabel("Name", { exact: true }).waitFor();
  await tabTo(page, "Create allocation");
  await shoot(page, "create-by-keyboard-light");
}

/** The navigation of a phone is opened, leads somewhere, and is out of the way then. */
export async function phoneMenu(page) {
  await page.setViewportSize(PHONE);
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Allocations", exact: true });
  const burger = page.getByRole("button", { name: "Navigation" });
  assert.equal(await burger.getAttribute("aria-expanded"), "false");
  await burger.click();
  await link.waitFor();
  await page.waitForFunction(() => document.querySelector("nav").getBoundingClientRect().left === 0);
  await checkAccessible(page, "the navigation of a phone", PARTS.whole);
  await shoot(page, "phone-menu-light");
  await link.click();
  await page.getByRole("heading", { name: "Allocations", exact: true }).waitFor();
  await page.waitForFunction(() => document.querySelector("nav").getBoundingClientRect().right <= 0);
  assert.equal(await burger.getAttribute("aria-expanded"), "false");
  await page.setViewportSize(WIDE);
}
