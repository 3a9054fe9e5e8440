// Keyboard navigation and phone layout.
import assert from "node:assert/strict";
import { checkAccessible, PARTS, PHONE, settle, shoot, WIDE } from "./browser.mjs";

/** More tab stops than any page has. */
const TABS_MAX = 60;

/** Name of the focused element, and whether the focus is visible. */
function focused(page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    // Radios and checkboxes are drawn by their label; inputs show focus by their border.
    const isField = element.matches("input, textarea");
    const { outlineStyle, boxShadow } = getComputedStyle(element);
    const { top, bottom } = element.getBoundingClientRect();
    return {
      name: element.getAttribute("aria-label") ?? element.textContent.trim(),
      isShown:
        isField ||
        (element.matches(":focus-visible") &&
          (outlineStyle !== "none" || boxShadow !== "none") &&
          bottom > 0 &&
          top < innerHeight),
    };
  });
}

/** Presses Tab until the element has focus; the focus must be visible at every stop. */
async function tabTo(page, name) {
  const passed = [];
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    await page.keyboard.press("Tab");
    const now = await focused(page);
    assert.ok(now.isShown, `focus on "${now.name}" is not visible`);
    if (now.name === name) {
      return;
    }
    passed.push(now.name);
  }
  assert.fail(`Tab does not reach "${name}": ${passed.join(", ")}`);
}

/** Reaches the create button by keyboard alone. */
export async function byKeyboard(page) {
  await page.getByRole("link", { name: "Catalogue" }).click();
  await page.reload();
  await settle(page);
  await page.keyboard.press("Tab");
  assert.equal((await focused(page)).name, "Skip to content", "the navigation can be skipped");
  await page.keyboard.press("Enter");
  await tabTo(page, "Create h100-sxm-slice");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/allocations\/new/);
  await page.getByLabel("Name", { exact: true }).waitFor();
  await tabTo(page, "Create allocation");
  await shoot(page, "create-by-keyboard-light");
}

/** The phone menu opens, navigates, and closes. */
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
