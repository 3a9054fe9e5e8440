import { expect, test } from "vitest";
import { intentCommands, pullCommand, pushCommand } from "./commands";
import type { PublishIntent } from "./queries";

const intent = (registry_url: string, ...kinds: PublishIntent["artifacts"][number]["kind"][]): PublishIntent => ({
  id: "i1",
  project_id: "p1",
  app: "acme/vllm",
  version: "1.0.0",
  state: "open",
  artifacts: kinds.map((kind) => ({ name: "main", kind })),
  registry_url,
  repository: "acme/vllm/i-1",
  secret: "s3cret",
  created_at: "2026-11-19T00:00:00Z",
  created_by: "u1",
  expires_at: "2026-11-19T01:00:00Z",
});

test("commands of an intent name host and repository, never the secret", () => {
  const [podman, skopeo] = intentCommands(intent("https://registry.example.com:8443", "oci_image"));
  expect(podman?.lines).toContain("docker://registry.example.com:8443/acme/vllm/i-1:upload");
  expect(podman?.lines).not.toContain("tls-verify");
  expect(`${podman?.lines}${skopeo?.lines}`).not.toContain("s3cret");
});

test("a registry without TLS gets the options that clients need", () => {
  const commands = intentCommands(intent("http://127.0.0.1:8447", "oci_image", "ui_bundle")).map((one) => one.lines);
  expect(commands[0]).toContain("--tls-verify=false");
  expect(commands[1]).toContain("--dest-tls-verify=false");
  expect(commands[2]).toContain("--plain-http");
  expect(commands[2]).toContain("application/vnd.gpuaas.ui-bundle.v1");
});

test("our own client pushes in one command", () => {
  expect(pushCommand("acme/vllm", "archive")).toBe(
    "gpuaas artifacts push ./file --kind archive --app acme/vllm --app-version 1.0.0 --name main",
  );
});

test("an artifact is pulled by digest", () => {
  expect(pullCommand("https://r.example", "acme/vllm", "sha256:1")).toBe(
    "skopeo copy --src-creds any:TOKEN docker://r.example/acme/vllm@sha256:1 oci:./copy",
  );
});
