package io.gpuaas.agent;

import static io.gpuaas.agent.TestNode.PATIENCE;
import static io.gpuaas.agent.TestNode.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.kernel.TaskId;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The way of a task from the server and back, on a simulated host. */
class AgentTest {

    /** The first pauses of an outage are shorter; by then all are as long as they get. */
    private static final int TRIES_UNTIL_LONGEST_PAUSE = 30;

    private static final int TRIES_MEASURED = 30;

    @TempDir
    Path folder;

    private FakeControlPlane controlPlane;
    private TestNode node;

    @SuppressWarnings("NullAway.Init")
    AgentTest() {}

    @BeforeEach
    void enroll() throws Exception {
        controlPlane = new FakeControlPlane();
        node = new TestNode(controlPlane, folder.resolve("state"));
        assertThat(node.enroll()).isEqualTo(controlPlane.node);
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
        controlPlane.close();
    }

    @Test
    void aTaskIsCarriedOutOnceAndItsEndReported() throws Exception {
        node.start();
        TaskId task = controlPlane.send("user.provision", user("ada"));

        JsonNode result = node.result(task);

        assertThat(result.path("outcome").asString()).isEqualTo("succeeded");
        assertThat(result.path("output").path("username").asString()).isEqualTo("ada");
        assertThat(result.path("output").path("gpus")).hasSize(8);
        assertThat(node.effects("user.provision-ada")).isEqualTo(1);
        assertThat(folder.resolve("state/host/user/ada/authorized_keys"))
                .content()
                .contains("ssh-ed25519");
    }

    @Test
    void theHostsChecksAreReportedOnceTheServerIsHeard() throws Exception {
        node.start();
        await().atMost(Duration.ofSeconds(30)).until(() -> !controlPlane.checks.isEmpty());
        JsonNode report = controlPlane.checks.getFirst();
        assertThat(report.path("agent_version").asString("")).isNotEmpty();
        assertThat(report.path("checks")
                        .valueStream()
                        .map(check -> check.path("name").asString("")))
                .contains("capacity", "node-port", "clock");
    }

    @Test
    void progressIsToldInOrder() throws Exception {
        node.start();
        TaskId task = controlPlane.send("user.provision", user("ada"));
        node.result(task);

        assertThat(controlPlane.eventsOf(task, "started")).hasSize(1);
        assertThat(controlPlane.eventsOf(task, "phase"))
                .extracting(event -> event.path("phase").asString())
                .containsExactly("account", "keys", "verify");
        assertThat(controlPlane.events.getOrDefault(task, Map.of()).keySet()).containsExactly(1, 2, 3, 4, 5);
    }

    @Test
    void noMoreThanFourTasksRunAtATimeAndAllEnd() throws Exception {
        node.start();
        List<TaskId> tasks = Stream.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j")
                .map(name -> controlPlane.send("user.provision", user(name)))
                .toList();
        tasks.forEach(
                task -> assertThat(node.result(task).path("outcome").asString()).isEqualTo("succeeded"));
        await().atMost(PATIENCE)
                .until(() -> controlPlane.polls.getLast().path("last_sequence").asLong() == 10);
    }

    @Test
    void aRunningTaskCanBeCanceled() throws Exception {
        node.fault("slow:user.provision:100000");
        node.start();
        TaskId task = controlPlane.send("user.provision", user("ada"));
        await().atMost(PATIENCE)
                .until(() -> !controlPlane.eventsOf(task, "started").isEmpty());

        controlPlane.cancel(task);

        assertThat(node.result(task).path("outcome").asString()).isEqualTo("canceled");
        assertThat(node.effects("user.provision-ada")).isZero();
    }

    @Test
    void aTaskThatFailsSaysWhy() throws Exception {
        node.fault("fail:user.provision:100");
        node.start();
        JsonNode result = node.result(controlPlane.send("user.provision", user("ada")));
        assertThat(result.path("outcome").asString()).isEqualTo("failed");
        assertThat(result.path("code").asString()).isEqualTo("simulated_fault");
    }

    @Test
    void aResultSurvivesTheControlPlaneBeingAway() throws Exception {
        node.fault("slow:user.provision:60");
        node.start();
        TaskId task = controlPlane.send("user.provision", user("ada"));
        await().atMost(PATIENCE)
                .until(() -> !controlPlane.eventsOf(task, "started").isEmpty());

        controlPlane.goAway();
        await().atMost(PATIENCE).until(() -> node.effects("user.provision-ada") == 1);
        controlPlane.comeBack();

        assertThat(node.result(task).path("outcome").asString()).isEqualTo("succeeded");
        assertThat(node.executions(task)).isEqualTo(1);
    }

    /** Pauses between two tries are 300 times shorter than usual, so that this is an outage of about ten minutes. */
    @Test
    void anOutageIsWaitedOutInPausesAndEveryResultIsDelivered() throws Exception {
        node.fault("slow:user.provision:60");
        node.start();
        List<TaskId> tasks = Stream.of("ada", "bob", "cyd")
                .map(name -> controlPlane.send("user.provision", user(name)))
                .toList();
        await().atMost(PATIENCE)
                .until(() -> tasks.stream()
                        .noneMatch(
                                task -> controlPlane.eventsOf(task, "started").isEmpty()));

        controlPlane.goAway();
        List<Long> tries = new CopyOnWriteArrayList<>();
        try (ServerSocket nobody = listenAt(controlPlane.address().getPort())) {
            Thread.startVirtualThread(() -> hangUp(nobody, tries));
            await().atMost(PATIENCE).until(() -> tries.size() > TRIES_UNTIL_LONGEST_PAUSE + TRIES_MEASURED);
            long took = tries.get(TRIES_UNTIL_LONGEST_PAUSE + TRIES_MEASURED) - tries.get(TRIES_UNTIL_LONGEST_PAUSE);
            assertThat(Duration.ofNanos(took))
                    .as("a poll and three results, each tried again after 100 to 200 ms, and a few heartbeats")
                    .isGreaterThan(Duration.ofMillis(500));
        }
        await().atMost(PATIENCE).ignoreExceptionsInstanceOf(BindException.class).until(() -> {
            controlPlane.comeBack();
            return true;
        });

        for (TaskId task : tasks) {
            assertThat(node.result(task).path("outcome").asString()).isEqualTo("succeeded");
            assertThat(node.executions(task)).isEqualTo(1);
        }
    }

    /** The server that went away lets go of its port a moment later. */
    private static ServerSocket listenAt(int port) {
        return await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(BindException.class)
                .until(() -> new ServerSocket(port, 128, InetAddress.getLoopbackAddress()), socket -> true);
    }

    private static void hangUp(ServerSocket server, List<Long> tries) {
        try {
            while (true) {
                server.accept().close();
                tries.add(System.nanoTime());
            }
        } catch (IOException e) {
            // The outage is over.
        }
    }

    @Test
    void topologyAndInventoryAreToldWhenWanted() throws Exception {
        node.start();
        node.result(controlPlane.send("user.provision", user("ada")));
        controlPlane.wantTopology = true;
        controlPlane.wantInventory = true;
        controlPlane.nudge();

        await().atMost(PATIENCE).until(() -> !controlPlane.topologies.isEmpty() && !controlPlane.inventories.isEmpty());
        JsonNode topology = controlPlane.topologies.getFirst();
        assertThat(topology.path("facts").path("gpus")).hasSize(8);
        assertThat(topology.path("digest").asString()).startsWith("sha256:");
        assertThat(controlPlane.inventories.getFirst().path("running"))
                .extracting(thing ->
                        thing.path("kind").asString() + " " + thing.path("id").asString())
                .containsExactly("user ada");
    }

    @Test
    void heartbeatsTellTheHostAndWhatIsInHand() throws Exception {
        node.fault("slow:user.provision:100000\ngpu-lost:3\nxid:2:79");
        node.start();
        TaskId task = controlPlane.send("user.provision", user("ada"));

        await().atMost(PATIENCE)
                .until(() -> !controlPlane.heartbeats.isEmpty()
                        && controlPlane
                                        .heartbeats
                                        .getLast()
                                        .path("running_tasks")
                                        .size()
                                == 1
                        && controlPlane.heartbeats.getLast().path("gpus").size() == 7);
        JsonNode last = controlPlane.heartbeats.getLast();
        assertThat(last.path("running_tasks").get(0).asString()).isEqualTo(task.toString());
        assertThat(last.path("faults")).extracting(JsonNode::asString).contains("gpu_missing:0000:42:00.0");
        assertThat(last.path("gpus").get(2).path("xid").get(0).asInt()).isEqualTo(79);
        assertThat(last.path("topology_digest").asString()).startsWith("sha256:");
        assertThat(last.path("last_sequence").asLong()).isEqualTo(1);
    }

    @Test
    void aDrainedNodeTakesNothingNewAndTellsWhatIsLeft() throws Exception {
        node.start();
        node.result(controlPlane.send("user.provision", user("ada")));
        JsonNode drained = node.result(controlPlane.send("node.drain", "{}"));
        assertThat(drained.path("output").path("remaining")).hasSize(1);

        JsonNode refused = node.result(controlPlane.send("user.provision", user("bob")));
        assertThat(refused.path("code").asString()).isEqualTo("node_drained");
        JsonNode revoked = node.result(controlPlane.send(
                "user.revoke", "{\"allocation_id\":\"00000000-0000-4000-8000-0000000000aa\",\"username\":\"ada\"}"));
        assertThat(revoked.path("outcome").asString()).isEqualTo("succeeded");
    }

    @Test
    void aDrainedNodeTakesWorkAgainWhenTheServerSaysSo() throws Exception {
        node.start();
        node.result(controlPlane.send("node.drain", "{}"));
        JsonNode undrained = node.result(controlPlane.send("node.undrain", "{}"));
        assertThat(undrained.path("output").path("was_drained").asBoolean()).isTrue();
        JsonNode provisioned = node.result(controlPlane.send("user.provision", user("ada")));
        assertThat(provisioned.path("outcome").asString()).isEqualTo("succeeded");
        JsonNode again = node.result(controlPlane.send("node.undrain", "{}"));
        assertThat(again.path("output").path("was_drained").asBoolean()).isFalse();
    }

    @Test
    void aDrainWaitsByTheServersClockForWhatStillRuns() throws Exception {
        controlPlane.clockOffset = Duration.ofHours(-3);
        node.start();
        node.result(controlPlane.send("user.provision", user("ada")));
        Instant deadline = controlPlane.now().plus(PATIENCE);
        TaskId drain = controlPlane.send("node.drain", "{\"deadline\":\"" + deadline + "\"}");
        await().atMost(PATIENCE)
                .until(() -> !controlPlane.eventsOf(drain, "phase").isEmpty());
        node.result(controlPlane.send(
                "user.revoke", "{\"allocation_id\":\"00000000-0000-4000-8000-0000000000aa\",\"username\":\"ada\"}"));
        JsonNode drained = node.result(drain);
        assertThat(drained.path("outcome").asString()).isEqualTo("succeeded");
        assertThat(drained.path("output").path("remaining")).isEmpty();
    }

    @Test
    void expiryIsJudgedByTheServersClock() throws Exception {
        controlPlane.clockOffset = Duration.ofHours(3);
        node.start();
        TaskId task = controlPlane.send("topology.discover", "{}");
        assertThat(node.result(task).path("outcome").asString()).isEqualTo("succeeded");
        await().atMost(PATIENCE)
                .until(() -> controlPlane
                        .heartbeats
                        .getLast()
                        .path("faults")
                        .toString()
                        .contains("clock_skew"));
    }

    /**
     * A clock that is less than five minutes off works without a word; more is told. Either way the host says what its
     * own clock shows. An answer that takes long looks like a clock that is off, hence the wide margins.
     */
    @ParameterizedTest
    @ValueSource(longs = {-480, -120, 120, 480})
    void aHostWhoseClockIsOffWorksAndSaysSo(long serverAheadSeconds) throws Exception {
        controlPlane.clockOffset = Duration.ofSeconds(serverAheadSeconds);
        node.start();
        TaskId task = controlPlane.send("user.provision", user("ada"));
        assertThat(node.result(task).path("outcome").asString()).isEqualTo("succeeded");
        int heard = controlPlane.heartbeats.size();
        await().atMost(PATIENCE).until(() -> controlPlane.heartbeats.size() > heard);
        JsonNode last = controlPlane.heartbeats.getLast();
        Duration ahead = Duration.between(
                controlPlane.now(), Instant.parse(last.path("at").asString()));
        assertThat(ahead.toSeconds() + serverAheadSeconds).isBetween(-60L, 60L);
        assertThat(last.path("faults").toString().contains("clock_skew:"))
                .isEqualTo(Math.abs(serverAheadSeconds) > 300);
    }
}
