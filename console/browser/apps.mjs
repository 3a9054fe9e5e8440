// Apps: a newcomer publishes one, a stranger reviews it, a member asks for it, and operators decide about its content.
import assert from "node:assert/strict";
import {
  call,
  checkAccessible,
  go,
  inspect,
  PARTS,
  quiet,
  server,
  settle,
  shoot,
  signIn,
  visitor,
} from "./browser.mjs";
import { newSigningKey, pushImage, pushSignature } from "./registry.mjs";

const NAMESPACE = `studio-${Date.now().toString(36)}`;
const APP = `${NAMESPACE}/chat`;
const IMAGE = "main";

/** All flows of apps. `step` reports each one with its duration. */
export async function publishAndUse(browser, { owner, member, operator, adminToken, step }) {
  const people = {};
  const reviewer = await makeReviewer(adminToken);
  try {
    for (const [name, login] of Object.entries({ owner, member, operator, reviewer })) {
      people[name] = await visitor(browser);
      await signIn(people[name], login);
    }
    const { page } = people.owner;
    // The owner may start in another project than the member.
    const projectId = await projectOf(people.member.page);
    await page.goto(`${server}/projects/${projectId}`);
    const key = newSigningKey();
    await step("catalogue of apps, and publishing, without an app", () => nothingYet(page, projectId));
    await step("register a publisher and a key", () => register(page, projectId, key));
    const artifact = await step("upload an image, and complete the upload", () =>
      upload(page, projectId, adminToken, key),
    ).then(() => findArtifact(adminToken, projectId));
    await step("an artifact with its signature", () => lookAtArtifact(page, artifact));
    await step("a manifest with faults, then a draft", () => createDraft(people.owner, projectId));
    await step("make the app public, and submit", () => submit(page));
    await step("a stranger reviews it", () => review(people.reviewer, "1.0.0"));
    await step("publish", () => publish(page, projectId));
    await step("a member asks for the app", () => askFor(people.member.page, projectId));
    await step("an administrator approves the request", () => approve(page, projectId));
    await step("limits on parameters", () => limit(page, people.member.page, projectId));
    await step("changes between two versions", () => nextVersion(page, adminToken, projectId, artifact));
    await step("deprecate the first version", () => deprecate(page, people.member.page, projectId));
    await step("operators promote and quarantine", () => operateArtifact(people.operator.page, projectId, artifact));
    await step("grants of a tenant", () => grant(people.operator.page));
    await step("revoke the key", () => revokeKey(page, projectId, artifact));
    await step("disable the app", () => disable(page, projectId));
    for (const [name, { complaints }] of Object.entries(people)) {
      assert.deepEqual(complaints, [], `the browser of ${name} complained`);
    }
  } catch (error) {
    // Report the failure even if a screenshot fails.
    console.error(error);
    for (const [name, { page }] of Object.entries(people)) {
      await shoot(page, `failed-apps-${name}`);
    }
    throw error;
  } finally {
    for (const { context } of Object.values(people)) {
      await context.close();
    }
  }
}

/** Somebody with the platform role and no role in the publisher's tenant. */
async function makeReviewer(token) {
  const username = `review-${Date.now()}`;
  const { user, secret } = await call(token, "POST", "/api/v1/users", { username, display_name: "Rita Reviewer" });
  await call(token, "PUT", `/api/v1/users/${user.id}/platform-roles`, { roles: ["reviewer"] });
  return { user: username, password: secret };
}

async function projectOf(page) {
  await page.waitForURL(/\/projects\/[^/]+/);
  return new URL(page.url()).pathname.match(/^\/projects\/([^/]+)/)[1];
}

async function nothingYet(page, projectId) {
  await go(page, `/projects/${projectId}/apps`);
  await settle(page);
  await inspect(page, "apps-empty");
  await go(page, `/projects/${projectId}/app-requests`);
  await page.getByText("No open requests").waitFor();
  await inspect(page, "app-requests-empty");
  await go(page, `/projects/${projectId}/publishing`);
  await page.getByRole("region", { name: "Publish an app in six steps" }).waitFor();
  await inspect(page, "publishing-start");
}

async function register(page, projectId, key) {
  await page.getByRole("tab", { name: "Publisher and keys" }).click();
  await page.getByRole("button", { name: "Register a publisher" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Namespace").fill("Not A Name");
  assert.ok(await dialog.getByRole("button", { name: "Register", exact: true }).isDisabled(), "a namespace is checked");
  await dialog.getByLabel("Namespace").fill(NAMESPACE);
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Studio");
  await checkAccessible(page, "register a publisher", PARTS.content);
  await shoot(page, "publishing-register-light");
  await dialog.getByRole("button", { name: "Register", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: `Add key to ${NAMESPACE}` }).click();
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("release");
  await dialog.getByLabel("Public key").fill(key.privatePem);
  await dialog.getByText("This is a private key.").waitFor();
  assert.ok(await dialog.getByRole("button", { name: "Add key" }).isDisabled(), "no private key is sent");
  await dialog.getByLabel("Public key").fill(key.pem);
  await shoot(page, "publishing-add-key-light");
  await dialog.getByRole("button", { name: "Add key" }).click();
  await dialog.waitFor({ state: "hidden" });
  await keyRow(page).getByText("active").waitFor();
  await quiet(page);
  await inspect(page, "publishing-keys");
  await page.goto(`${server}/projects/${projectId}/publishing?tab=uploads`);
}

const keyRow = (page) =>
  page
    .getByRole("table", { name: `Keys of ${NAMESPACE}` })
    .getByRole("row")
    .filter({ hasText: "release" });

/** Opens an upload in the page, pushes as an OCI client does, and completes it in the page. Then signs. */
async function upload(page, projectId, token, key) {
  await page.getByRole("button", { name: "Open an upload" }).click();
  const form = page.getByRole("dialog", { name: "Open an upload" });
  await form.getByRole("combobox", { name: "Publisher" }).click();
  await page.getByRole("option", { name: NAMESPACE }).click();
  await form.getByRole("textbox", { name: "App", exact: true }).fill("chat");
  await form.getByRole("button", { name: "Open", exact: true }).click();
  const opened = page.getByRole("dialog", { name: "Push to your upload" });
  const secret = await opened.getByTestId("secret").textContent();
  await checkAccessible(page, "push to an upload", PARTS.content);
  await shoot(page, "publishing-upload-light");
  await opened.getByRole("button", { name: "I've saved the secret" }).click();
  const address = `/api/v1/projects/${projectId}/publish-intents`;
  const { items } = await call(token, "GET", `${address}?limit=1`);
  const image = await pushImage({ ...items[0], secret }, `layer of ${NAMESPACE}`);
  await page.getByRole("button", { name: `Complete ${APP} 1.0.0` }).click();
  const completing = page.getByRole("dialog", { name: `Complete ${APP} 1.0.0` });
  await completing.getByLabel(`Digest of ${IMAGE}`).fill("sha256:abc");
  assert.ok(await completing.getByRole("button", { name: "Publish" }).isDisabled(), "a digest is checked");
  await completing.getByLabel(`Digest of ${IMAGE}`).fill(image.digest);
  await completing.getByRole("button", { name: "Publish" }).click();
  await page
    .getByRole("table", { name: "Uploads" })
    .getByRole("row")
    .filter({ hasText: APP })
    .getByText("completed")
    .waitFor();
  await quiet(page);
  await inspect(page, "publishing-uploads");
  // As "gpuaas artifacts sign" does.
  const plan = { app: APP, version: "1.0.0", artifacts: [{ name: IMAGE, kind: "oci_image" }] };
  const again = await call(token, "POST", address, plan);
  await pushSignature(again, image, APP, key.privateKey);
  await call(token, "POST", `${address}/${again.id}/complete`, { artifacts: [{ name: IMAGE, digest: image.digest }] });
}

async function findArtifact(token, projectId) {
  const { items } = await call(token, "GET", `/api/v1/projects/${projectId}/artifacts?app=${encodeURIComponent(APP)}`);
  return items[0];
}

async function lookAtArtifact(page, artifact) {
  await page.getByRole("tab", { name: "Artifacts" }).click();
  await page.getByRole("link", { name: `${APP} 1.0.0 ${IMAGE}` }).click();
  await page.getByRole("heading", { name: `${APP} 1.0.0 ${IMAGE}` }).waitFor();
  await page.getByRole("button", { name: "Verify again" }).click();
  await page.getByRole("region", { name: "Trust" }).getByText("verified", { exact: true }).waitFor();
  await page.getByRole("table", { name: "Signatures" }).getByText("sigstore bundle dsse").waitFor();
  await page.getByRole("table", { name: "Referrers" }).getByText("sigstore.bundle").waitFor();
  await page.getByText(`@${artifact.digest}`).waitFor();
  await quiet(page);
  await inspect(page, "artifact");
}

/** Faults are shown with their lines, and a line leads to its place. */
async function createDraft({ page, complaints }, projectId) {
  await page.goto(`${server}/projects/${projectId}/publishing?tab=versions`);
  await page.getByRole("button", { name: "Start from a template" }).click();
  const manifest = page.getByLabel("Manifest");
  const template = (await manifest.inputValue()).replace('paths: ["/*"]', 'paths: ["/*"], public_paths: ["/health"]');
  await manifest.fill(template.replace("title:", "colour: red\ntitle:"));
  const before = complaints.length;
  await page.getByRole("button", { name: "Check and create draft" }).click();
  const faults = page.getByRole("table", { name: "Things to mend" });
  await faults.getByText("unknown_field").waitFor();
  await inspect(page, "publishing-faults");
  await faults
    .getByRole("button", { name: /^Go to line/ })
    .first()
    .click();
  const selected = await manifest.evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd));
  assert.equal(selected, "colour: red", "the line of the fault is selected");
  const refused = complaints.splice(before);
  assert.ok(refused.length > 0 && refused.every((text) => text.includes("422")), refused.join("\n"));
  await manifest.fill(template);
  await page.getByRole("button", { name: "Check and create draft" }).click();
  await page.getByText(`${APP} 1.0.0 is a draft now`).waitFor();
  await page.getByRole("table", { name: "Findings" }).getByText("public_path", { exact: true }).waitFor();
  await quiet(page);
  await inspect(page, "publishing-versions");
}

async function submit(page) {
  await page.getByRole("link", { name: "Go to its versions" }).click();
  // The page before has a table and a button of the same names.
  await page.getByRole("heading", { name: "Chat", exact: true }).waitFor();
  await page.getByRole("table", { name: "Versions" }).getByText("draft").waitFor();
  await page.getByRole("button", { name: "Visibility and categories" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Public" }).check();
  const categories = dialog.getByRole("combobox", { name: "Categories" });
  await categories.fill("inference");
  await categories.press("Enter");
  await checkAccessible(page, "visibility and categories", PARTS.content);
  await shoot(page, "app-visibility-light");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: `Submit ${APP} 1.0.0` }).click();
  await dialog.getByRole("button", { name: "Submit" }).click();
  await page.getByRole("table", { name: "Versions" }).getByText("submitted").waitFor();
}

/** A reviewer starts at the queue, and an approval needs every point. */
async function review({ page }, version) {
  if (!page.url().endsWith("/operator/app-reviews")) {
    await page.goto(`${server}/`);
    await page.waitForURL(`${server}/operator/app-reviews`);
  }
  const row = page.getByRole("link", { name: `${APP} ${version}` });
  // The queue may have been loaded before the version was submitted.
  await page.reload();
  await row.waitFor();
  await inspect(page, "app-reviews");
  await row.click();
  await page.getByRole("button", { name: "Start review" }).click();
  const form = page.getByRole("region", { name: "Decision" });
  await form.getByRole("radio", { name: "Approve" }).check();
  await form.getByLabel("Message").fill("Looks good.");
  const decide = form.getByRole("button", { name: "Decide" });
  assert.ok(await decide.isDisabled(), "an approval agrees to every point");
  await form.getByText("One point is not agreed to.").waitFor();
  await quiet(page);
  await inspect(page, "app-review");
  await page.getByRole("tab", { name: "Manifest" }).click();
  await page.getByText('"public_paths"').waitFor();
  await form.getByRole("checkbox").check();
  await decide.click();
  await page.waitForURL(`${server}/operator/app-reviews`);
  await row.waitFor({ state: "hidden" });
}

async function publish(page, projectId) {
  await page.goto(`${server}/projects/${projectId}/publishing?tab=versions&app=${encodeURIComponent(APP)}`);
  await page.getByRole("button", { name: `Publish ${APP} 1.0.0` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Every tenant that the platform grants the app to sees it.").waitFor();
  await dialog.getByRole("button", { name: "Publish" }).click();
  const versions = page.getByRole("table", { name: "Versions" });
  await versions.getByText("stable").waitFor();
  await versions.getByText("every tenant").waitFor();
}

const card = (page) => page.getByRole("listitem").filter({ hasText: APP });

async function askFor(page, projectId) {
  await go(page, `/projects/${projectId}/apps`);
  await page.getByLabel("Search", { exact: true }).fill("nothing-has-this-name");
  await page.getByText("No apps match").waitFor();
  await page.getByLabel("Search", { exact: true }).fill(NAMESPACE);
  await card(page).getByText("not enabled").waitFor();
  const badge = card(page).getByRole("button", { name: /^(Verified|Not signed|Not launchable): evidence/ });
  await badge.click();
  await page.getByText("A reviewer from outside the publisher's tenant approved this version.").waitFor();
  await checkAccessible(page, "evidence of an app", PARTS.content);
  await shoot(page, "apps-evidence-light");
  await page.keyboard.press("Escape");
  await card(page)
    .getByRole("button", { name: `Request ${APP}` })
    .click();
  await page.getByRole("dialog").getByLabel("Message").fill("For the course in May");
  await page.getByRole("dialog").getByRole("button", { name: "Request" }).click();
  await card(page).getByText("requested").waitFor();
  await quiet(page);
  await inspect(page, "apps");
}

async function approve(page, projectId) {
  await go(page, `/projects/${projectId}/app-requests`);
  const row = page.getByRole("table", { name: "Requests" }).getByRole("row").filter({ hasText: APP });
  await row.getByText("For the course in May").waitFor();
  await inspect(page, "app-requests");
  await row.getByRole("button", { name: new RegExp(`^Approve ${APP}`) }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await row.waitFor({ state: "hidden" });
}

async function limit(page, member, projectId) {
  await page.goto(`${server}/projects/${projectId}/apps/${APP}`);
  await page.getByText("Enabled for this project").waitFor();
  await page.getByRole("button", { name: `Change limits of ${APP}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Limits on parameters").fill("{");
  await dialog.getByText(/^Not JSON/).waitFor();
  await dialog.getByLabel("Limits on parameters").fill('{ "properties": { "model": { "enum": ["small"] } } }');
  await dialog.getByLabel("GPUs at most").fill("8");
  await checkAccessible(page, "limits of an app", PARTS.content);
  await shoot(page, "app-limits-light");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
  await member.goto(`${server}/projects/${projectId}/apps/${APP}`);
  await member.getByText('at most 8 GPUs, model is "small"').waitFor();
  await inspect(member, "app");
}

/** A second version whose arguments differ, made by a program. */
async function nextVersion(page, token, projectId, artifact) {
  const address = `/api/v1/projects/${projectId}`;
  const { manifest } = await call(token, "GET", `${address}/apps/${APP}/versions/1.0.0`);
  const next = JSON.parse(manifest);
  next.version = "1.1.0";
  next.summary = "Chats, and says more.";
  next.workload.arguments.push("--verbose");
  await call(token, "POST", `${address}/app-versions`, { manifest: JSON.stringify(next) });
  await page.goto(`${server}/projects/${projectId}/apps/${APP}?tab=changes&version=1.1.0`);
  const permissions = page.getByRole("table", { name: "Permissions" });
  await permissions.getByText("/workload/arguments").waitFor();
  const headings = await page.locator("main h3").allTextContents();
  assert.deepEqual(headings, ["Permissions", "Other"], "permissions come first");
  assert.ok(artifact.digest, "the image stays the same");
  await inspect(page, "app-changes");
}

async function deprecate(page, member, projectId) {
  await page.getByRole("tab", { name: "Versions" }).click();
  await page.getByRole("button", { name: `Deprecate ${APP} 1.0.0` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Message to users").fill("Version 1.1.0 follows soon.");
  await shoot(page, "app-deprecate-light");
  await dialog.getByRole("button", { name: "Deprecate" }).click();
  await page.getByRole("table", { name: "Versions" }).getByText("deprecated").waitFor();
  await quiet(page);
  await inspect(page, "app-versions");
  await member.goto(`${server}/projects/${projectId}/apps/${APP}?version=1.0.0`);
  await member.getByText("Version 1.1.0 follows soon.").waitFor();
}

async function operateArtifact(page, projectId, artifact) {
  await go(page, "/operator/artifacts");
  await page.getByRole("combobox", { name: "Tenant" }).click();
  await page.getByRole("option", { name: "Demo", exact: false }).first().click();
  await page.getByRole("link", { name: `${APP} 1.0.0 ${IMAGE}` }).waitFor();
  await inspect(page, "operator-artifacts");
  await page.getByRole("link", { name: `${APP} 1.0.0 ${IMAGE}` }).click();
  await page.waitForURL(new RegExp(`/projects/[^/]+/artifacts/${artifact.id}$`));
  const act = async (name) => {
    await page.getByRole("button", { name, exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("after a look at it");
    await dialog.getByRole("button", { name, exact: true }).click();
    await dialog.waitFor({ state: "hidden" });
  };
  await act("Promote");
  await page.getByRole("region", { name: "Promotion" }).getByText("promoted", { exact: true }).waitFor();
  await act("Quarantine");
  await page.getByText("Quarantined", { exact: true }).waitFor();
  await quiet(page);
  await inspect(page, "operator-artifact");
  await act("Release");
  await page.getByText("Quarantined", { exact: true }).waitFor({ state: "hidden" });
  assert.ok(projectId, "the page is in a project of the tenant");
}

async function grant(page) {
  await go(page, "/operator/app-grants");
  await page.getByRole("combobox", { name: "Tenant" }).click();
  await page.getByRole("option", { name: "Demo", exact: false }).first().click();
  await page.getByText("No grants of its own").waitFor();
  await page.getByRole("button", { name: "Grant or withhold an app" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "App", exact: true }).fill(APP);
  await dialog.getByLabel("Versions").fill(">=1.0 <2");
  await checkAccessible(page, "grant an app", PARTS.content);
  await shoot(page, "operator-app-grant-light");
  await dialog.getByRole("button", { name: "Save" }).click();
  const row = page.getByRole("table", { name: "Grants" }).getByRole("row").filter({ hasText: APP });
  await row.getByText("granted").waitFor();
  await quiet(page);
  await inspect(page, "operator-app-grants");
  await row.getByRole("button", { name: `Remove ${APP}` }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await page.getByText("No grants of its own").waitFor();
}

/** An artifact that only the revoked key signed is not trusted any more. */
async function revokeKey(page, projectId, artifact) {
  await page.goto(`${server}/projects/${projectId}/publishing?tab=keys`);
  await keyRow(page).getByRole("button", { name: "Revoke release" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("stolen laptop");
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await keyRow(page).getByText("stolen laptop").waitFor();
  await page.goto(`${server}/projects/${projectId}/artifacts/${artifact.id}`);
  await page
    .getByRole("region", { name: "Trust" })
    .getByText(/^(unverified|failed verification)$/)
    .waitFor();
}

async function disable(page, projectId) {
  await page.goto(`${server}/projects/${projectId}/apps/${APP}`);
  await page.getByRole("button", { name: `Disable ${APP}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await page.getByText("This project cannot use the app yet").waitFor();
  await quiet(page);
}
