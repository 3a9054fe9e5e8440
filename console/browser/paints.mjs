// How soon people see a page, in milliseconds after they asked for it: its first paint, and its largest with what that was.
import assert from "node:assert/strict";
import { nextFrame, server, visitor } from "./browser.mjs";

/** A figure stands there only when what runs is known. */
export const DASHBOARD = "main .figure";

/** Of who comes for the first time: a browser with nothing in its cache that keeps nothing. */
export async function coldPaint(browser, path, ready, storageState) {
  const { context, page } = await visitor(browser, storageState ? { storageState } : {});
  try {
    const session = await context.newCDPSession(page);
    await session.send("Network.setCacheDisabled", { cacheDisabled: true });
    await notePaints(page);
    return await paintsOf(page, path, ready);
  } finally {
    await context.close();
  }
}

/** Of who was here before, in a page that notes its paints. */
export function warmPaint(page, path, ready) {
  return paintsOf(page, path, ready);
}

async function paintsOf(page, path, ready) {
  await page.goto(server + path);
  await page.locator(ready).first().waitFor();
  await page.waitForFunction(() => document.querySelectorAll("[aria-busy=true]").length === 0 && window.paints.largest > 0);
  // A browser tells of a paint after it is on the screen.
  await nextFrame(page);
  const { first, largest, element } = await page.evaluate(() => ({ first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime, ...window.paints }));
  assert.ok(first > 0 && largest >= first, "the browser says when it painted");
  return { first: Math.round(first), largest: Math.round(largest), element };
}

export function notePaints(page) {
  return page.addInitScript(() => {
    window.paints = { largest: 0, element: "" };
    const describe = (element) => (element ? `${element.tagName.toLowerCase()} "${element.textContent.trim().slice(0, 40)}"` : "gone");
    new PerformanceObserver((list) =>
      list.getEntries().forEach(({ startTime, element }) => (window.paints = { largest: startTime, element: describe(element) })),
    ).observe({ type: "largest-contentful-paint", buffered: true });
  });
}
