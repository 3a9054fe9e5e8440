import { expect, test } from "vitest";
import { templateFor } from "./template";

test("a template names app, version, artifact and digest, in quotes", () => {
  const text = templateFor({ app: "acme/chat-bot", version: "1.10", name: "main", digest: "sha256:abc" });
  expect(text).toContain('app: "acme/chat-bot"');
  // Without quotes it would be the number 1.1.
  expect(text).toContain('version: "1.10"');
  expect(text).toContain('title: "Chat bot"');
  expect(text).toContain('"main": { kind: oci_image, digest: "sha256:abc" }');
  expect(text).toContain('image: "main"');
  // Kept for the server, which inserts the parameter.
  expect(text).toContain(`"\${parameters.model}"`);
});
