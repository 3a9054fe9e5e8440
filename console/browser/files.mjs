// File uploads and downloads beside a terminal.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { inspect } from "./browser.mjs";
import { HOSTILE } from "./errands.mjs";

/** Binary content that spans several frames. */
const BYTES = 700_001;

/** Runs on the page of an own, open terminal. */
export async function carryFiles({ page, complaints }) {
  await page.getByRole("button", { name: "Files", exact: true }).click();
  const files = page.getByRole("region", { name: "Files" });
  await files.getByText("up to 1,024 MB per file").waitFor();
  const content = randomBytes(BYTES);
  await uploadByKeyboard(page, files, [
    { name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("carried-over\n") },
    { name: "model.bin", mimeType: "application/octet-stream", buffer: content },
  ]);
  await drop(page, "dropped.txt", "fallen-in\n");
  await ended(files, "dropped.txt", "uploaded, 10 B");
  await type(page, "cat note.txt dropped.txt; sha256sum model.bin");
  for (const text of ["carried-over", "fallen-in", createHash("sha256").update(content).digest("hex")]) {
    await page.locator(".xterm-rows").getByText(text).first().waitFor();
  }

  await type(page, "mkdir results; cp model.bin results/again.bin");
  const coming = page.waitForEvent("download");
  await fetchFile(files, "~/results/again.bin");
  const arrived = await coming;
  assert.equal(arrived.suggestedFilename(), "again.bin");
  assert.ok(readFileSync(await arrived.path()).equals(content), "what comes back is what went in");
  await ended(files, "results/again.bin", "downloaded, 684 KiB");

  await browse(page, files, content);

  // Refusals by the host and by the server show their reason.
  await fetchFile(files, "nowhere.txt");
  await files.getByRole("alert").getByText("File or folder not found in the home directory.").waitFor();
  const before = complaints.length;
  await fetchFile(files, "../../etc/shadow");
  await files.getByRole("alert").getByText("The path must name a file inside the home directory.").waitFor();
  await files.getByRole("alert").getByText("Correlation id").waitFor();
  assert.deepEqual(
    complaints.splice(before).map((text) => text.includes("403")),
    [true],
    "one refusal, which the browser writes down",
  );
  await inspect(page, "terminal-files");
  // The narrow window scrolled it away, and the recording test looks for it.
  await type(page, HOSTILE);
  await page.locator(".xterm-rows").getByText("trap seen").last().waitFor();
  await page.getByRole("button", { name: "Files", exact: true }).click();
  await files.waitFor({ state: "hidden" });
}

/** The list of the home: a folder opens, a file in it comes, and an upload goes where one is. */
async function browse(page, files, content) {
  await files.getByRole("button", { name: "Refresh the folder" }).click();
  await files.getByRole("button", { name: "Open results" }).click();
  const row = files.getByRole("row").filter({ hasText: "again.bin" });
  await row.getByText("684 KiB").waitFor();
  assert.equal(await files.getByLabel("Upload to").inputValue(), "results");
  const coming = page.waitForEvent("download");
  await row.getByRole("button", { name: "Download again.bin" }).click();
  assert.ok(readFileSync(await (await coming).path()).equals(content), "the file of the list comes whole");
  await uploadByKeyboard(page, files, [
    { name: "beside.txt", mimeType: "text/plain", buffer: Buffer.from("beside\n") },
  ]);
  await files.getByRole("button", { name: "Download beside.txt" }).waitFor();
  await files.getByRole("navigation", { name: "Folder" }).getByRole("button", { name: "Home" }).click();
  await files.getByRole("button", { name: "Download note.txt" }).waitFor();
}

/** Files above the limit are reported. Leaving the page cancels transfers. */
export async function tooManyFiles(page) {
  await page.getByRole("button", { name: "Files", exact: true }).click();
  const files = page.getByRole("region", { name: "Files" });
  const choosing = page.waitForEvent("filechooser");
  await files.getByRole("button", { name: "Upload files" }).click();
  await (await choosing).setFiles(
    Array.from({ length: 22 }, (_, number) => ({
      name: `many-${number}`,
      mimeType: "text/plain",
      buffer: Buffer.from("x"),
    })),
  );
  await files.getByText("Only 20 files can be transferred at a time; 2 were skipped.").waitFor();
  await page.reload();
  await page.getByTestId("terminal-status").getByText("Connected").waitFor();
}

async function uploadByKeyboard(page, files, given) {
  const choosing = page.waitForEvent("filechooser");
  await files.getByRole("button", { name: "Upload files" }).focus();
  await page.keyboard.press("Enter");
  await (await choosing).setFiles(given);
  for (const { name } of given) {
    await ended(files, name, "uploaded, ");
  }
}

async function drop(page, name, text) {
  const carried = await page.evaluateHandle(
    ([called, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], called));
      return transfer;
    },
    [name, text],
  );
  const shell = page.getByTestId("terminal");
  await shell.dispatchEvent("dragover", { dataTransfer: carried });
  await page.locator(".drop-here").waitFor();
  await shell.dispatchEvent("drop", { dataTransfer: carried });
}

async function fetchFile(files, path) {
  const field = files.getByLabel("Download", { exact: true });
  await field.fill(path);
  await field.press("Enter");
}

async function ended(files, path, how) {
  await files.getByRole("listitem").filter({ hasText: path }).getByText(how).first().waitFor();
}

async function type(page, line) {
  await page.locator(".xterm-helper-textarea").focus();
  await page.keyboard.type(`${line}\n`);
}
