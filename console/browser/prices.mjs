// SKUs and prices.
import assert from "node:assert/strict";
import { checkAccessible, go, inspect, PARTS, quiet, shoot } from "./browser.mjs";

const SOLD = "H100 SXM GPUs";

/** In two days, formatted for a datetime-local input. */
const BEGINS = `${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T08:00`;

async function addPrice(page, amount, tenantName) {
  await page.getByRole("button", { name: "Schedule price" }).click();
  const dialog = page.getByRole("dialog");
  if (tenantName) {
    await dialog.getByRole("combobox", { name: "Applies to" }).click();
    await page.getByRole("option", { name: tenantName, exact: true }).click();
  }
  assert.ok(await dialog.getByRole("button", { name: "Add price" }).isDisabled(), "there is no price yet");
  await dialog.getByLabel("Price per GPU-hour").fill(amount);
  await dialog.getByLabel("Start time").fill(BEGINS);
  return dialog;
}

/** The effect of a price is previewed before it is added and listed. */
export async function schedulePrices(page, tenantName) {
  await go(page, "/operator/prices");
  await page.getByRole("link", { name: SOLD, exact: true }).click();
  await page
    .getByRole("table", { name: "Standard prices" })
    .getByRole("row", { name: /\$2\.49.*in force/ })
    .waitFor();
  let dialog = await addPrice(page, "2.99");
  await dialog.getByText("instead of $2.49 (+20.1 %).").waitFor();
  await dialog.getByText("All tenants without a custom price pay it").waitFor();
  await checkAccessible(page, "operator-add-price", PARTS.content);
  await shoot(page, "operator-add-price-light");
  await dialog.getByRole("button", { name: "Add price" }).click();
  await page
    .getByRole("table", { name: "Standard prices" })
    .getByRole("row", { name: /\$2\.99.*scheduled/ })
    .waitFor();
  dialog = await addPrice(page, "1.99", tenantName);
  await dialog.getByText(`Only ${tenantName} pays it`).waitFor();
  await dialog.getByRole("button", { name: "Add price" }).click();
  await page
    .getByRole("table", { name: "Custom prices" })
    .getByRole("row", { name: new RegExp(`^${tenantName}.*\\$1\\.99.*scheduled`) })
    .waitFor();
  await quiet(page);
  await inspect(page, "operator-sku-prices");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await dialog.getByLabel("Title").fill(`${SOLD}.`);
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: `${SOLD}.` }).waitFor();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await dialog.getByLabel("Title").fill(SOLD);
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: SOLD, exact: true }).waitFor();
}

/** Creates a SKU: invalid fields show errors, and the new SKU has its own page. */
export async function offerSomething(page) {
  await go(page, "/operator/prices");
  await page.getByRole("button", { name: "New SKU" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Not A Name");
  await dialog.getByLabel("Title").click();
  await dialog.getByText("2 to 63 lowercase letters").waitFor();
  assert.ok(await dialog.getByRole("button", { name: "Create" }).isDisabled(), "nothing wrong is sent");
  await checkAccessible(page, "operator-new-sku", PARTS.content);
  await shoot(page, "operator-new-sku-light");
  await dialog.getByLabel("Name").fill("h100-sxm-pair");
  await dialog.getByLabel("Title").fill("Two H100 SXM");
  await dialog.getByLabel("GPU model").fill("h100-sxm");
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { name: "Two H100 SXM", exact: true }).waitFor();
  await page.waitForURL(/\/operator\/prices\/h100-sxm-pair$/);
}

/** The server refuses two prices of one payer with the same start. */
export async function repeatPrice(page) {
  await go(page, "/operator/prices");
  await page
    .getByRole("row", { name: /h100-sxm-slice/ })
    .getByText("$2.99")
    .waitFor();
  await page.getByRole("link", { name: SOLD, exact: true }).click();
  const dialog = await addPrice(page, "3.19");
  await dialog.getByRole("button", { name: "Add price" }).click();
  await dialog
    .getByRole("alert")
    .getByText(/^Another price already starts at /)
    .waitFor();
  await shoot(page, "operator-add-price-refused-light");
}
