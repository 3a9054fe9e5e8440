// Commands on an allocation's page.
import { inspect } from "./browser.mjs";

/** Runs one command, sees both outputs and its end. Begins at the page of an active allocation. */
export async function runACommand(page) {
  await page.getByRole("tab", { name: "Commands" }).click();
  const line = "seq 1 40; echo sum-$((20+3)); echo wrong >&2; exit 3";
  await page.getByLabel("Run a command").fill(line);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const output = page.getByRole("region", { name: `Output of ${line}` });
  await output.getByText("sum-23").waitFor();
  const row = page.getByRole("table", { name: "Commands" }).getByRole("row", { name: line });
  await row.getByText("exited").waitFor();
  await row.getByRole("cell", { name: "3", exact: true }).waitFor();
  await inspect(page, "allocation-commands");
  await output.getByText("Errors").click();
  await output.getByText("wrong", { exact: true }).waitFor();
  await output.getByRole("button", { name: "Close the output" }).click();
  await output.waitFor({ state: "hidden" });
  await row.getByRole("button", { name: "Show output" }).click();
  await output.getByText("sum-23").waitFor();
}
