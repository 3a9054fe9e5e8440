// How soon people see a page: its largest paint, in milliseconds after they asked for it.
import assert from "node:assert/strict";
import { server, settle, visitor } from "./browser.mjs";

/** Of who was here before. */
export async function warmPaint(page) {
  await notePaints(page);
  await page.reload();
  await settle(page);
  return largestPaint(page);
}

/** Of who comes for the first time: a browser with nothing in its cache that keeps nothing. */
export async function coldPaint(browser, path, ready, storageState) {
  const { context, page } = await visitor(browser, storageState ? { storageState } : {});
  try {
    const session = await context.newCDPSession(page);
    await session.send("Network.setCacheDisabled", { cacheDisabled: true });
    await notePaints(page);
    await page.goto(server + path);
    await page.locator(ready).first().waitFor();
    await page.waitForFunction(() => document.querySelectorAll("[aria-busy=true]").length === 0);
    return await largestPaint(page);
  } finally {
    await context.close();
  }
}

async function largestPaint(page) {
  await page.waitForFunction(() => window.largestPaint > 0);
  const paint = await page.evaluate(() => window.largestPaint);
  assert.ok(paint > 0, "the browser says when it painted");
  return Math.round(paint);
}

function notePaints(page) {
  return page.addInitScript(() => {
    window.largestPaint = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.largestPaint = entry.startTime))).observe({
      type: "largest-contentful-paint",
      buffered: true,
    });
  });
}
