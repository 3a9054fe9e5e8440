import { expect, test } from "vitest";
import { webAddress } from "./links";

test("links lead to the web or nowhere", () => {
  expect(webAddress("https://example.com/a?b#c")).toBe("https://example.com/a?b#c");
  expect(webAddress("HTTP://example.com")).toBe("http://example.com/");
  for (const other of [
    "javascript:alert(1)",
    "java\nscript:alert(1)",
    "file:///etc/passwd",
    "data:text/html,x",
    "vscode://x",
    "//example.com",
    "example.com",
    "",
  ]) {
    expect(webAddress(other), other).toBeUndefined();
  }
});

test("hidden parts of a URL are shown", () => {
  expect(webAddress("https://аpple.com/")).toBe("https://xn--pple-43d.com/");
  expect(webAddress("https://example.com/\u202egpj.exe")).toBe("https://example.com/%E2%80%AEgpj.exe");
});
