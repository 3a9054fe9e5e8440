package io.gpuaas.controlplane.updates;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.nodes.TestNode;
import io.gpuaas.testkit.Against;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;

@Against("PostgreSQL")
class ReleasesTest {

    private final TestReleases releases = TestReleases.shared();
    private final Instant later = Instant.now().plusSeconds(3600);

    private Reply register(String body) {
        return releases.admin.post("/api/v1/agent-releases", body);
    }

    private Reply upload(String id, int number, byte[] bytes) {
        return releases.admin.post("/api/v1/agent-releases/" + id + "/parts", TestReleases.part(number, bytes));
    }

    @Test
    void aSignedReleaseIsCompleteOnceItsProgramHasArrivedAndNodesFetchIt() {
        byte[] jar = new byte[Releases.PART_BYTES + 10];
        Arrays.fill(jar, (byte) 7);
        String manifest = TestReleases.manifest(TestReleases.nextVersion(), jar, later);
        Reply made = register(releases.registration(manifest, 0, 1));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        assertThat(made.json().path("state").asString()).isEqualTo("incomplete");
        assertThat(made.json().path("parts").asInt()).isEqualTo(2);
        String id = made.json().path("id").asString();

        TestNode node = TestNode.ready(releases.plane);
        String address = "/node/v1/artifacts/" + TestReleases.digest(jar);
        assertThat(node.send("GET", address, null).status()).isEqualTo(404);
        assertThat(upload(id, 1, Arrays.copyOfRange(jar, Releases.PART_BYTES, jar.length))
                        .json()
                        .path("parts_received")
                        .asInt())
                .isEqualTo(1);
        Reply whole = upload(id, 0, Arrays.copyOf(jar, Releases.PART_BYTES));
        assertThat(whole.json().path("state").asString()).as(whole.body()).isEqualTo("complete");
        TestNode.Reply fetched = node.send("GET", address, null);
        assertThat(fetched.status()).isEqualTo(200);
        assertThat(fetched.body().getBytes(StandardCharsets.ISO_8859_1)).isEqualTo(jar);
        assertThat(upload(id, 0, Arrays.copyOf(jar, Releases.PART_BYTES)).text("code"))
                .isEqualTo("release_state_conflict");
    }

    @Test
    void tooFewKeysWrongKeysAndRepeatedKeysDoNotMakeARelease() {
        String version = TestReleases.nextVersion();
        String manifest = TestReleases.manifest(version, TestReleases.jar(version), later);
        assertThat(register(releases.registration(manifest, 1)).text("code")).isEqualTo("release_not_signed");
        assertThat(register(releases.registration(manifest, 1, 1)).text("code")).isEqualTo("release_not_signed");
        String foreign = releases.registration(manifest, 0, 1).replace("\"r1\"", "\"r2\"");
        assertThat(register(foreign).text("code")).isEqualTo("release_not_signed");
        String other = releases.registration(manifest.replace(version, version + ".1"), 0, 1);
        String mixed = other.replaceAll(
                "\"manifest\":\"[^\"]*\"",
                "\"manifest\":\"" + Base64.getEncoder().encodeToString(manifest.getBytes(StandardCharsets.UTF_8))
                        + "\"");
        assertThat(register(mixed).text("code"))
                .as("signatures of another manifest")
                .isEqualTo("release_not_signed");
    }

    @Test
    void anExpiredReleaseIsRefused() {
        String version = TestReleases.nextVersion();
        Instant past = Instant.now().minusSeconds(1);
        assertThat(register(releases.registration(
                                TestReleases.manifest(version, TestReleases.jar(version), past), 0, 1))
                        .text("code"))
                .isEqualTo("release_expired");
    }

    @Test
    void versionsOnlyGrow() {
        String newest = TestReleases.nextVersion();
        assertThat(register(releases.registration(newest)).status()).isEqualTo(201);
        assertThat(register(releases.registration(newest)).text("code")).isEqualTo("release_version_not_newer");
        assertThat(register(releases.registration("1.9.9")).text("code")).isEqualTo("release_version_not_newer");
        assertThat(register(releases.registration(newest + "-rc1")).text("code"))
                .isEqualTo("release_version_not_newer");
    }

    @Test
    void aManifestNodesWouldRefuseIsRefusedHere() {
        for (String manifest : new String[] {
            "no json",
            "[]",
            "{\"version\":\"9.9\"}",
            TestReleases.manifest("../../etc", new byte[3], later),
            TestReleases.manifest("9.9", new byte[3], later).replace("sha256:", "md5:"),
            TestReleases.manifest("9.9", new byte[3], later).replace("\"size_bytes\":3", "\"size_bytes\":99999999999"),
            TestReleases.manifest("9.9", new byte[3], later).replace("}", ",\"note\":1}"),
        }) {
            assertThat(register(releases.registration(manifest, 0, 1)).text("code"))
                    .as(manifest)
                    .isEqualTo("release_manifest_invalid");
        }
    }

    @Test
    void partsThatDoNotFitAndAWholeWithAnotherDigestAreRefused() {
        String version = TestReleases.nextVersion();
        String id = register(releases.registration(version)).json().path("id").asString();
        byte[] jar = TestReleases.jar(version);
        assertThat(upload(id, 1, jar).text("code")).isEqualTo("release_part_invalid");
        assertThat(upload(id, 0, Arrays.copyOf(jar, jar.length + 1)).text("code"))
                .isEqualTo("release_part_invalid");
        byte[] forged = jar.clone();
        forged[0]++;
        assertThat(upload(id, 0, forged).text("code")).isEqualTo("release_part_invalid");
        assertThat(releases.admin
                        .get("/api/v1/agent-releases/" + id)
                        .json()
                        .path("parts_received")
                        .asInt())
                .as("nothing of it is kept")
                .isZero();
        assertThat(upload(id, 0, jar).json().path("state").asString()).isEqualTo("complete");
    }

    @Test
    void withoutConfiguredKeysNothingIsReleased() {
        assertThat(TestControlPlane.shared()
                        .admin()
                        .post("/api/v1/agent-releases", releases.registration("99.0"))
                        .text("code"))
                .isEqualTo("release_keys_missing");
    }
}
