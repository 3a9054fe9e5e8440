import type { Artifact } from "./queries";

/** A manifest to begin with, for an image that was published. The server accepts it as it is. */
export function templateFor({ app, version, name, digest }: Pick<Artifact, "app" | "version" | "name" | "digest">) {
  // A text in JSON is a text in YAML, whatever it contains.
  const quoted = (text: string) => JSON.stringify(text);
  const title = (app.split("/")[1] ?? app).replaceAll("-", " ");
  return `# Fields are described in the documentation under "The manifest of an app".
schema: gpuaas.app/v1
app: ${quoted(app)}
version: ${quoted(version)}
profile: gpuaas.launchable_oci_workload/v1
title: ${quoted(title.charAt(0).toUpperCase() + title.slice(1))}
summary: One sentence that says what the app does.
requires:
  gpus: { min: 1, vendors: [nvidia] }
  shapes: [gpu_slice, mig, bare_metal]
artifacts:
  # The app runs exactly the bytes with this digest.
  ${quoted(name)}: { kind: oci_image, digest: ${quoted(digest)} }
parameters:
  type: object
  properties:
    model: { type: string, title: Model, maxLength: 200, default: small, pattern: "^[A-Za-z0-9._/-]+$" }
placement:
  roles:
    server: { allocations: { min: 1, max: 1 } }
workload:
  role: server
  image: ${quoted(name)}
  # Each element becomes one argument; no shell reads it.
  arguments: ["--model", "\${parameters.model}"]
  ports:
    http: { port: 8000, protocol: http1 }
  ready: { port: http, path: /health, within: 10m }
routes:
  api: { family: api, port: http, paths: ["/*"] }
# A version needs a test before it can be reviewed.
tests:
  - name: answers
    steps:
      - wait: running
      - http: { route: api, path: /health }
`;
}
