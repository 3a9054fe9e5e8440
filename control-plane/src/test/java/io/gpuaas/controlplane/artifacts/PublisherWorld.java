package io.gpuaas.controlplane.artifacts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.registry.RegistryAddress;
import io.gpuaas.controlplane.registry.RegistryClient;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** A tenant with a project and a publisher, and the acts of its people: publish, sign, register and revoke keys. */
final class PublisherWorld {

    static final String RELEASE = "https://sigstore.dev/cosign/sign/v1";
    static final String BUNDLE = "application/vnd.dev.sigstore.bundle.v0.3+json";
    static final byte[] CONFIG = "{\"os\":\"linux\",\"architecture\":\"amd64\"}".getBytes(UTF_8);
    private static final byte[] EMPTY = "{}".getBytes(UTF_8);

    final TestControlPlane plane;
    final String tenant;
    final String project;
    final ApiClient owner;
    final String namespace = "n" + UUID.randomUUID().toString().substring(0, 8);
    final String publisher;

    PublisherWorld(TestControlPlane plane) {
        this.plane = plane;
        tenant = plane.admin().createTenant();
        project = plane.admin().createProject(tenant);
        owner = plane.client(plane.principals().inTenant(Role.TENANT_OWNER, tenant));
        publisher = owner.post(
                        "/api/v1/tenants/" + tenant + "/publishers",
                        "{\"namespace\":\"" + namespace + "\",\"name\":\"Acme\"}")
                .text("id");
    }

    String app() {
        return namespace + "/app";
    }

    String token() {
        return plane.principals().inProject(Role.PROJECT_VIEWER, tenant, project);
    }

    RegistryClient reader() {
        return new RegistryClient(plane.bean(RegistryAddress.class).url(), app(), "Bearer " + token());
    }

    // ---- keys

    static KeyPair pair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static String pem(KeyPair pair) {
        return "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder(64, "\n".getBytes(UTF_8))
                        .encodeToString(pair.getPublic().getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
    }

    String keys() {
        return "/api/v1/tenants/" + tenant + "/publishers/" + publisher + "/keys";
    }

    static String keyBody(String pem) {
        return "{\"name\":\"K\",\"pem\":\"" + pem.replace("\n", "\\n") + "\"}";
    }

    /** Another person of the publisher. */
    ApiClient colleague() {
        return plane.client(plane.principals().inTenant(Role.TENANT_ADMIN, tenant));
    }

    /** Registers a key and returns its id. */
    String register(KeyPair pair) {
        return register(owner, pair);
    }

    String register(ApiClient person, KeyPair pair) {
        Reply added = person.post(keys(), keyBody(pem(pair)));
        assertThat(added.status()).as(added.body()).isEqualTo(201);
        return added.text("id");
    }

    Reply revokeKey(String key) {
        return owner.post(keys() + "/" + key + "/revoke", "{\"reason\":\"the laptop was stolen\"}");
    }

    // ---- publishing

    private String intents() {
        return "/api/v1/projects/" + project + "/publish-intents";
    }

    JsonNode intent(String version, String kind) {
        Reply reply = owner.post(
                intents(),
                "{\"app\":\"%s\",\"version\":\"%s\",\"artifacts\":[{\"name\":\"a\",\"kind\":\"%s\"}]}"
                        .formatted(app(), version, kind));
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        return reply.json();
    }

    static RegistryClient pusher(JsonNode intent) {
        return new RegistryClient(
                intent.path("registry_url").asString(),
                intent.path("repository").asString(),
                "Bearer " + intent.path("secret").asString());
    }

    Reply complete(JsonNode intent, String digest) {
        return owner.post(
                intents() + "/" + intent.path("id").asString() + "/complete",
                "{\"artifacts\":[{\"name\":\"a\",\"digest\":\"" + digest + "\"}]}");
    }

    /** An artifact that was published. */
    record Published(String id, String digest, String version) {}

    static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random().nextBytes(bytes);
        return bytes;
    }

    static String pushImage(RegistryClient client, byte[] config, byte[] layer) {
        client.push(config);
        client.push(layer);
        String manifest = RegistryClient.image("", config, layer);
        String digest = RegistryClient.digest(manifest);
        assertThat(client.putManifest(digest, manifest).status()).isEqualTo(201);
        return digest;
    }

    Published publish(String version) {
        return publish(version, random(100));
    }

    Published publish(String version, byte[] layer) {
        JsonNode intent = intent(version, "oci_image");
        return completed(intent, version, pushImage(pusher(intent), CONFIG, layer));
    }

    Published completed(JsonNode intent, String version, String digest) {
        Reply done = complete(intent, digest);
        assertThat(done.status()).as(done.body()).isEqualTo(200);
        return new Published(done.json().path("artifacts").path(0).path("id").asString(), digest, version);
    }

    /** Pushes referrers through an intent of the same version, whose repository has the artifact already. */
    void attach(Published artifact, Referrer... referrers) {
        JsonNode intent = intent(artifact.version(), "oci_image");
        RegistryClient client = pusher(intent);
        assertThat(client.head("manifests/" + artifact.digest()).status()).isEqualTo(200);
        for (Referrer one : referrers) {
            one.push(client);
        }
        completed(intent, artifact.version(), artifact.digest());
    }

    /** A manifest of one layer that names a subject. */
    static final class Referrer {
        private final String artifactType;
        private final String layerType;
        private final byte[] layer;
        private final String annotations;
        private final String subject;

        Referrer(String artifactType, String layerType, byte[] layer, String annotations, String subject) {
            this.artifactType = artifactType;
            this.layerType = layerType;
            this.layer = layer;
            this.annotations = annotations;
            this.subject = subject;
        }

        String push(RegistryClient client) {
            String manifest = manifest(
                    client,
                    ",\"subject\":{\"mediaType\":\"" + RegistryClient.MANIFEST + "\",\"digest\":\"" + subject
                            + "\",\"size\":1}");
            String digest = RegistryClient.digest(manifest);
            assertThat(client.putManifest(digest, manifest).status()).isEqualTo(201);
            return digest;
        }

        /** Without a subject, under the tag that cosign 2 gives to signatures. */
        void pushTagged(RegistryClient client) {
            String tag = subject.replace(':', '-') + ".sig";
            String untyped = manifest(client, "").replace("\"artifactType\":\"" + artifactType + "\",", "");
            assertThat(client.putManifest(tag, untyped).status()).isEqualTo(201);
        }

        private String manifest(RegistryClient client, String extra) {
            client.push(EMPTY);
            client.push(layer);
            String descriptor = RegistryClient.descriptor(layerType, layer);
            return "{\"schemaVersion\":2,\"mediaType\":\"" + RegistryClient.MANIFEST
                    + "\",\"artifactType\":\"" + artifactType + "\",\"config\":"
                    + RegistryClient.descriptor("application/vnd.oci.empty.v1+json", EMPTY) + ",\"layers\":["
                    + descriptor.substring(0, descriptor.length() - 1) + annotations
                    + "}]" + extra + "}";
        }
    }

    static Referrer bundle(KeyPair signer, String signed, String predicate, String subject) {
        String type = "application/vnd.in-toto+json";
        byte[] statement =
                ("{\"_type\":\"https://in-toto.io/Statement/v1\",\"subject\":[{\"digest\":{\"sha256\":\"%s\"}}],"
                                + "\"predicateType\":\"%s\",\"predicate\":{}}")
                        .formatted(signed.substring(7), predicate)
                        .getBytes(UTF_8);
        byte[] pae = ("DSSEv1 " + type.length() + " " + type + " " + statement.length + " "
                        + new String(statement, UTF_8))
                .getBytes(UTF_8);
        String json =
                ("{\"mediaType\":\"%s\",\"verificationMaterial\":{\"publicKey\":{\"hint\":\"h\"}},\"dsseEnvelope\":"
                                + "{\"payload\":\"%s\",\"payloadType\":\"%s\",\"signatures\":[{\"sig\":\"%s\"}]}}")
                        .formatted(BUNDLE, base64(statement), type, base64(sign(signer.getPrivate(), pae)));
        return new Referrer(BUNDLE, BUNDLE, json.getBytes(UTF_8), "", subject);
    }

    static Referrer bundle(KeyPair signer, Published artifact) {
        return bundle(signer, artifact.digest(), RELEASE, artifact.digest());
    }

    /** As cosign 2 signs; {@code reference} is the repository that the payload names. */
    static Referrer simple(KeyPair signer, String signed, String reference, String subject) {
        byte[] payload = ("{\"critical\":{\"identity\":{\"docker-reference\":\"%s\"},\"image\":"
                        + "{\"docker-manifest-digest\":\"%s\"},\"type\":\"cosign container image signature\"},"
                        + "\"optional\":null}")
                .formatted(reference, signed)
                .getBytes(UTF_8);
        return new Referrer(
                "application/vnd.dev.cosign.artifact.sig.v1+json",
                "application/vnd.dev.cosign.simplesigning.v1+json",
                payload,
                ",\"annotations\":{\"dev.cosignproject.cosign/signature\":\""
                        + base64(sign(signer.getPrivate(), payload)) + "\"}",
                subject);
    }

    private static byte[] sign(PrivateKey key, byte[] message) {
        try {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(key);
            signature.update(message);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    // ---- states

    JsonNode verification(Published artifact) {
        Reply reply = owner.get("/api/v1/projects/" + project + "/artifacts/" + artifact.id() + "/verification");
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.json();
    }

    /** The states when no verification is due any more. */
    JsonNode settled(Published artifact) {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> !verification(artifact).path("pending").asBoolean());
        return verification(artifact);
    }

    void assertVerified(Published artifact) {
        JsonNode found = settled(artifact);
        assertThat(found.path("trust").asString()).as(found.toString()).isEqualTo("verified");
    }

    void assertFailed(Published artifact, String reason) {
        JsonNode found = settled(artifact);
        assertThat(found.path("trust").asString()).as(found.toString()).isEqualTo("failed_verification");
        assertThat(found.path("trust_reason").asString()).isEqualTo(reason);
    }

    JsonNode decision(String digest) {
        return owner.get("/api/v1/projects/" + project + "/launch-decision?digest=" + digest)
                .json();
    }

    List<String> reasons(String digest) {
        return reasons(decision(digest));
    }

    /** The reasons for the artifact itself, as when an app's version names it. */
    List<String> reasons(Published artifact, String digest) {
        return reasons(owner.get("/api/v1/projects/" + project + "/launch-decision?digest=" + digest + "&artifact_id="
                        + artifact.id())
                .json());
    }

    private static List<String> reasons(JsonNode decision) {
        return decision.path("reasons").valueStream().map(JsonNode::asString).toList();
    }

    Reply operate(Published artifact, String act) {
        return operate(plane.admin(), artifact, act);
    }

    static Reply operate(ApiClient operator, Published artifact, String act) {
        return operator.post("/api/v1/artifacts/" + artifact.id() + "/" + act, "{\"reason\":\"because\"}");
    }
}
