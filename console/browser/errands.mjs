// Occasional tasks of an owner: budgets, statements, reservations, roles, notifications.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { checkAccessible, inspect, PARTS, server, settle, shoot } from "./browser.mjs";

const TRIES_MAX = 120;

/** Calls the API as the signed-in user. */
export function asked(page, path) {
  return page.evaluate(async (address) => (await fetch(address)).json(), path);
}

/** Turns on recording of all terminals and raises the rate limit for the automated walk. */
export async function recordTerminals(adminToken) {
  await setPolicy(adminToken, "terminal.recording", "best_effort");
  await setPolicy(adminToken, "rate_limit.terminal_token_requests_per_minute", "100");
}

async function setPolicy(adminToken, key, value) {
  const answer = await fetch(`${server}/api/v1/policies/${key}`, {
    method: "PUT",
    headers: {
      Authorization: `Bearer ${adminToken}`,
      "Content-Type": "application/json",
      "Idempotency-Key": crypto.randomUUID(),
    },
    body: JSON.stringify({ value, reason: "for a test" }),
  });
  assert.ok(answer.ok, `${key} answered ${answer.status}: ${await answer.text()}`);
}

/** Sets a budget that is exceeded immediately, which triggers a notification. */
export async function budget(page, closedMonth) {
  await page.getByRole("link", { name: "Billing" }).click();
  await page.getByRole("tab", { name: "Budgets" }).click();
  await page
    .getByRole("button", { name: /^Set budget for/ })
    .first()
    .click();
  await page.getByLabel("Monthly amount").fill("0.001");
  await page.getByRole("dialog").getByRole("button", { name: "Set budget", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page
    .locator("main")
    .getByText(/ of \$0.0010/)
    .waitFor();
  await inspect(page, "owner-budgets");
  await page.getByRole("tab", { name: "Statements" }).click();
  await page.getByRole("link", { name: "Download FOCUS" }).waitFor();
  await inspect(page, "owner-statements");
  if (closedMonth) {
    await statementArrives(page, `statement for ${closedMonth} as PDF`, "%PDF-1.");
    await statementArrives(page, `statement for ${closedMonth} as CSV`, "project_id,sku,");
  } else {
    console.log("no month was closed, so no statement is downloaded; ConsoleTest closes one");
  }
  await arrives(page, page.getByRole("link", { name: "Download FOCUS" }), "BilledCost,BillingAccountId,");
}

async function statementArrives(page, what, beginning) {
  await arrives(page, page.getByRole("link", { name: `Download ${what}` }), beginning);
}

/** Checks that a click downloads the expected file. */
export async function arrives(page, link, beginning) {
  const coming = page.waitForEvent("download");
  await link.click();
  const file = await (await coming).path();
  const content = readFileSync(file);
  assert.equal(
    content.subarray(0, beginning.length).toString("latin1"),
    beginning,
    `what was downloaded begins with ${content.subarray(0, 40)}`,
  );
}

/** The budget notification is in the inbox until it is read. */
export async function notifications(page) {
  let unread = 0;
  for (let tries = 0; unread === 0 && tries < TRIES_MAX; tries++) {
    ({ unread } = await asked(page, "/api/v1/notifications?limit=1"));
    await new Promise((done) => setTimeout(done, unread === 0 ? 500 : 0));
  }
  assert.ok(unread > 0, "the budget is told of");
  // There is no event for it: the count arrives with the tick, without a reload.
  await page.getByRole("link", { name: /^Notifications, \d+ unread/ }).click();
  await page.getByRole("list", { name: "Inbox" }).getByText("Budgets").first().waitFor();
  await inspect(page, "owner-inbox");
  // Following its link marks it as read.
  const read = page.waitForResponse(
    (answer) => answer.request().method() === "POST" && /\/notifications\/[^/]+\/read$/.test(answer.url()),
  );
  await page
    .getByRole("link", { name: /^Open budget:/ })
    .first()
    .click();
  await page.waitForURL(/\/billing\?tab=budgets/);
  await page
    .locator("main")
    .getByText(/ of \$0.0010/)
    .waitFor();
  assert.ok((await read).ok(), "it was read");
  await page
    .getByRole("link", { name: /^Notifications/ })
    .first()
    .click();
  await settle(page);
  const all = page.getByRole("button", { name: "Mark all as read" });
  if (await all.isEnabled()) {
    await all.click();
  }
  await page
    .getByRole("button", { name: /^Mark as read/ })
    .first()
    .waitFor({ state: "hidden" });
  await page.getByRole("tab", { name: "Preferences" }).click();
  const mail = page.getByRole("switch", { name: "Budgets by email" });
  const kept = page.waitForResponse(
    (answer) => answer.request().method() === "PUT" && answer.url().endsWith("/notification-preferences/budget"),
  );
  await mail.click();
  assert.ok((await kept).ok(), "the choice is taken");
  await page.reload();
  await mail.waitFor();
  assert.equal(await mail.isChecked(), false, "the choice is kept");
}

/** The first response is lost: retrying creates only one reservation. */
async function loseFirstAnswer(page, address) {
  let lost = false;
  await page.route(address, async (route) => {
    if (route.request().method() !== "POST" || lost) {
      return route.continue();
    }
    lost = true;
    assert.equal((await route.fetch()).status(), 201, "the server acted");
    return route.abort();
  });
}

export async function reserve({ page, complaints }) {
  await page.getByRole("link", { name: "Reservations" }).click();
  await page.getByRole("button", { name: "Reserve" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("launch-week");
  await dialog.getByText("in total at today's price").waitFor();
  await checkAccessible(page, "the dialog of a reservation", PARTS.content);
  await shoot(page, "reserve-light");
  await loseFirstAnswer(page, "**/reservations");
  await dialog.getByRole("button", { name: "Reserve" }).click();
  await dialog.getByRole("alert").getByText("Can't reach the server.").waitFor();
  await dialog.getByRole("button", { name: "Reserve" }).click();
  await page
    .getByRole("row", { name: /launch-week/ })
    .getByText("planned")
    .waitFor();
  assert.equal(await page.getByRole("row", { name: /launch-week/ }).count(), 1, "it is reserved once");
  await page.unrouteAll({ behavior: "wait" });
  await inspect(page, "owner-reserved");
  await page.getByRole("button", { name: "Cancel reservation launch-week" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel reservation" }).click();
  await page
    .getByRole("row", { name: /launch-week/ })
    .getByText("canceled")
    .waitFor();
  // The browser logs the lost response.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes("ERR_FAILED")));
}

export async function tenantRole(page) {
  await page.getByRole("button", { name: "Grant role" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Member" }).click();
  await page.getByRole("option", { name: "Vera Viewer" }).click();
  await dialog.getByRole("button", { name: "Grant role", exact: true }).click();
  await page.getByRole("combobox", { name: "Tenant role of Vera Viewer" }).waitFor();
  await page.getByRole("button", { name: "Remove Vera Viewer from the tenant" }).waitFor();
}

export async function serviceAccount(page) {
  await page.getByRole("link", { name: "Service accounts" }).click();
  await page.getByRole("button", { name: "New service account" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("nightly-build");
  await page.getByRole("dialog").getByRole("button", { name: "Create service account", exact: true }).click();
  const account = page.getByRole("region", { name: "nightly-build" });
  await account.getByText("No keys yet.").waitFor();
  await account.getByRole("button", { name: "New key" }).click();
  const [, keyId, secret] =
    (await page.getByTestId("secret").textContent())?.match(/^key ID: (\S+)\nsecret: (\S{20,})$/) ?? [];
  assert.ok(secret, "the key and its secret are shown");
  await shoot(page, "service-account-secret-light");
  await page.getByRole("button", { name: "I've saved it" }).click();
  await page.reload();
  await account.getByText(keyId).waitFor();
  await inspect(page, "owner-service-account");
  assert.ok(!(await page.content()).includes(secret), "the secret is not shown again");
}

/** GPU metrics of an allocation. */
export async function measurements(page, name) {
  await page.getByRole("link", { name: "Allocations" }).click();
  await page.getByRole("link", { name }).first().click();
  await page.getByRole("tab", { name: "GPUs" }).click();
  await page
    .getByRole("region", { name: "GPU utilization" })
    .locator(".recharts-line-curve")
    .first()
    .waitFor({ state: "attached" });
  await inspect(page, "owner-gpus");
  await page.getByRole("radiogroup", { name: "Time range" }).getByText("6 h").click();
  await page.waitForURL(/tab=gpus&span=6h/);
  await page.reload();
  await page.getByRole("radio", { name: "6 h", checked: true }).waitFor({ state: "attached" });
}

/** Sequences by which a program could reach beyond its screen: the title, a link, the clipboard. */
export const HOSTILE =
  "printf '\\033]2;taken-over\\007\\033]8;;https://evil.example/\\033\\\\trap\\033]8;;\\033\\\\\\033]52;c;c3RvbGVu\\007 seen\\n'";
