package io.gpuaas.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.agent.update.Installation;
import io.gpuaas.agent.update.ReleaseSigner;
import io.gpuaas.kernel.TaskId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The agent replaces itself; a restart of the process is a stop and a start of the node on the same folders. */
class UpdateTest {

    private static final byte[] JAR = "the new version".getBytes(StandardCharsets.UTF_8);
    private final Instant later = Instant.now().plusSeconds(3600);

    @TempDir
    Path folder;

    private FakeControlPlane controlPlane;
    private TestNode node;
    private Path install;
    private final ReleaseSigner signer = new ReleaseSigner(3);

    @SuppressWarnings("NullAway.Init")
    UpdateTest() throws Exception {}

    @BeforeEach
    void start() throws Exception {
        install = folder.resolve("install");
        Files.createDirectories(install.resolve("versions/1.0.0"));
        Files.createSymbolicLink(install.resolve("current"), Path.of("versions", "1.0.0"));
        controlPlane = new FakeControlPlane();
        controlPlane.artifacts.put(ReleaseSigner.digest(JAR), JAR);
        node = new TestNode(controlPlane, folder.resolve("state"));
        node.installed = Optional.of(
                new Assembly.Installed(new Installation(install), signer.install(folder.resolve("keys.json"), 2)));
        node.enroll();
        node.start();
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
        controlPlane.close();
    }

    @Test
    void aReleasedVersionIsOnTrialAndStaysWhenTheServerHearsIt() throws Exception {
        TaskId task = controlPlane.send("agent.update", signer.release("1.1.0", JAR, later, 2));
        assertThat(node.exitCode()).isEqualTo(Agent.EXIT_RESTART);
        assertThat(current()).isEqualTo("1.1.0");
        assertThat(install.resolve("versions/1.1.0/gpuaas-agent.jar")).hasBinaryContent(JAR);
        assertThat(install.resolve("trial")).hasContent("1.0.0");
        assertThat(controlPlane.findResult(task))
                .as("not known before the new version is heard")
                .isEmpty();

        restart();

        JsonNode result = node.result(task);
        assertThat(result.path("outcome").asString()).isEqualTo("succeeded");
        assertThat(result.path("output").path("version").asString()).isEqualTo("1.1.0");
        assertThat(result.path("output").path("previous_version").asString()).isEqualTo("1.0.0");
        assertThat(current()).isEqualTo("1.1.0");
        assertThat(install.resolve("trial")).doesNotExist();
    }

    @Test
    void aVersionTheServerDoesNotHearIsReverted() throws Exception {
        TaskId task = controlPlane.send("agent.update", signer.release("1.1.0", JAR, later, 2));
        assertThat(node.exitCode()).isEqualTo(Agent.EXIT_RESTART);
        controlPlane.refuseHeartbeats = true;
        restart();
        assertThat(node.exitCode()).isEqualTo(Agent.EXIT_RESTART);
        assertThat(current()).isEqualTo("1.0.0");

        controlPlane.refuseHeartbeats = false;
        restart();

        assertEnded(task, "failed", "update_reverted");
    }

    @Test
    void aVersionTheStartScriptTookBackIsReportedReverted() throws Exception {
        TaskId task = controlPlane.send("agent.update", signer.release("1.1.0", JAR, later, 2));
        assertThat(node.exitCode()).isEqualTo(Agent.EXIT_RESTART);
        Files.delete(install.resolve("current"));
        Files.createSymbolicLink(install.resolve("current"), Path.of("versions", "1.0.0"));
        restart();
        assertEnded(task, "failed", "update_reverted");
    }

    @Test
    void aVersionThatStayedIsTakenBackByATaskOnceAndNoFurther() throws Exception {
        update("1.1.0");
        TaskId back = controlPlane.send("agent.revert", "{\"from_version\":\"1.1.0\",\"to_version\":\"1.0.0\"}");
        assertThat(node.exitCode()).isEqualTo(Agent.EXIT_RESTART);
        assertThat(current()).isEqualTo("1.0.0");
        assertThat(install.resolve("trial"))
                .as("what to return to when the old one does not come up either")
                .hasContent("1.1.0");
        restart();
        assertThat(node.result(back).path("outcome").asString()).isEqualTo("succeeded");
        assertEnded(
                controlPlane.send("agent.revert", "{\"from_version\":\"1.0.0\",\"to_version\":\"0.9.0\"}"),
                "refused",
                "nothing_to_revert");
        assertThat(current()).isEqualTo("1.0.0");
    }

    @Test
    void nobodyIsTakenBackToWhatTheLastUpdateDidNotReplace() throws Exception {
        assertEnded(
                controlPlane.send("agent.revert", "{\"from_version\":\"1.0.0\",\"to_version\":\"0.9.0\"}"),
                "refused",
                "nothing_to_revert");
        update("1.1.0");
        assertEnded(
                controlPlane.send("agent.revert", "{\"from_version\":\"1.1.0\",\"to_version\":\"0.9.0\"}"),
                "refused",
                "nothing_to_revert");
        assertThat(current()).isEqualTo("1.1.0");
    }

    @Test
    void anUpdateOfLongAgoIsNotTakenBack() throws Exception {
        update("1.1.0");
        Files.writeString(
                folder.resolve("state/replaced.json"),
                "{\"from\":\"1.0.0\",\"to\":\"1.1.0\",\"at\":\"" + Instant.now().minusSeconds(90_000) + "\"}");
        assertEnded(
                controlPlane.send("agent.revert", "{\"from_version\":\"1.1.0\",\"to_version\":\"1.0.0\"}"),
                "refused",
                "revert_too_late");
    }

    private void update(String version) throws Exception {
        Files.writeString(install.resolve("versions/1.0.0/gpuaas-agent.jar"), "the old version");
        TaskId task = controlPlane.send("agent.update", signer.release(version, JAR, later, 2));
        assertThat(node.exitCode()).isEqualTo(Agent.EXIT_RESTART);
        restart();
        assertThat(node.result(task).path("outcome").asString()).isEqualTo("succeeded");
    }

    @Test
    void tooFewSignaturesAreNotARelease() throws Exception {
        assertRefused(signer.release("1.1.0", JAR, later, 1), "manifest_not_signed");
    }

    @Test
    void oneKeyThatSignsTwiceCountsOnce() throws Exception {
        String payload = signer.release("1.1.0", JAR, later, 1);
        String signature = payload.replaceAll(".*\"signatures\":\\[(\\{[^}]*})].*", "$1");
        assertRefused(payload.replace(signature, signature + "," + signature), "manifest_not_signed");
    }

    @Test
    void keysOfSomebodyElseReleaseNothing() throws Exception {
        assertRefused(new ReleaseSigner(3).release("1.1.0", JAR, later, 3), "manifest_not_signed");
    }

    @Test
    void anOlderVersionIsRefused() throws Exception {
        assertRefused(signer.release("0.9.9", JAR, later, 2), "version_not_newer");
    }

    @Test
    void anExpiredReleaseIsRefused() throws Exception {
        assertRefused(signer.release("1.1.0", JAR, Instant.now().minusSeconds(1), 2), "manifest_expired");
    }

    @Test
    void aManifestOfAnotherArtifactIsRefused() throws Exception {
        String payload = signer.release("1.1.0", JAR, later, 2);
        assertRefused(payload.replace("\"version\":\"1.1.0\"", "\"version\":\"1.2.0\""), "manifest_mismatch");
    }

    @Test
    void aTaskWithoutAManifestIsRefused() throws Exception {
        assertRefused(
                "{\"version\":\"1.1.0\",\"digest\":\"" + ReleaseSigner.digest(JAR) + "\",\"size_bytes\":15}",
                "manifest_missing");
    }

    @Test
    void anArtifactWithAnotherDigestIsNotStaged() throws Exception {
        controlPlane.artifacts.put(ReleaseSigner.digest(JAR), "something else!".getBytes(StandardCharsets.UTF_8));
        TaskId task = controlPlane.send("agent.update", signer.release("1.1.0", JAR, later, 2));
        assertEnded(task, "failed", "artifact_digest_mismatch");
        assertThat(install.resolve("versions/1.1.0")).doesNotExist();
        assertThat(current()).isEqualTo("1.0.0");
    }

    @Test
    void aHostWithoutReleaseKeysIsNotUpdated() throws Exception {
        node.stop();
        node.installed = Optional.empty();
        node.start();
        assertRefused(signer.release("1.1.0", JAR, later, 2), "updates_not_configured");
    }

    private void restart() throws Exception {
        node.stop();
        node.start();
    }

    private void assertRefused(String payload, String code) throws Exception {
        assertEnded(controlPlane.send("agent.update", payload), "refused", code);
        assertThat(current()).isEqualTo("1.0.0");
    }

    private void assertEnded(TaskId task, String outcome, String code) {
        JsonNode result = node.result(task);
        assertThat(result.path("outcome").asString()).isEqualTo(outcome);
        assertThat(result.path("code").asString()).isEqualTo(code);
    }

    private String current() throws IOException {
        return Files.readSymbolicLink(install.resolve("current")).getFileName().toString();
    }
}
