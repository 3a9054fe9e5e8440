import { expect, test } from "vitest";
import { digestOf, pathInHome, sentenceOf } from "./transfer";

test("paths are relative to the home whatever the folder's spelling", () => {
  expect(pathInHome("", "a.txt")).toBe("a.txt");
  expect(pathInHome("~", "a.txt")).toBe("a.txt");
  expect(pathInHome("~/in/", "a.txt")).toBe("in/a.txt");
  expect(pathInHome(" /in/deep ", "a.txt")).toBe("in/deep/a.txt");
});

test("host errors become sentences, including unknown ones", () => {
  expect(sentenceOf("not_found")).toBe("File or folder not found in the home directory.");
  expect(sentenceOf("quota_used_up")).toBe("The transfer failed: quota used up.");
});

test("the digest of a file is that of all its pieces", async () => {
  const file = new File([new Uint8Array(2_500_000).fill(7)], "large.bin");
  const seen: number[] = [];
  const digest = await digestOf(file, new AbortController().signal, (bytes) => seen.push(bytes));
  const whole = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  expect(digest).toBe(Array.from(new Uint8Array(whole), (byte) => byte.toString(16).padStart(2, "0")).join(""));
  expect(seen).toEqual([1_048_576, 2_097_152, 2_500_000]);
});

test("canceling stops the digest", async () => {
  const given = new AbortController();
  given.abort(new Error("enough"));
  await expect(digestOf(new File(["x"], "x"), given.signal, () => undefined)).rejects.toThrow("enough");
});
