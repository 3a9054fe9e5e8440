package io.gpuaas.agent;

import static io.gpuaas.agent.TestNode.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.testkit.FreePort;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands, and what only shows when everything works together. */
class NodeAgentTest {

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @SuppressWarnings("NullAway.Init")
    NodeAgentTest() {}

    @Test
    void aHostEnrolsAndTellsWhoItIs() throws Exception {
        try (FakeControlPlane controlPlane = new FakeControlPlane()) {
            String state = folder.resolve("state").toString();
            String server = controlPlane.address().toString();
            assertThat(run("enroll", "--server", server, "--token", controlPlane.joinToken(), "--state", state))
                    .as(err.toString())
                    .isZero();
            assertThat(out.toString()).contains("enrolled as node " + controlPlane.node);
            assertThat(run("status", "--state", state)).isZero();
            assertThat(out.toString()).contains(server).contains("not running").contains("sequence     0");
            assertThat(run("enroll", "--server", server, "--token", controlPlane.joinToken(), "--state", state))
                    .isEqualTo(1);
            assertThat(err.toString()).contains("already");
        }
    }

    @Test
    void wrongUseAndAbsentServersHaveTheirOwnExitCodes() throws Exception {
        String state = folder.resolve("state").toString();
        assertThat(run("enroll", "--server", "https://127.0.0.1:1", "--token", "nonsense", "--state", state))
                .isEqualTo(2);
        assertThat(run("enroll", "--server", "http://127.0.0.1:1", "--token", "nonsense", "--state", state))
                .isEqualTo(2);
        String token = "gpj1.t1." + "s".repeat(32) + "." + "a".repeat(64);
        assertThat(run(
                        "enroll",
                        "--server",
                        "https://127.0.0.1:" + FreePort.find(),
                        "--token",
                        token,
                        "--state",
                        state))
                .isEqualTo(3);
        assertThat(err.toString()).doesNotContain("s".repeat(32));
        assertThat(run("run", "--state", state)).isEqualTo(1);
        assertThat(err.toString()).contains("not enrolled");
    }

    @Test
    void theVersionChecksItself() {
        assertThat(run("self-check")).isZero();
        assertThat(out.toString()).contains("works here");
    }

    @Test
    void figuresOfAGuestTravelWithTheHeartbeats() throws Exception {
        try (FakeControlPlane controlPlane = new FakeControlPlane();
                TestNode node = new TestNode(controlPlane, folder.resolve("state"));
                HttpClient client = HttpClient.newHttpClient()) {
            node.enroll();
            int port = FreePort.find();
            node.guests = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            node.start();
            node.result(controlPlane.send(
                    "slice.provision",
                    "{\"slice_id\":\"00000000-0000-4000-8000-000000000051\","
                            + "\"allocation_id\":\"00000000-0000-4000-8000-0000000000aa\",\"name\":\"s1\","
                            + "\"gpus\":[\"0000:12:00.0\"],\"cpus\":8,\"memory_bytes\":17179869184,"
                            + "\"image\":{\"url\":\"https://images/x\",\"sha256\":\"" + "a".repeat(64) + "\"},"
                            + "\"username\":\"ada\",\"ssh_keys\":[]}"));
            String token = Files.readString(
                    folder.resolve("state/host/slice/00000000-0000-4000-8000-000000000051/telemetry-token"));
            HttpRequest push = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/guest/v1/telemetry"))
                    .header("Authorization", "Bearer " + token)
                    .POST(HttpRequest.BodyPublishers.ofString(
                            "{\"gpus\":[{\"uuid\":\"GPU-9\",\"pci_address\":\"0000:05:00.0\"}]}"))
                    .build();
            assertThat(client.send(push, HttpResponse.BodyHandlers.discarding()).statusCode())
                    .isEqualTo(204);

            await().atMost(PATIENCE)
                    .until(() ->
                            controlPlane.heartbeats.getLast().path("guests").size() == 1);
            assertThat(controlPlane
                            .heartbeats
                            .getLast()
                            .path("guests")
                            .get(0)
                            .path("guest_id")
                            .asString())
                    .isEqualTo("00000000-0000-4000-8000-000000000051");
        }
    }

    private int run(String... arguments) {
        return NodeAgent.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }
}
