import { expect, test } from "vitest";
import { digestOf, pathInHome, sentenceOf } from "./transfer";

test("a path is in the home however its folder is written", () => {
  expect(pathInHome("", "a.txt")).toBe("a.txt");
  expect(pathInHome("~", "a.txt")).toBe("a.txt");
  expect(pathInHome("~/in/", "a.txt")).toBe("in/a.txt");
  expect(pathInHome(" /in/deep ", "a.txt")).toBe("in/deep/a.txt");
});

test("what the host says is told in a sentence, also what a later one says", () => {
  expect(sentenceOf("not_found")).toBe("There is no such file or folder in the home.");
  expect(sentenceOf("quota_used_up")).toBe("The file was not carried: quota used up.");
});

test("the digest of a file is that of all its pieces", async () => {
  const file = new File([new Uint8Array(2_500_000).fill(7)], "large.bin");
  const seen: number[] = [];
  const digest = await digestOf(file, new AbortController().signal, (bytes) => seen.push(bytes));
  const whole = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  expect(digest).toBe(Array.from(new Uint8Array(whole), (byte) => byte.toString(16).padStart(2, "0")).join(""));
  expect(seen).toEqual([1_048_576, 2_097_152, 2_500_000]);
});

test("who cancels waits for no digest", async () => {
  const given = new AbortController();
  given.abort(new Error("enough"));
  await expect(digestOf(new File(["x"], "x"), given.signal, () => undefined)).rejects.toThrow("enough");
});
