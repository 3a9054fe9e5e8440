// Measures first and largest paint of a page in milliseconds.
import assert from "node:assert/strict";
import { nextFrame, server, visitor } from "./browser.mjs";

/** Figures appear only once allocations are loaded. */
export const DASHBOARD = "main .figure";

/** Paints with an empty cache. */
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

/** Paints with a warm cache. */
export function warmPaint(page, path, ready) {
  return paintsOf(page, path, ready);
}

async function paintsOf(page, path, ready) {
  await page.goto(server + path);
  await page.locator(ready).first().waitFor();
  await page.waitForFunction(
    () => document.querySelectorAll("[aria-busy=true]").length === 0 && window.paints.largest > 0,
  );
  // Paint entries arrive after the paint is on the screen.
  await nextFrame(page);
  const { first, largest, element } = await page.evaluate(() => ({
    first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    ...window.paints,
  }));
  assert.ok(first > 0 && largest >= first, "the browser says when it painted");
  return { first: Math.round(first), largest: Math.round(largest), element };
}

export function notePaints(page) {
  return page.addInitScript(() => {
    window.paints = { largest: 0, element: "" };
    const describe = (element) =>
      element ? `${element.tagName.toLowerCase()} "${element.textContent.trim().slice(0, 40)}"` : "gone";
    new PerformanceObserver((list) =>
      list.getEntries().forEach(({ startTime, element }) => {
        window.paints = { largest: startTime, element: describe(element) };
      }),
    ).observe({ type: "largest-contentful-paint", buffered: true });
  });
}
