import type { ArtifactKind, PublishIntent } from "./queries";

export const KINDS: { value: ArtifactKind; label: string }[] = [
  { value: "oci_image", label: "Container image" },
  { value: "archive", label: "Archive" },
  { value: "script", label: "Script" },
  { value: "file", label: "File" },
  { value: "ui_bundle", label: "UI bundle" },
  { value: "model", label: "Model" },
];

/** Commands that make a signing key; the private half stays where they run. */
export const KEY_COMMANDS = [
  "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out release.pem",
  "openssl pkey -in release.pem -pubout -out release.pub",
].join("\n");

/** Announces, pushes and publishes with our own client in one step. */
export function pushCommand(app: string, kind: ArtifactKind): string {
  const path = kind === "oci_image" ? "./layout" : "./file";
  return `gpuaas artifacts push ${path} --kind ${kind} --app ${app} --app-version 1.0.0 --name main`;
}

export function signCommand(artifactId: string): string {
  return `gpuaas artifacts sign ${artifactId} --key release.pem`;
}

/** Commands that push to an open intent with other OCI clients. The secret is read, so that no history keeps it. */
export function intentCommands(intent: PublishIntent): { title: string; lines: string }[] {
  const address = new URL(intent.registry_url);
  const target = `${address.host}/${intent.repository}:upload`;
  const isPlain = address.protocol === "http:";
  const read = "read -rs SECRET   # paste the secret, then press Enter";
  return intent.artifacts.flatMap(({ name, kind }) =>
    kind === "oci_image"
      ? [
          {
            title: `${name}, with podman`,
            lines: [
              read,
              `podman push --creds "any:$SECRET" ${isPlain ? "--tls-verify=false " : ""}--digestfile ${name}.digest IMAGE docker://${target}`,
              `cat ${name}.digest`,
            ].join("\n"),
          },
          {
            title: `${name}, with skopeo`,
            lines: [
              read,
              `skopeo copy --dest-creds "any:$SECRET" ${isPlain ? "--dest-tls-verify=false " : ""}--digestfile ${name}.digest oci:./layout docker://${target}`,
              `cat ${name}.digest`,
            ].join("\n"),
          },
        ]
      : [
          {
            title: `${name}, with oras`,
            lines: [
              read,
              `oras push ${isPlain ? "--plain-http " : ""}--username any --password "$SECRET" --artifact-type application/vnd.gpuaas.${kind.replaceAll("_", "-")}.v1 ${target} FILE`,
            ].join("\n"),
          },
        ],
  );
}

/** Pulls an artifact by digest; a tag could move. */
export function pullCommand(registryUrl: string, repository: string, digest: string): string {
  const address = new URL(registryUrl);
  const plain = address.protocol === "http:" ? "--src-tls-verify=false " : "";
  return `skopeo copy --src-creds any:TOKEN ${plain}docker://${address.host}/${repository}@${digest} oci:./copy`;
}
