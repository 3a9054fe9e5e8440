package io.gpuaas.agent;

import static io.gpuaas.agent.TestNode.PATIENCE;
import static io.gpuaas.agent.TestNode.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.NodeTask;
import io.gpuaas.kernel.TaskId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The agent refuses these tasks and reports the reason. */
class RefusalTest {

    @TempDir
    Path folder;

    private FakeControlPlane controlPlane;
    private TestNode node;

    @SuppressWarnings("NullAway.Init")
    RefusalTest() {}

    @BeforeEach
    void start() throws Exception {
        controlPlane = new FakeControlPlane();
        node = new TestNode(controlPlane, folder.resolve("state"));
        node.enroll();
        node.start();
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
        controlPlane.close();
    }

    @Test
    void aChangedPayloadIsRefusedAndUsesUpNoSequence() throws Exception {
        String other = Base64.getEncoder().encodeToString(user("eve").getBytes(StandardCharsets.UTF_8));
        TaskId task = controlPlane.send("user.provision", user("ada"), json -> json.put("payload", other));
        assertRefused(task, "bad_signature");
        assertThat(node.effects("user.provision-eve")).isZero();
        controlPlane.nudge();
        await().atMost(PATIENCE)
                .until(() -> controlPlane.polls.getLast().path("last_sequence").asLong() == 0);
    }

    @Test
    void aRaisedSequenceIsRefusedAndDoesNotLockTheNodeOut() {
        TaskId forged = controlPlane.send("user.provision", user("ada"), json -> json.put("sequence", Long.MAX_VALUE));
        assertRefused(forged, "bad_signature");
        TaskId honest = controlPlane.send("user.provision", user("bob"));
        assertThat(node.result(honest).path("outcome").asString()).isEqualTo("succeeded");
    }

    @Test
    void aForgedTwinDoesNotEndTheTaskInHand() throws Exception {
        node.fault("slow:user.provision:400");
        NodeTask task = new NodeTask(
                controlPlane.node,
                new TaskId(UUID.randomUUID()),
                "user.provision",
                1,
                controlPlane.nextSequence(),
                controlPlane.now(),
                controlPlane.now().plusSeconds(60),
                payload(user("ada")));
        controlPlane.send(task, UnaryOperator.identity());
        controlPlane.send(task, json -> json.put("sequence", 99));
        controlPlane.send(task, json -> json.put("run_as", "root"));
        assertThat(node.result(task.task()).path("outcome").asString()).isEqualTo("succeeded");
        assertThat(controlPlane.eventsOf(task.task(), "result")).hasSize(1);
    }

    @Test
    void anUnknownKeyIsRefused() {
        assertRefused(
                controlPlane.send("user.provision", user("ada"), json -> json.put("key_id", "other")), "unknown_key");
    }

    @Test
    void aTaskOfAnotherNodeIsRefused() {
        NodeTask task = new NodeTask(
                new NodeId(UUID.randomUUID()),
                new TaskId(UUID.randomUUID()),
                "user.provision",
                1,
                controlPlane.nextSequence(),
                controlPlane.now(),
                controlPlane.now().plusSeconds(60),
                payload(user("ada")));
        assertRefused(controlPlane.send(task, UnaryOperator.identity()), "other_node");
    }

    @Test
    void anExpiredTaskIsRefused() throws Exception {
        NodeTask task = new NodeTask(
                controlPlane.node,
                new TaskId(UUID.randomUUID()),
                "user.provision",
                1,
                controlPlane.nextSequence(),
                controlPlane.now().minusSeconds(120),
                controlPlane.now().minusSeconds(60),
                payload(user("ada")));
        assertRefused(controlPlane.send(task, UnaryOperator.identity()), "task_expired");
        assertThat(node.effects("user.provision-ada")).isZero();
    }

    @Test
    void anOversizePayloadIsRefused() {
        String large = Base64.getEncoder().encodeToString(new byte[NodeTask.Payload.BYTES_MAX + 10]);
        assertRefused(
                controlPlane.send("user.provision", user("ada"), json -> json.put("payload", large)),
                "payload_too_large");
    }

    @Test
    void anUnknownTypeIsRefused() {
        assertRefused(controlPlane.send("host.explode", "{}"), "unknown_type");
    }

    @Test
    void anUnknownFieldInThePayloadIsRefused() throws Exception {
        String payload = user("ada").replace("{\"alloc", "{\"become_root\":true,\"alloc");
        assertRefused(controlPlane.send("user.provision", payload), "payload_invalid");
        assertThat(node.effects("user.provision-ada")).isZero();
    }

    @Test
    void aFieldGivenTwiceIsRefused() {
        String payload = user("ada").replace("{\"alloc", "{\"username\":\"root\",\"alloc");
        assertRefused(controlPlane.send("user.provision", payload), "payload_invalid");
    }

    @Test
    void aPayloadOutOfBoundsIsRefused() {
        assertRefused(controlPlane.send("user.provision", user("../../etc")), "payload_invalid");
    }

    @Test
    void anUnknownFieldInTheEnvelopeIsRefused() {
        assertRefused(
                controlPlane.send("user.provision", user("ada"), json -> json.put("run_as", "root")),
                "envelope_invalid");
    }

    @Test
    void anEnvelopeThatNamesNoTaskDoesNotStopTheOthers() {
        controlPlane.send("user.provision", user("ada"), json -> json.put("task_id", "nonsense"));
        TaskId good = controlPlane.send("user.provision", user("bob"));
        assertThat(node.result(good).path("outcome").asString()).isEqualTo("succeeded");
    }

    @Test
    void aSequenceAtOrBelowTheHighestIsRefusedWhenTheTaskIsUnknown() throws Exception {
        node.result(controlPlane.send("user.provision", user("ada")));
        NodeTask replay = new NodeTask(
                controlPlane.node,
                new TaskId(UUID.randomUUID()),
                "user.provision",
                1,
                1,
                controlPlane.now(),
                controlPlane.now().plusSeconds(60),
                payload(user("bob")));
        assertRefused(controlPlane.send(replay, UnaryOperator.identity()), "sequence_replayed");
        assertThat(node.effects("user.provision-bob")).isZero();
    }

    @Test
    void tasksOutOfOrderAreTakenOnlyUpwards() {
        long low = controlPlane.nextSequence();
        TaskId high = controlPlane.send("user.provision", user("ada"));
        node.result(high);
        NodeTask late = new NodeTask(
                controlPlane.node,
                new TaskId(UUID.randomUUID()),
                "user.provision",
                1,
                low,
                controlPlane.now(),
                controlPlane.now().plusSeconds(60),
                payload(user("bob")));
        assertRefused(controlPlane.send(late, UnaryOperator.identity()), "sequence_replayed");
    }

    @Test
    void aRepeatedTaskGetsItsStoredResultAgainAndIsNotDoneAgain() throws Exception {
        NodeTask task = new NodeTask(
                controlPlane.node,
                new TaskId(UUID.randomUUID()),
                "user.provision",
                1,
                controlPlane.nextSequence(),
                controlPlane.now(),
                controlPlane.now().plusSeconds(60),
                payload(user("ada")));
        controlPlane.send(task, UnaryOperator.identity());
        JsonNode first = node.result(task.task());
        // Give the agent's note of the delivery time to arrive before the server forgets.
        await().atMost(PATIENCE)
                .until(() -> controlPlane.heartbeats.stream()
                        .skip(Math.max(0, controlPlane.heartbeats.size() - 1))
                        .anyMatch(beat -> beat.path("running_tasks").isEmpty()
                                && beat.path("last_sequence").asLong() == 1));
        controlPlane.events.remove(task.task());

        controlPlane.send(task, UnaryOperator.identity());

        JsonNode again = node.result(task.task());
        assertThat(again.path("output")).isEqualTo(first.path("output"));
        assertThat(node.executions(task.task())).isEqualTo(1);
    }

    @Test
    void aTaskForAnEarlierLeaseOfAGpuIsRefused() throws Exception {
        TaskId holder = controlPlane.send("user.provision", leased("ada", 7));
        assertThat(node.result(holder).path("outcome").asString()).isEqualTo("succeeded");
        JsonNode late = node.result(controlPlane.send("user.provision", leased("bob", 6)));
        assertThat(late.path("outcome").asString()).isEqualTo("failed");
        assertThat(late.path("code").asString()).isEqualTo("fencing_token_stale");
        assertThat(node.effects("user.provision-bob")).isZero();
        TaskId next = controlPlane.send("user.provision", leased("eve", 8));
        assertThat(node.result(next).path("outcome").asString()).isEqualTo("succeeded");
    }

    private static String leased(String name, int token) {
        return user(name)
                .replace("{\"alloc", "{\"leases\":[{\"device\":\"GPU-1\",\"fencing_token\":" + token + "}],\"alloc");
    }

    private void assertRefused(TaskId task, String code) {
        JsonNode result = node.result(task);
        assertThat(result.path("outcome").asString()).isEqualTo("refused");
        assertThat(result.path("code").asString()).isEqualTo(code);
    }

    private static NodeTask.Payload payload(String json) {
        return new NodeTask.Payload(json.getBytes(StandardCharsets.UTF_8));
    }
}
