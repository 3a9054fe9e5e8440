// Pushes images and signatures to an open upload, as an OCI client would.
import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, sign } from "node:crypto";

const MANIFEST = "application/vnd.oci.image.manifest.v1+json";
const EMPTY = "application/vnd.oci.empty.v1+json";
const BUNDLE = "application/vnd.dev.sigstore.bundle.v0.3+json";
const IN_TOTO = "application/vnd.in-toto+json";

const digestOf = (content) => `sha256:${createHash("sha256").update(content).digest("hex")}`;

/** A repository that one upload may push to. */
function repository({ registry_url: base, repository: name, secret }) {
  const send = async (method, path, content, type) => {
    const answer = await fetch(new URL(path, base), {
      method,
      headers: { Authorization: `Bearer ${secret}`, ...(type ? { "Content-Type": type } : {}) },
      ...(content === undefined ? {} : { body: content }),
    });
    assert.ok(answer.ok, `${method} ${path} answered ${answer.status}: ${await answer.clone().text()}`);
    return answer;
  };
  return {
    async pushBlob(content, mediaType) {
      const bytes = Buffer.from(content);
      const digest = digestOf(bytes);
      const opened = await send("POST", `/v2/${name}/blobs/uploads/`);
      const to = new URL(opened.headers.get("location"), base);
      to.searchParams.set("digest", digest);
      await send("PUT", to, bytes, "application/octet-stream");
      return { mediaType, digest, size: bytes.length };
    },
    async pushManifest(manifest) {
      const content = JSON.stringify(manifest);
      const digest = digestOf(content);
      await send("PUT", `/v2/${name}/manifests/${digest}`, content, MANIFEST);
      return { mediaType: MANIFEST, digest, size: Buffer.byteLength(content) };
    },
  };
}

/** Pushes an image with one small layer, and returns the descriptor of its manifest. */
export async function pushImage(upload, content) {
  const into = repository(upload);
  const config = await into.pushBlob(
    JSON.stringify({
      architecture: "amd64",
      os: "linux",
      config: {},
      rootfs: { type: "layers", diff_ids: [digestOf(content)] },
    }),
    "application/vnd.oci.image.config.v1+json",
  );
  const layer = await into.pushBlob(content, "application/vnd.oci.image.layer.v1.tar");
  return into.pushManifest({ schemaVersion: 2, mediaType: MANIFEST, config, layers: [layer] });
}

/** Pushes a Sigstore bundle that states the digest of `subject`, signed by a private key. */
export async function pushSignature(upload, subject, app, privateKey) {
  const into = repository(upload);
  const statement = Buffer.from(
    JSON.stringify({
      _type: "https://in-toto.io/Statement/v1",
      subject: [{ name: app, digest: { sha256: subject.digest.slice("sha256:".length) } }],
      predicateType: "https://sigstore.dev/cosign/sign/v1",
      predicate: {},
    }),
  );
  const signed = Buffer.concat([Buffer.from(`DSSEv1 ${IN_TOTO.length} ${IN_TOTO} ${statement.length} `), statement]);
  const bundle = JSON.stringify({
    mediaType: BUNDLE,
    verificationMaterial: { publicKey: { hint: "gpuaas" } },
    dsseEnvelope: {
      payload: statement.toString("base64"),
      payloadType: IN_TOTO,
      signatures: [{ sig: sign("sha256", signed, privateKey).toString("base64") }],
    },
  });
  const config = await into.pushBlob("{}", EMPTY);
  const layer = await into.pushBlob(bundle, BUNDLE);
  await into.pushManifest({
    schemaVersion: 2,
    mediaType: MANIFEST,
    artifactType: BUNDLE,
    config,
    layers: [layer],
    subject,
  });
}

/** A new signing key; `pem` is its public half. */
export function newSigningKey() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return {
    privateKey,
    pem: publicKey.export({ type: "spki", format: "pem" }),
    privatePem: privateKey.export({ type: "pkcs8", format: "pem" }),
  };
}
