package io.gpuaas.controlplane.artifacts;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.registry.RegistryClient;
import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.RealServers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The real skopeo pushes an image under a publish intent, and pulls what was published by its digest. */
@Against("skopeo")
class SkopeoTest {

    private static TestControlPlane plane;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        RealServers.require("skopeo");
        plane = TestControlPlane.start(Map.of("gpuaas.roles", "api,registry", "gpuaas.registry.port", "0"));
    }

    @AfterAll
    static void stop() {
        if (plane != null) {
            plane.close();
        }
    }

    private record Layout(Path folder, String digest, List<byte[]> blobs) {}

    private Layout layout() throws IOException {
        byte[] layer = new byte[5_000_000];
        new Random().nextBytes(layer);
        byte[] config = ("{\"os\":\"linux\",\"architecture\":\"amd64\",\"config\":{},\"rootfs\":{\"type\":\"layers\","
                        + "\"diff_ids\":[\"" + RegistryClient.digest(layer) + "\"]}}")
                .getBytes(StandardCharsets.UTF_8);
        byte[] manifest = RegistryClient.image("", config, layer).getBytes(StandardCharsets.UTF_8);
        Path layout = Files.createDirectories(folder.resolve("layout"));
        Path blobs = Files.createDirectories(layout.resolve("blobs/sha256"));
        for (byte[] blob : List.of(config, layer, manifest)) {
            Files.write(blobs.resolve(RegistryClient.digest(blob).substring(7)), blob);
        }
        Files.writeString(layout.resolve("oci-layout"), "{\"imageLayoutVersion\":\"1.0.0\"}");
        Files.writeString(
                layout.resolve("index.json"),
                "{\"schemaVersion\":2,\"manifests\":[" + RegistryClient.descriptor(RegistryClient.MANIFEST, manifest)
                        + "]}");
        return new Layout(layout, RegistryClient.digest(manifest), List.of(config, layer, manifest));
    }

    private record Finished(int exit, String output) {}

    private Finished skopeo(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(RealServers.require("skopeo").toString(), "--insecure-policy", "--tmpdir", folder.toString()));
        command.addAll(Arrays.asList(arguments));
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(3, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError("skopeo does not end: " + Files.readString(output));
        }
        return new Finished(process.exitValue(), Files.readString(output));
    }

    @Test
    void anImageIsPushedPublishedAndPulledByDigest() throws Exception {
        String tenant = plane.admin().createTenant();
        String project = plane.admin().createProject(tenant);
        ApiClient owner = plane.client(plane.principals().inTenant(Role.TENANT_OWNER, tenant));
        String namespace = "n" + UUID.randomUUID().toString().substring(0, 8);
        owner.post(
                "/api/v1/tenants/" + tenant + "/publishers", "{\"namespace\":\"" + namespace + "\",\"name\":\"Acme\"}");
        String intents = "/api/v1/projects/" + project + "/publish-intents";
        JsonNode intent = owner.post(
                        intents,
                        "{\"app\":\"" + namespace
                                + "/app\",\"version\":\"1\",\"artifacts\":[{\"name\":\"a\",\"kind\":\"oci_image\"}]}")
                .json();
        String host = intent.path("registry_url").asString().substring("http://".length());
        Layout layout = layout();
        String pushed = "docker://" + host + "/" + intent.path("repository").asString() + ":any";
        String source = "oci:" + layout.folder();
        assertThat(skopeo("copy", "--dest-tls-verify=false", "--dest-creds", "any:wrong", source, pushed)
                        .exit())
                .isNotZero();
        // Otherwise skopeo compresses layers, and the digest is another.
        Finished push = skopeo(
                "copy",
                "--preserve-digests",
                "--dest-tls-verify=false",
                "--dest-creds",
                "any:" + intent.path("secret").asString(),
                source,
                pushed);
        assertThat(push.exit()).as(push.output()).isZero();
        Reply done = owner.post(
                intents + "/" + intent.path("id").asString() + "/complete",
                "{\"artifacts\":[{\"name\":\"a\",\"digest\":\"" + layout.digest() + "\"}]}");
        assertThat(done.status()).as(done.body()).isEqualTo(200);

        String published = "docker://" + host + "/" + namespace + "/app@" + layout.digest();
        Path pulled = folder.resolve("pulled");
        String token = plane.principals().machine(project, List.of("artifacts.read"));
        Finished pull =
                skopeo("copy", "--src-tls-verify=false", "--src-creds", "any:" + token, published, "dir:" + pulled);
        assertThat(pull.exit()).as(pull.output()).isZero();
        for (byte[] blob : layout.blobs().subList(0, 2)) {
            assertThat(pulled.resolve(RegistryClient.digest(blob).substring(7))).hasBinaryContent(blob);
        }
        assertThat(pulled.resolve("manifest.json"))
                .hasBinaryContent(layout.blobs().getLast());

        String stranger =
                plane.principals().inTenant(Role.TENANT_OWNER, plane.admin().createTenant());
        Finished refused = skopeo(
                "copy",
                "--src-tls-verify=false",
                "--src-creds",
                "any:" + stranger,
                published,
                "dir:" + folder.resolve("stolen"));
        assertThat(refused.exit()).as(refused.output()).isNotZero();
    }
}
