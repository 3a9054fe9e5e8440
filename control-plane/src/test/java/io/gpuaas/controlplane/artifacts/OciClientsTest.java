package io.gpuaas.controlplane.artifacts;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.registry.RegistryClient;
import io.gpuaas.controlplane.trust.ArtifactSignatures;
import io.gpuaas.controlplane.trust.SignatureMaterial;
import io.gpuaas.controlplane.trust.SignedArtifact;
import io.gpuaas.controlplane.trust.TrustRequirement;
import io.gpuaas.controlplane.trust.Verification;
import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.RealServers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Clients that people use push an image under an intent, and pull what was published by its digest. */
@Tag("full")
@Against({"crane", "regctl", "oras", "notation", "podman"})
class OciClientsTest {

    private static TestControlPlane plane;

    @TempDir
    Path folder;

    private String project;
    private ApiClient owner;
    private String app;
    private String host;
    private JsonNode intent;
    private Path layout;
    private String digest;
    private String layer;

    @BeforeAll
    static void start() {
        plane = TestControlPlane.start(Map.of("gpuaas.roles", "api,registry", "gpuaas.registry.port", "0"));
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    @BeforeEach
    void openAnIntent() throws Exception {
        String tenant = plane.admin().createTenant();
        project = plane.admin().createProject(tenant);
        owner = plane.client(plane.principals().inTenant(Role.TENANT_OWNER, tenant));
        String namespace = "n" + UUID.randomUUID().toString().substring(0, 8);
        app = namespace + "/app";
        owner.post(
                "/api/v1/tenants/" + tenant + "/publishers", "{\"namespace\":\"" + namespace + "\",\"name\":\"Acme\"}");
        intent = owner.post(
                        intents(),
                        "{\"app\":\"" + app
                                + "\",\"version\":\"1\",\"artifacts\":[{\"name\":\"a\",\"kind\":\"oci_image\"}]}")
                .json();
        host = intent.path("registry_url").asString().substring("http://".length());
        writeLayout();
        signIn(intent.path("secret").asString());
    }

    private String intents() {
        return "/api/v1/projects/" + project + "/publish-intents";
    }

    /** An image with one layer that is a real archive, since podman unpacks it. */
    private void writeLayout() throws Exception {
        Path content = Files.createDirectories(folder.resolve("content"));
        Files.writeString(content.resolve("hello"), UUID.randomUUID().toString());
        Path archive = folder.resolve("layer.tar");
        run("tar", "--create", "--file", archive.toString(), "--directory", content.toString(), "hello");
        byte[] tar = Files.readAllBytes(archive);
        byte[] config = ("{\"os\":\"linux\",\"architecture\":\"amd64\",\"config\":{},\"rootfs\":{\"type\":\"layers\","
                        + "\"diff_ids\":[\"" + RegistryClient.digest(tar) + "\"]}}")
                .getBytes(StandardCharsets.UTF_8);
        byte[] manifest = RegistryClient.image("", config, tar).getBytes(StandardCharsets.UTF_8);
        layout = Files.createDirectories(folder.resolve("layout"));
        Path blobs = Files.createDirectories(layout.resolve("blobs/sha256"));
        for (byte[] blob : List.of(config, tar, manifest)) {
            Files.write(blobs.resolve(RegistryClient.digest(blob).substring(7)), blob);
        }
        Files.writeString(layout.resolve("oci-layout"), "{\"imageLayoutVersion\":\"1.0.0\"}");
        String named = RegistryClient.descriptor(RegistryClient.MANIFEST, manifest)
                .replace("}", ",\"annotations\":{\"org.opencontainers.image.ref.name\":\"v1\"}}");
        Files.writeString(
                layout.resolve("index.json"),
                "{\"schemaVersion\":2,\"mediaType\":\"" + RegistryClient.INDEX + "\",\"manifests\":[" + named + "]}");
        digest = RegistryClient.digest(manifest);
        layer = RegistryClient.digest(tar).substring(7);
    }

    /** The file with credentials that all these clients read. */
    private void signIn(String password) throws IOException {
        String auth = Base64.getEncoder().encodeToString(("any:" + password).getBytes(StandardCharsets.UTF_8));
        Files.writeString(folder.resolve("config.json"), "{\"auths\":{\"" + host + "\":{\"auth\":\"" + auth + "\"}}}");
    }

    private String run(String... command) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        List<String> all = new ArrayList<>(List.of(command));
        all.set(0, RealServers.require(command[0]).toString());
        ProcessBuilder builder =
                new ProcessBuilder(all).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment()
                .putAll(Map.of(
                        "DOCKER_CONFIG", folder.toString(),
                        "REGISTRY_AUTH_FILE", folder.resolve("config.json").toString(),
                        "REGCTL_CONFIG", folder.resolve("regctl.json").toString(),
                        "XDG_CONFIG_HOME", folder.toString(),
                        "HOME", folder.toString()));
        Process process = builder.start();
        if (!process.waitFor(3, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError(command[0] + " does not end: " + Files.readString(output));
        }
        assertThat(process.exitValue())
                .as("%s: %s", String.join(" ", command), Files.readString(output))
                .isZero();
        return Files.readString(output).strip();
    }

    private String pushed() {
        return host + "/" + intent.path("repository").asString();
    }

    /** Publishes what was pushed, and signs in as a machine that may pull. */
    private String publish(String pushedDigest) throws IOException {
        Reply done = owner.post(
                intents() + "/" + intent.path("id").asString() + "/complete",
                "{\"artifacts\":[{\"name\":\"a\",\"digest\":\"" + pushedDigest + "\"}]}");
        assertThat(done.status()).as(done.body()).isEqualTo(200);
        signIn(plane.principals().machine(project, List.of("artifacts.read")));
        return host + "/" + app + "@" + pushedDigest;
    }

    @Test
    void craneRoundTrip() throws Exception {
        run("crane", "push", "--insecure", layout.toString(), pushed() + ":v1");
        assertThat(run("crane", "digest", "--insecure", pushed() + ":v1")).isEqualTo(digest);
        assertThat(run("crane", "ls", "--insecure", pushed())).isEqualTo("v1");
        String published = publish(digest);
        Path pulled = folder.resolve("pulled");
        run("crane", "pull", "--insecure", "--format", "oci", published, pulled.toString());
        assertThat(pulled.resolve("blobs/sha256").resolve(layer)).hasSameBinaryContentAs(blob(layer));
    }

    private Path blob(String hex) {
        return layout.resolve("blobs/sha256").resolve(hex);
    }

    @Test
    void regctlRoundTrip() throws Exception {
        run("regctl", "--verbosity", "error", "registry", "set", "--tls", "disabled", "--skip-check", host);
        run("regctl", "--verbosity", "error", "image", "copy", "ocidir://" + layout + ":v1", pushed() + ":v1");
        assertThat(run("regctl", "--verbosity", "error", "image", "digest", pushed() + ":v1"))
                .isEqualTo(digest);
        assertThat(run("regctl", "--verbosity", "error", "tag", "ls", pushed())).isEqualTo("v1");
        String published = publish(digest);
        Path pulled = folder.resolve("pulled");
        run("regctl", "--verbosity", "error", "image", "copy", published, "ocidir://" + pulled + ":v1");
        assertThat(pulled.resolve("blobs/sha256").resolve(layer)).hasSameBinaryContentAs(blob(layer));
    }

    @Test
    void orasRoundTrip() throws Exception {
        run("oras", "cp", "--from-oci-layout", "--to-plain-http", layout + ":v1", pushed() + ":v1");
        assertThat(run("oras", "resolve", "--plain-http", pushed() + ":v1")).isEqualTo(digest);
        String published = publish(digest);
        Path pulled = folder.resolve("pulled");
        run("oras", "cp", "--from-plain-http", "--to-oci-layout", published, pulled + ":v1");
        assertThat(pulled.resolve("blobs/sha256").resolve(layer)).hasSameBinaryContentAs(blob(layer));
    }

    @Test
    void aSignatureOfNotationIsVerifiedByUs() throws Exception {
        run("crane", "push", "--insecure", layout.toString(), pushed() + ":v1");
        makeSigner();
        String image = pushed() + "@" + digest;
        run("notation", "sign", "--insecure-registry", "--force-referrers-tag=false", image);
        assertThat(run("notation", "list", "--insecure-registry", image))
                .contains("application/vnd.cncf.notary.signature");

        RegistryClient client = new RegistryClient(
                "http://" + host,
                intent.path("repository").asString(),
                "Bearer " + intent.path("secret").asString());
        JsonNode referrers = client.get("referrers/" + digest).json().path("manifests");
        assertThat(referrers).hasSize(1);
        String carrier = referrers.path(0).path("digest").asString();
        JsonNode manifest = client.get("manifests/" + carrier).json();
        byte[] envelope = client.get("blobs/"
                        + manifest.path("layers").path(0).path("digest").asString())
                .body();
        byte[] signed = Files.readAllBytes(blob(digest.substring(7)));
        assertThat(verified(carrier, envelope, digest, signed.length)).isInstanceOf(Verification.Verified.class);
        assertThat(verified(carrier, envelope, RegistryClient.digest("another"), signed.length))
                .isInstanceOf(Verification.Failed.class);
    }

    /** A certificate for signing code, and the authority that issued it. */
    private void makeSigner() throws Exception {
        Path keys = Files.createDirectories(folder.resolve("notation"));
        Path authority = keys.resolve("authority");
        Path signer = keys.resolve("signer");
        String subject = "/C=XX/ST=Somewhere/O=Acme/CN=";
        run(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-days",
                "2",
                "-subj",
                subject + "authority",
                "-addext",
                "basicConstraints=critical,CA:TRUE",
                "-addext",
                "keyUsage=critical,keyCertSign",
                "-keyout",
                authority + ".key",
                "-out",
                authority + ".crt");
        run(
                "openssl",
                "req",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-subj",
                subject + "signer",
                "-keyout",
                signer + ".key",
                "-out",
                signer + ".csr");
        Files.writeString(keys.resolve("extensions"), """
                basicConstraints=CA:FALSE
                keyUsage=critical,digitalSignature
                extendedKeyUsage=codeSigning
                """);
        run(
                "openssl",
                "x509",
                "-req",
                "-in",
                signer + ".csr",
                "-CA",
                authority + ".crt",
                "-CAkey",
                authority + ".key",
                "-CAcreateserial",
                "-days",
                "2",
                "-extfile",
                keys.resolve("extensions").toString(),
                "-out",
                signer + ".crt");
        Files.writeString(
                keys.resolve("chain.crt"),
                Files.readString(Path.of(signer + ".crt")) + Files.readString(Path.of(authority + ".crt")));
        Files.writeString(
                keys.resolve("signingkeys.json"),
                "{\"default\":\"acme\",\"keys\":[{\"name\":\"acme\",\"keyPath\":\"" + signer + ".key\",\"certPath\":\""
                        + keys.resolve("chain.crt") + "\"}]}");
    }

    private Verification verified(String carrier, byte[] envelope, String named, long size) throws Exception {
        X509Certificate certificate;
        try (InputStream in = Files.newInputStream(folder.resolve("notation/authority.crt"))) {
            certificate =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
        Instant now = Instant.now();
        return ArtifactSignatures.verify(
                new SignedArtifact(named, size, RegistryClient.MANIFEST, null, now),
                List.of(new SignatureMaterial.NotationJws(carrier, envelope)),
                new TrustRequirement(List.of(), List.of(certificate), 1, 0),
                now);
    }

    @Test
    void podmanAndBuildahRoundTrip() throws Exception {
        buildah("pull", "oci:" + layout + ":v1");
        String image =
                buildah("images", "--quiet", "--no-trunc").lines().findFirst().orElseThrow();
        Path reported = folder.resolve("digest");
        buildah(
                "push",
                "--tls-verify=false",
                "--format=oci",
                "--digestfile",
                reported.toString(),
                image,
                "docker://" + pushed() + ":v1");
        // Buildah compresses layers, so the digest is another.
        String published = publish(Files.readString(reported).strip());
        storage("podman", "rmi", "--all", "--force");
        storage("podman", "pull", "--tls-verify=false", published);
        assertThat(storage("podman", "image", "inspect", "--format", "{{.Digest}}", published))
                .isEqualTo(published.substring(published.indexOf('@') + 1));
    }

    private String buildah(String... arguments) throws IOException, InterruptedException {
        return storage("buildah", arguments);
    }

    private String storage(String program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                program,
                "--storage-driver=vfs",
                "--root=" + folder.resolve("storage"),
                "--runroot=" + folder.resolve("run")));
        command.addAll(List.of(arguments));
        return run(command.toArray(String[]::new));
    }
}
