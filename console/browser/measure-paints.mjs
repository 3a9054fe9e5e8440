// Prints the paints of several visits as JSON. Started by "gpuaas bench console".
import { readFileSync } from "node:fs";
import { launch, signIn, visitor } from "./browser.mjs";
import { coldPaint, DASHBOARD, notePaints, warmPaint } from "./paints.mjs";

const login = readFileSync(process.env.GPUAAS_LOGIN, "utf8");
const user = "demo-owner";
const password = login.match(new RegExp(`${user} +(\\S+)`))?.[1] ?? "";
const visits = Number(process.env.GPUAAS_VISITS);

const browser = await launch();
try {
  const owner = await visitor(browser);
  await signIn(owner, { user, password });
  await notePaints(owner.page);
  const storageState = await owner.context.storageState();
  const paints = { sign_in_cold: [], dashboard_cold: [], dashboard_warm: [] };
  for (let visit = 0; visit < visits; visit++) {
    paints.sign_in_cold.push(await coldPaint(browser, "/login", "#username"));
    paints.dashboard_cold.push(await coldPaint(browser, "/", DASHBOARD, storageState));
    paints.dashboard_warm.push(await warmPaint(owner.page, "/", DASHBOARD));
  }
  console.log(JSON.stringify(paints));
} finally {
  await browser.close();
}
