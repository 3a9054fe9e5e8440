// Billing-only members, and account adjustments with a second approval.
import assert from "node:assert/strict";
import { call, inspect, navigation, server, shoot, signIn, visitor } from "./browser.mjs";

/** Creates a finance user with a password. */
async function financier(token, name) {
  const username = `${name.toLowerCase()}-${Date.now()}`;
  const { user, secret } = await call(token, "POST", "/api/v1/users", { username, display_name: `${name} Finance` });
  await call(token, "PUT", `/api/v1/users/${user.id}/platform-roles`, { roles: ["finance"] });
  return { user: username, password: secret };
}

/** A billing-only member starts at Billing and sees no allocations. */
export async function payer(browser, adminToken, tenantId) {
  const username = `pay-${Date.now()}`;
  const { user, secret } = await call(adminToken, "POST", "/api/v1/users", { username, display_name: "Paula Payer" });
  await call(adminToken, "PUT", `/api/v1/tenants/${tenantId}/members/${user.id}`, { role: "tenant_billing" });
  const paying = await visitor(browser);
  const { page, complaints, context } = paying;
  try {
    await signIn(paying, { user: username, password: secret });
    await page.waitForURL(/\/projects\/[^/]+\/billing$/);
    await page.getByRole("button", { name: "Top up" }).waitFor();
    const shown = await navigation(page);
    assert.ok(
      shown.some(({ label }) => label === "Billing") && !shown.some(({ label }) => label === "Allocations"),
      "only what concerns money is offered",
    );
    await inspect(page, "payer-billing");
    assert.deepEqual(complaints, [], "the browser complained");
  } catch (error) {
    await shoot(page, "failed-paying");
    throw error;
  } finally {
    await context.close();
  }
}

async function fillIn(page, amount) {
  await page.getByRole("button", { name: "Adjust", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Amount").fill(amount);
  await dialog.getByLabel("Reason").fill("an outage of two days");
  await dialog.getByRole("button", { name: "Adjust", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
}

/** Uses its own tenant, so that other tests are not affected. */
export async function approvals(browser, adminToken) {
  const tenant = await call(adminToken, "POST", "/api/v1/tenants", {
    slug: `corrected-${Date.now()}`,
    name: "Corrected",
  });
  const asking = await visitor(browser);
  const approving = await visitor(browser);
  try {
    await signIn(asking, await financier(adminToken, "Ask"));
    await ask(asking, tenant.id);
    await signIn(approving, await financier(adminToken, "Approve"));
    await decide(approving, tenant.id);
  } catch (error) {
    await shoot(asking.page, "failed-asking");
    await shoot(approving.page, "failed-approving");
    throw error;
  } finally {
    await asking.context.close();
    await approving.context.close();
  }
}

async function ask({ page, complaints }, tenantId) {
  await page.goto(`${server}/operator/tenants/${tenantId}`);
  await page.getByText("No adjustments yet.").waitFor();
  await fillIn(page, "20");
  const corrections = page.getByRole("table", { name: "Adjustments" });
  await corrections.getByRole("row", { name: /\$20\.00 booked/ }).waitFor();
  await fillIn(page, "1500");
  const pending = corrections.getByRole("row", { name: /\$1,500\.00 pending/ });
  await pending.getByText("by you").waitFor();
  await inspect(page, "finance-tenant");
  assert.deepEqual(complaints, [], "the browser complained");
  await pending.getByRole("button", { name: "Approve the credit of $1,500.00" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Approve" }).click();
  await dialog.getByRole("alert").getByText("Another person must approve the adjustment you requested.").waitFor();
  await shoot(page, "finance-own-approval-light");
  assert.ok(
    complaints.length > 0 && complaints.every((text) => text.includes("403")),
    `more than the refusal: ${complaints.join("\n")}`,
  );
}

async function decide({ page, complaints }, tenantId) {
  await page.goto(`${server}/operator/finance`);
  const waiting = page.getByRole("table", { name: "Waiting for approval" });
  await waiting.getByRole("row", { name: /^Corrected/ }).waitFor();
  await inspect(page, "finance-approvals");
  await waiting
    .getByRole("row", { name: /^Corrected/ })
    .getByRole("button", { name: "Approve the credit of $1,500.00" })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await page.getByText("No adjustments are waiting.").waitFor();
  await page.goto(`${server}/operator/tenants/${tenantId}`);
  await page
    .getByRole("table", { name: "Adjustments" })
    .getByRole("row", { name: /\$1,500\.00 booked/ })
    .getByText("by you")
    .waitFor();
  await page.getByText("$1,520.00").first().waitFor();
  assert.deepEqual(complaints, [], "the browser complained");
}
