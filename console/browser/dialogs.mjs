// Edits of existing things: name, labels, time limit and protection of an allocation, bulk release, member roles.
import assert from "node:assert/strict";
import { call, checkAccessible, PARTS, quiet, server, settle, shoot } from "./browser.mjs";

const CHANGED = "short-lived";
const OTHER = "short-lived-too";

async function choose(page, action) {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

/** Edits one of two allocations with a time limit, then releases both in bulk. */
export async function changeAndReleaseTwo(page, adminToken, projectId) {
  const address = `/api/v1/projects/${projectId}/allocations`;
  const wish = { sku: "h100-sxm-slice", count: 1, max_duration_seconds: 3600 };
  const [first, second] = await Promise.all(
    [OTHER, "to-be-renamed"].map((name) => call(adminToken, "POST", address, { ...wish, name })),
  );
  await page.goto(`${server}/projects/${projectId}/allocations/${second.id}`);
  await page.locator("main .state").getByText("active", { exact: true }).waitFor();
  await rename(page);
  await renamedElsewhere(page, adminToken, `${address}/${second.id}`);
  await protect(page);
  await extend(page, adminToken, `${address}/${second.id}`);
  await releaseBoth(page, [first, second]);
}

async function rename(page) {
  await choose(page, "Edit name and labels");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("");
  assert.ok(await dialog.getByRole("button", { name: "Save" }).isDisabled(), "a name is needed");
  await dialog.getByLabel("Name").fill(CHANGED);
  await dialog.getByRole("combobox", { name: "Labels" }).fill("team=audio");
  await dialog.getByRole("combobox", { name: "Labels" }).press("Enter");
  await checkAccessible(page, "name and labels", PARTS.content);
  await shoot(page, "allocation-edit-light");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: CHANGED, exact: true }).waitFor();
  await page.locator("main").getByText("team=audio").first().waitFor();
}

/** The dialog opens with current values, not with abandoned input or outdated data. */
async function renamedElsewhere(page, token, address) {
  const dialog = page.getByRole("dialog");
  await choose(page, "Edit name and labels");
  await dialog.getByLabel("Name").fill("never-meant");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });
  const { labels } = await call(token, "GET", address);
  await call(token, "PUT", address, { name: "renamed-elsewhere", labels });
  await page.getByRole("heading", { name: "renamed-elsewhere", exact: true }).waitFor();
  await choose(page, "Edit name and labels");
  assert.equal(await dialog.getByLabel("Name").inputValue(), "renamed-elsewhere");
  await dialog.getByLabel("Name").fill(CHANGED);
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: CHANGED, exact: true }).waitFor();
}

async function protect(page) {
  await choose(page, "Protect");
  const release = page.getByRole("button", { name: "Release", exact: true });
  await page.waitForFunction(() =>
    [...document.querySelectorAll("main button")].some((button) => button.textContent === "Release" && button.disabled),
  );
  await choose(page, "Unprotect");
  await page.waitForFunction(() =>
    [...document.querySelectorAll("main button")].some(
      (button) => button.textContent === "Release" && !button.disabled,
    ),
  );
  assert.ok(await release.isEnabled());
}

async function extend(page, token, address) {
  const before = Date.parse((await call(token, "GET", address)).expires_at);
  await choose(page, "Extend time limit");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Hours to add").fill("2");
  await shoot(page, "allocation-extend-light");
  await dialog.getByRole("button", { name: "Extend" }).click();
  await dialog.waitFor({ state: "hidden" });
  const after = Date.parse((await call(token, "GET", address)).expires_at);
  assert.equal(after - before, 2 * 3_600_000, "two hours more");
}

/** Bulk release by checkboxes: confirms first, and rows update immediately. */
async function releaseBoth(page, both) {
  await page.getByRole("link", { name: "Allocations", exact: true }).click();
  const table = page.getByRole("table", { name: "Allocations" });
  await table.getByRole("checkbox", { name: `Select ${OTHER}`, exact: true }).check();
  await table.getByRole("checkbox", { name: `Select ${CHANGED}`, exact: true }).check();
  await page.getByRole("button", { name: "Release 2" }).click();
  await page.getByRole("dialog").getByText("Release 2 allocations?").waitFor();
  await checkAccessible(page, "bulk release", PARTS.content);
  await shoot(page, "allocations-bulk-release-light");
  await page.getByRole("dialog").getByRole("button", { name: "Release 2" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  for (const { id } of both) {
    await table
      .getByRole("row")
      .filter({ has: page.locator(`a[href$="${id}"]`) })
      .getByText(/^(releasing|released)$/)
      .first()
      .waitFor();
  }
  await quiet(page);
}

/** Changes a member's role, then removes the member. */
export async function changeAndRemoveMember(page, name, adminToken, projectId) {
  const members = page.getByRole("table", { name: "Members" });
  const role = members.getByRole("combobox", { name: `Role of ${name}` });
  const set = page.waitForResponse(
    (answer) => answer.request().method() === "PUT" && answer.url().includes("/members/"),
  );
  await role.click();
  await page.getByRole("option", { name: "Project viewer" }).click();
  assert.ok((await set).ok(), "the role is taken");
  const { items } = await call(adminToken, "GET", `/api/v1/projects/${projectId}/members?limit=100`);
  assert.equal(items.find((one) => one.display_name === name)?.role, "project_viewer");
  await members.getByRole("button", { name: `Remove ${name}` }).click();
  await page.getByRole("dialog").getByText("open terminals close within seconds").waitFor();
  await shoot(page, "member-remove-light");
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await members.getByRole("cell", { name, exact: true }).waitFor({ state: "hidden" });
  await settle(page);
}
