// Payments and costs.
import assert from "node:assert/strict";
import { checkAccessible, inspect, PARTS, server, settle, shoot } from "./browser.mjs";
import { arrives } from "./errands.mjs";

export async function topUp(page) {
  await page.getByRole("button", { name: "Top up" }).hover();
  await checkAccessible(page, "a button that is pointed at", PARTS.colors);
  await page.getByRole("button", { name: "Top up" }).click();
  await page.getByLabel("Amount").fill("25.50");
  await page.getByRole("button", { name: "Pay $25.50" }).click();
  await page.getByText("$25.50 added to your balance.").waitFor();
  await page.getByRole("tab", { name: "Payments" }).click();
  await page.getByRole("cell", { name: "$25.50" }).first().waitFor();
}

const CHECKOUT = "https://pay.example/checkout/cs_1";
const PENDING = {
  id: "0198c0de-0000-7000-8000-000000000001",
  amount: { nanos: 12_000_000_000, currency: "USD" },
  refunded_nanos: 0,
  provider: "stripe",
  state: "pending",
  requested_at: new Date().toISOString(),
};

/** The test provider pays immediately, so a real one is mocked: it opens its checkout later and redirects back. */
export async function payAtACheckout(page) {
  const seen = { looks: 0, asked: undefined, set: undefined };
  const payment = () => (seen.looks > 1 ? { ...PENDING, checkout_url: CHECKOUT } : PENDING);
  await page.route(
    (url) => /\/tenants\/[^/]+\/(payments|auto-top-up)/.test(url.pathname),
    (route) => {
      const request = route.request();
      const { pathname } = new URL(request.url());
      if (pathname.endsWith("/auto-top-up")) {
        seen.set = request.method() === "PUT" ? request.postDataJSON() : seen.set;
        return route.fulfill({ json: { enabled: false, failures: 0, method: "visa 4242", ...seen.set } });
      }
      if (request.method() === "POST") {
        seen.asked = request.postDataJSON();
        return route.fulfill({ status: 201, json: PENDING });
      }
      const isList = pathname.endsWith("/payments");
      seen.looks += isList ? 0 : 1;
      return route.fulfill({ json: isList ? { items: seen.asked ? [payment()] : [] } : payment() });
    },
  );
  await page.route("https://pay.example/**", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<title>Pay</title><link rel="icon" href="data:,"><a href="${server}/billing?payment=${PENDING.id}">Back</a>`,
    }),
  );
  await page.getByRole("button", { name: "Top up" }).click();
  await page.getByLabel("Amount").fill("12");
  await page.getByLabel("Save this card").check();
  await shoot(page, "owner-top-up-light");
  await page.getByRole("button", { name: "Pay $12.00" }).click();
  await page.waitForURL(CHECKOUT);
  assert.deepEqual(seen.asked, { amount: PENDING.amount, save_method: true });
  await page.getByRole("link", { name: "Back" }).click();
  await page.waitForURL(/\/projects\/[^/]+\/billing\?tab=payments/);
  await page
    .getByRole("row", { name: /\$12\.00/ })
    .getByText("pending")
    .waitFor();
  assert.equal(await page.getByRole("link", { name: "Pay now" }).getAttribute("href"), CHECKOUT);
  await page.getByRole("button", { name: "Turn on auto top-up" }).click();
  await page.getByLabel("When the balance falls below").fill("20");
  await page.getByLabel("Top up by").fill("100");
  await page.getByRole("dialog").getByRole("button", { name: "Turn on" }).click();
  await page.getByText("When the balance falls below $20.00, $100.00 is charged to visa 4242.").waitFor();
  assert.deepEqual(seen.set, {
    enabled: true,
    threshold: { nanos: 20_000_000_000, currency: "USD" },
    amount: { nanos: 100_000_000_000, currency: "USD" },
  });
  await inspect(page, "owner-payments");
  await page.unrouteAll();
  await page.reload();
  await page.getByText("Auto top-up needs a saved card.").waitFor();
}

/** Mocks a truncated answer. */
async function cutOff(page, show) {
  await page.route("**/costs?*", async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, truncated: true } });
  });
  await show();
  await page.getByText(/^Only the first \d+ lines are shown and counted/).waitFor();
  await page.unrouteAll({ behavior: "wait" });
}

/** Costs show names, and the view is kept in the URL. */
export async function costs(page, allocation, person) {
  await page.getByRole("tab", { name: "Costs" }).click();
  await page.getByText("Projected this month").waitFor();
  const table = page.getByRole("table", { name: "Costs" });
  const by = (group) =>
    page.getByRole("radiogroup", { name: "Group costs by" }).getByText(group, { exact: true }).click();
  await by("Allocation");
  await table.getByRole("cell", { name: allocation, exact: true }).first().waitFor();
  await page.getByRole("radiogroup", { name: "Time range" }).getByText("7 days").click();
  await page.waitForURL(/group=allocation&days=7/);
  await page.reload();
  await table.getByRole("cell", { name: allocation, exact: true }).first().waitFor();
  await page.locator(".recharts-bar-rectangle path").first().waitFor();
  await shoot(page, "owner-costs-by-allocation-light");
  await arrives(page, page.getByRole("button", { name: "Download costs as CSV" }), "allocation,name,gpu_seconds");
  await cutOff(page, () => by("SKU"));
  await by("Person");
  await table.getByRole("cell", { name: person, exact: true }).waitFor();
  await by("App");
  await table.getByRole("cell", { name: "No app" }).waitFor();
  await by("Label");
  await page.getByText("Choose a label key").waitFor();
  await page.getByRole("combobox", { name: "Label" }).fill("team");
  await page.getByRole("combobox", { name: "Label" }).press("Enter");
  await table.getByRole("cell", { name: "vision", exact: true }).waitFor();
  await settle(page);
}
