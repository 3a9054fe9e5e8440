// Agent rollouts.
import assert from "node:assert/strict";
import { go, inspect, quiet, settle } from "./browser.mjs";

const RELEASE = {
  id: "0198c0de-0000-7000-8000-000000000011",
  version: "9.9.9",
  digest: "sha256:00",
  size_bytes: 12_000_000,
  expires_at: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  state: "complete",
  parts: 12,
  parts_received: 12,
  part_bytes: 1_000_000,
  signed_by: ["build", "release"],
  created_at: new Date().toISOString(),
};
const ROLLOUT = {
  id: "0198c0de-0000-7000-8000-000000000012",
  release_id: RELEASE.id,
  version: RELEASE.version,
  state: "running",
  wave: 0,
  waves: 2,
  bake_seconds: 300,
  failures_max: 0,
  on_failure: "revert",
  nodes: {
    waiting: 1,
    updating: 1,
    baking: 0,
    updated: 0,
    failed: 0,
    skipped: 0,
    reverting: 0,
    reverted: 0,
    revert_failed: 0,
  },
  created_at: new Date().toISOString(),
};

/** Mocks release and rollout, because replacing agents would disturb other tests. */
export async function rollOut(page) {
  let asked;
  await page.route("**/api/v1/agent-releases?*", (route) => route.fulfill({ json: { items: [RELEASE] } }));
  await page.route(
    (url) => url.pathname.startsWith("/api/v1/rollouts"),
    (route) => {
      const request = route.request();
      const { pathname } = new URL(request.url());
      if (request.method() === "POST") {
        asked = request.postDataJSON();
        return route.fulfill({ status: 201, json: ROLLOUT });
      }
      const items = pathname.endsWith("/nodes") || !asked ? [] : [ROLLOUT];
      return route.fulfill({ json: pathname.endsWith(ROLLOUT.id) ? ROLLOUT : { items } });
    },
  );
  await go(page, "/operator/rollouts");
  await page.getByText("No rollouts yet").waitFor();
  await page.getByRole("button", { name: "New rollout" }).click();
  const dialog = page.getByRole("dialog");
  assert.ok(await dialog.getByRole("button", { name: "Start rollout" }).isDisabled(), "a rollout needs a release");
  await dialog.getByRole("combobox", { name: "Release" }).click();
  await page.getByRole("option", { name: RELEASE.version }).click();
  await dialog.getByLabel("Bake").fill("5");
  await dialog.getByRole("combobox", { name: "When a node fails" }).click();
  await page.getByRole("option", { name: "Revert the update" }).click();
  await dialog.getByRole("button", { name: "Start rollout" }).click();
  await page
    .getByRole("table", { name: "Rollouts" })
    .getByRole("row", { name: /^9\.9\.9 running 1 of 2/ })
    .waitFor();
  assert.deepEqual(asked, {
    release_id: RELEASE.id,
    canary_count: 1,
    wave_percent: 25,
    bake_seconds: 300,
    failures_max: 0,
    on_failure: "revert",
  });
  await page.getByRole("link", { name: RELEASE.version }).click();
  await page.getByRole("heading", { name: "Rollout of 9.9.9" }).waitFor();
  await quiet(page);
  await inspect(page, "operator-rollout");
  // Leave first: this page refetches, and the server does not know the mocked rollout.
  await go(page, "/operator/nodes");
  await settle(page);
  await page.unrouteAll({ behavior: "wait" });
}
