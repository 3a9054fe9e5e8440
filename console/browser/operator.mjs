// Operator flows.
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
import { approvals, payer } from "./finance.mjs";
import { goBy } from "./flows.mjs";
import { offerSomething, repeatPrice, schedulePrices } from "./prices.mjs";
import { rollOut } from "./rollouts.mjs";

/** All operator flows. `step` reports each one with its duration. */
export async function operate(browser, { login, adminToken, deadLetter, step }) {
  const operator = await visitor(browser);
  const { page, complaints, context } = operator;
  try {
    await signIn(operator, login);
    const held = await holdSomething(adminToken, "left-over");
    await step("overview, healthy and with issues", () => overview(page));
    await step("the fleet by tenant", () => mapByTenant(page, held.tenantName));
    await step("fleet with more GPUs than are shown", () => mapOfMany(page, adminToken));
    await step("node with tasks and live log", () => lookAtNode(page, held.nodeName));
    await step("from a correlation id to the trace", () => trace(page, held.correlationId));
    await step("from an audit row to the trace", () => traceFromAudit(page, held.projectId));
    await step("where a request would fit", () => explainPlacement(page, held.nodeName));
    await step("schedule standard and custom prices", () => schedulePrices(page, held.tenantName));
    await step("create a SKU", () => offerSomething(page));
    await step("a tenant", () => tenant(page, held.tenantName));
    await step("join tokens", () => joinTokens(page));
    await step("start page of a billing-only member", () => payer(browser, adminToken, held.tenantId));
    await step("adjustment with a second approval", () => approvals(browser, adminToken));
    await step("start an agent rollout", () => rollOut(page));
    await step("event backlog and delays", () => backlog(page));
    if (deadLetter) {
      await step("discard a dead letter, replay another", () => settleDeadLetters(page, deadLetter, adminToken));
    } else {
      console.log("no dead letter was put in, so none is replayed; ConsoleTest puts one in");
    }
    await step("cordon, drain and restore a node", async () =>
      drain(page, await idleNode(adminToken), adminToken, held.projectId),
    );
    await step("force-release", () => forceRelease(page, "left-over"));
    assert.deepEqual(complaints, [], "the browser complained");
    await step("change a policy, refused once", () => changePolicy(page, "quota.gpus_max", "12"));
    await step("two prices with the same start are refused", () => repeatPrice(page));
    assert.ok(
      complaints.length > 1 && complaints.every((text) => /422|409/.test(text)),
      `more than the refusals: ${complaints.join("\n")}`,
    );
  } catch (error) {
    // Report the failure even if the screenshot fails.
    console.error(error);
    await shoot(page, "failed-operator");
    throw error;
  } finally {
    await context.close();
  }
}

const TRIES_MAX = 120;

/** Polls `look` until it returns something. */
async function eventually(what, look) {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const found = await look();
    if (found) {
      return found;
    }
    await new Promise((done) => setTimeout(done, 500));
  }
  throw new Error(`${what} did not come`);
}

/** A node without allocations. */
async function idleNode(token) {
  return eventually("an idle node", async () => {
    const slots = (await call(token, "GET", "/api/v1/slots?limit=200")).items;
    const busy = new Set(slots.filter((slot) => slot.leases.length > 0).map((slot) => slot.node_name));
    return slots.find((slot) => !busy.has(slot.node_name))?.node_name;
  });
}

/** An allocation on part of one host, so that the other host stays idle. */
async function holdSomething(token, name) {
  const tenants = (await call(token, "GET", "/api/v1/tenants")).items;
  const tenant = tenants.find((one) => one.slug === "demo");
  const project = (await call(token, "GET", `/api/v1/tenants/${tenant.id}/projects`)).items[0];
  const offers = (await call(token, "GET", `/api/v1/projects/${project.id}/skus`)).items;
  const offer = offers.find(
    (one) => one.shape === "gpu_slice" && one.price && one.available.some((place) => place.allocations > 0),
  );
  const created = await call(token, "POST", `/api/v1/projects/${project.id}/allocations`, {
    sku: offer.name,
    count: offer.counts[0],
    name,
    protected: true,
  });
  const address = `/api/v1/projects/${project.id}/allocations/${created.id}`;
  const active = await eventually(`${name}, active,`, async () => {
    const now = await call(token, "GET", address);
    assert.notEqual(now.state, "failed", now.failure?.message);
    return now.state === "active" && now;
  });
  const node = await call(token, "GET", `/api/v1/nodes/${active.lease.node_id}`);
  return {
    tenantId: tenant.id,
    tenantName: tenant.name,
    projectId: project.id,
    nodeName: node.name,
    correlationId: created.correlationId,
  };
}

/** The overview, healthy and with mocked issues. */
async function overview(page) {
  await page.waitForURL(`${server}/operator`);
  await page.getByRole("region", { name: "Fleet" }).getByText("free").first().waitFor();
  await page.getByRole("region", { name: "Allocations and queue" }).getByText("The queue is empty.").waitFor();
  await inspect(page, "operator-overview", PARTS.whole);
  await page.route("**/api/v1/overview", async (route) => {
    const now = await (await route.fetch()).json();
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const fleet = {
      ...now.fleet,
      troubled: 7,
      troubled_nodes: [
        {
          node_id: crypto.randomUUID(),
          name: "host-9",
          state: "unreachable",
          reason: "it has been silent for longer than it may",
          since,
        },
      ],
    };
    const queue = {
      ...now.queue,
      stuck: 1,
      waiting: [{ sku: "h100-sxm-slice", allocations: 3, gpus: 24, oldest_at: since }],
    };
    const money = {
      ...now.money,
      in_balance: false,
      pending_adjustments: 2,
      short_of_credit: 1,
      short_tenants: [
        {
          tenant_id: crypto.randomUUID(),
          currency: "USD",
          level: "release_pending",
          deadline: new Date(Date.now() + 1_800_000).toISOString(),
        },
      ],
    };
    const events = {
      ...now.events,
      dead_letters: 4,
      exhausted: 1,
      backlog: { ...now.events.backlog, outbox: { count: 9, more: false, oldest_at: since } },
    };
    await route.fulfill({ json: { ...now, fleet, queue, money, events } });
  });
  await page.reload();
  const todo = page.getByRole("list", { name: "Issues", exact: true });
  await todo.getByText("The ledger does not balance").waitFor();
  await page
    .getByRole("table", { name: "Waiting" })
    .getByRole("row", { name: /^h100-sxm-slice 3 24 1 h ago/ })
    .waitFor();
  await inspect(page, "operator-overview-trouble");
  await todo.getByRole("link", { name: "1 allocation stuck" }).click();
  await page.waitForURL(/\/operator\/allocations\?stuck=true/);
  await page.unrouteAll({ behavior: "wait" });
}

async function mapByTenant(page, tenantName) {
  await go(page, "/operator/fleet");
  await settle(page);
  await page.getByText("By tenant").click();
  await page.getByRole("list", { name: "Legend" }).getByText(tenantName).waitFor();
  await page
    .getByRole("link", { name: new RegExp(`in use by ${tenantName}`) })
    .first()
    .waitFor();
  await quiet(page);
  await inspect(page, "operator-map-by-tenant", PARTS.whole);
}

/** Mocked GPUs that belong to no existing node. */
async function mapOfMany(page, token) {
  const [slot] = (await call(token, "GET", "/api/v1/slots?limit=1")).items;
  const items = Array.from({ length: 200 }, () => ({ ...slot, node_id: "elsewhere", leases: [] }));
  await page.route("**/api/v1/slots?*", (route) => route.fulfill({ json: { items, next_cursor: "more" } }));
  await page.reload();
  await page.getByText("Only the first 4,000 GPUs are shown and counted here.").waitFor();
  await page.getByText("GPUs not shown").first().waitFor();
  assert.equal(await page.getByText("no GPUs reported").count(), 0, "nodes whose GPUs were not loaded claim nothing");
  // A refetch may be halfway through the pages, and the server would refuse the invented cursor.
  await page.goto("about:blank");
  await page.unrouteAll({ behavior: "wait" });
  await page.goto(`${server}/operator/nodes`);
}

async function lookAtNode(page, name) {
  await go(page, "/operator/nodes");
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByText("NUMA node 0").waitFor();
  await inspect(page, "operator-node");
  for (const tab of ["Telemetry", "Tasks"]) {
    await page.getByRole("tab", { name: tab }).click();
    await settle(page);
    await checkAccessible(page, `operator-node-${tab.toLowerCase()}`, PARTS.content);
    await shoot(page, `operator-node-${tab.toLowerCase()}-light`);
  }
  await spanOfCharts(page);
  await page.getByRole("tab", { name: "Certificates" }).click();
  await page.getByRole("table", { name: "Certificates" }).getByText("current", { exact: true }).waitFor();
  await inspect(page, "operator-node-certificates");
  await page.getByRole("tab", { name: "Logs" }).click();
  await page.getByRole("button", { name: "Read" }).click();
  await page.getByRole("status").getByText("live").waitFor();
  await page
    .getByRole("log")
    .getByText(/\S{10}/)
    .first()
    .waitFor();
  await inspect(page, "operator-node-logs-live");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("tab", { name: "Tasks" }).click();
  await page.getByRole("table", { name: "Tasks" }).getByRole("button").first().click();
  await page.getByRole("dialog").getByText("Attempt 1").waitFor();
  await settle(page);
  await shoot(page, "operator-task-light");
  await page.keyboard.press("Escape");
}

/** The time range of charts is kept in the URL. */
async function spanOfCharts(page) {
  await page.getByRole("tab", { name: "Telemetry" }).click();
  await page.getByRole("radiogroup", { name: "Time range" }).getByText("6 h").click();
  await page.waitForURL(/tab=telemetry&span=6h/);
  const asked = page.waitForRequest(
    (request) => request.url().includes("/telemetry?") && request.url().includes(`step_seconds=${6 * 30}`),
  );
  await page.reload();
  await asked;
  await page.getByRole("radio", { name: "6 h", checked: true }).waitFor({ state: "attached" });
}

async function giveReason(page, label, reason) {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: label, exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
}

async function uncordon(page) {
  await page.getByRole("button", { name: "Uncordon" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Uncordon", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
}

/** Cordons, drains and quarantines an idle node, and restores it each time. */
async function drain(page, name, token, projectId) {
  const state = (text) => page.locator("main .state").getByText(text, { exact: true }).waitFor();
  await go(page, "/operator/nodes");
  await page.getByRole("link", { name, exact: true }).click();
  const address = page.url();
  await page.getByRole("button", { name: "Cordon", exact: true }).click();
  await giveReason(page, "Cordon", "somebody looks into it");
  await state("cordoned");
  await shoot(page, "operator-cordoned-light");
  await uncordon(page);
  await state("ready");
  await page.getByRole("button", { name: "Drain" }).click();
  assert.ok(
    await page.getByRole("dialog").getByRole("button", { name: "Drain" }).isDisabled(),
    "a drain needs a reason",
  );
  await page.getByRole("dialog").getByLabel("Deadline").fill("3");
  await shoot(page, "operator-drain-light");
  const asked = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/drain"));
  await giveReason(page, "Drain", "a new power supply");
  const hours = (Date.parse((await asked).postDataJSON().deadline) - Date.now()) / 3_600_000;
  assert.ok(hours > 2.9 && hours <= 3, `the deadline is in ${hours} hours`);
  await page.getByText("Drained: no tenant workloads left").waitFor();
  await page.getByText("a new power supply").waitFor();
  await quiet(page);
  await inspect(page, "operator-drained");
  await waitInVain(page, token, projectId);
  await page.goto(address);
  await uncordon(page);
  await state("ready");
  // The host was notified too, which shows without a reload.
  await page.getByRole("tab", { name: "Tasks" }).click();
  await page
    .getByRole("table", { name: "Tasks" })
    .getByRole("row", { name: /node\.undrain/ })
    .getByText("succeeded")
    .waitFor();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Quarantine" }).click();
  await page.getByRole("dialog").getByText("treated as untrusted").waitFor();
  await checkAccessible(page, "operator-quarantine", PARTS.content);
  await shoot(page, "operator-quarantine-light");
  await giveReason(page, "Quarantine", "a strange sound");
  await state("quarantined");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Readmit" }).click();
  await giveReason(page, "Readmit", "it was a fan");
  await state("ready");
}

/** With one host drained and the other partly used, a request for a whole host waits and can leave the queue. */
async function waitInVain(page, token, projectId) {
  const patient = await call(token, "POST", `/api/v1/projects/${projectId}/allocations`, {
    sku: "h100-sxm-baremetal",
    count: 1,
    name: "patient",
    queue: true,
  });
  assert.equal(patient.state, "queued");
  await go(page, "/operator/queue");
  const row = page.getByRole("table", { name: "Queue" }).getByRole("row", { name: /patient/ });
  await row.waitFor();
  await inspect(page, "operator-queue-waiting");
  await go(page, "/operator");
  await page
    .getByRole("table", { name: "Waiting" })
    .getByRole("row", { name: /^h100-sxm-baremetal 1 8/ })
    .waitFor();
  await shoot(page, "operator-overview-waiting-light");
  await go(page, "/operator/queue");
  await row.getByRole("link", { name: "patient" }).click();
  await page.getByRole("button", { name: "Leave queue" }).click();
  await page.getByRole("dialog").getByText("nothing is deleted").waitFor();
  await shoot(page, "allocation-leave-queue-light");
  await page.getByRole("dialog").getByRole("button", { name: "Leave queue" }).click();
  await page.locator("main .state").getByText("released", { exact: true }).first().waitFor();
}

async function forceRelease(page, name) {
  await go(page, "/operator/allocations");
  await page.getByRole("button", { name: `Force-release ${name}` }).click();
  await page.getByRole("dialog").getByText("even if it is protected").waitFor();
  await shoot(page, "operator-force-release-light");
  await giveReason(page, "Force-release", "its project has ended");
  await page
    .getByRole("row", { name })
    .getByText(/^(releasing|released)$/)
    .first()
    .waitFor();
}

async function changePolicy(page, key, value) {
  await page.goto(`${server}/operator/policies?text=${key}`);
  await page.getByRole("button", { name: `Change ${key}` }).click();
  await page.getByLabel("Value").fill("nonsense");
  await page.getByRole("button", { name: "Change", exact: true }).click();
  // The server's message and correlation id.
  await page.getByRole("dialog").getByRole("alert").getByText("Correlation id").waitFor();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /^Trace of / })
    .waitFor();
  await shoot(page, "operator-policy-refused-light");
  await page.getByLabel("Value").fill(value);
  await page.getByLabel("Reason").fill("a quiet week");
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const row = page.getByRole("row", { name: key });
  await row.getByText("platform", { exact: true }).waitFor();
  await row.getByRole("button", { name: `Clear ${key}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Clear" }).click();
  await row.getByText("default", { exact: true }).waitFor();
}

/** Mocks a delayed event bus. */
async function backlog(page) {
  await go(page, "/operator/dead-letters");
  await page.getByRole("heading", { name: "Events", level: 1 }).waitFor();
  const table = page.getByRole("table", { name: "Backlog" });
  await table.getByRole("row", { name: /^publishing/ }).waitFor();
  assert.ok((await table.getByRole("row").count()) > 3, "every consumer is listed");
  await inspect(page, "operator-backlog");
  const waiting = { count: 10_000, more: true, oldest_at: new Date(Date.now() - 3_600_000).toISOString() };
  await page.route("**/api/v1/event-backlog", (route) =>
    route.fulfill({ json: { outbox: waiting, bus_reachable: true, consumers: [{ consumer: "inventory", waiting }] } }),
  );
  await page.reload();
  await table.getByRole("row", { name: /^inventory more than 10,000 events late 1 h ago/ }).waitFor();
  await checkAccessible(page, "operator-backlog-late", PARTS.content);
  await shoot(page, "operator-backlog-late-light");
  await page.goto(`${server}/operator/health`);
  await page
    .getByRole("region", { name: "Events" })
    .getByText("inventory is more than 10,000 events behind.")
    .waitFor();
  await page.unrouteAll();
  await page.reload();
  await page.getByRole("region", { name: "Events" }).getByText("No delays.").waitFor();
}

/** Replays one dead letter and discards another; the caller of the walk has created both. */
async function settleDeadLetters(page, eventType, token) {
  const left = (count) =>
    eventually(
      `only ${count} dead letters`,
      async () => (await call(token, "GET", "/api/v1/dead-letters")).items.length === count,
    );
  await go(page, "/operator/dead-letters");
  await page
    .getByRole("button", { name: `Inspect ${eventType}` })
    .first()
    .click();
  await page.getByRole("dialog").getByText('"event_type"').waitFor();
  await inspect(page, "operator-dead-letter");
  await page.keyboard.press("Escape");
  await page
    .getByRole("button", { name: `Discard ${eventType}` })
    .first()
    .click();
  assert.ok(
    await page.getByRole("dialog").getByRole("button", { name: "Discard" }).isDisabled(),
    "discarding needs a reason",
  );
  await checkAccessible(page, "operator-discard", PARTS.content);
  await shoot(page, "operator-discard-light");
  await giveReason(page, "Discard", "its tenant is gone");
  await left(1);
  // There is no event for it: the page refetches at the next tick.
  await page.reload();
  await page.getByRole("button", { name: `Replay ${eventType}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Replay" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await left(0);
  await page.reload();
  await page.getByText("No dead letters").waitFor();
}

/** From a correlation id to its trace. */
async function trace(page, correlationId) {
  await page.keyboard.press("Control+K");
  // As copied from response headers.
  await page.locator('input[aria-label="Search pages and commands"]').fill(`X-Correlation-Id: ${correlationId}`);
  await page.getByRole("button", { name: `Trace ${correlationId}` }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/trace/${correlationId}`);
  await page.getByText("allocation.create", { exact: true }).waitFor();
  await page.getByText("allocations.allocation_moved", { exact: true }).first().waitFor();
  await page.locator("main .state").getByText("succeeded").first().waitFor();
  await inspect(page, "operator-trace");
  const tasks = page.locator("main a[href*='task=']");
  assert.ok((await tasks.count()) > 0, "the trace leads to tasks");
  await tasks.first().click();
  await page.getByRole("dialog").getByText("Attempt 1").waitFor();
  await page.keyboard.press("Escape");
}

async function traceFromAudit(page, projectId) {
  await page.goto(`${server}/operator/audit?action=allocation.create`);
  // Actors are shown by name, and a name filters by actor.
  await page.getByRole("table", { name: "Audit events" }).getByRole("button", { name: "Olivia Owner" }).first().click();
  await page.waitForURL(/actor_id=/);
  await page.goto(`${server}/projects/${projectId}/audit`);
  await page
    .getByRole("link", { name: /^Trace of / })
    .first()
    .click();
  await page.waitForURL("**/trace/*");
  await page.getByRole("heading", { name: "Trace" }).waitFor();
}

async function explainPlacement(page, nodeName) {
  await go(page, "/operator/queue");
  await page.getByRole("button", { name: "Explain" }).click();
  // The question is kept in the URL.
  await page.waitForURL(/sku=.+&count=1/);
  await page.reload();
  const verdict = page.getByRole("table", { name: "Verdicts" }).getByRole("row", { name: new RegExp(nodeName) });
  await verdict.getByRole("cell").nth(2).getByText(/\S/).first().waitFor();
  await page.getByText("Strategy:").waitFor();
  await checkAccessible(page, "operator-placement", PARTS.content);
  await shoot(page, "operator-placement-light");
}

async function tenant(page, name) {
  await go(page, "/operator/tenants");
  await page.getByRole("link", { name, exact: true }).waitFor();
  await goBy(page, name, name);
  await page
    .getByRole("table", { name: "Custom prices" })
    .getByRole("row", { name: /\$1\.99.*scheduled/ })
    .waitFor();
  await inspect(page, "operator-tenant");
}

async function joinTokens(page) {
  await go(page, "/operator/join-tokens");
  await page.getByLabel("Number of hosts").fill("3");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByText("3 tokens: copy now").waitFor();
  assert.equal(await page.getByTestId("secret").count(), 3);
  await shoot(page, "operator-join-tokens-made-light");
}
