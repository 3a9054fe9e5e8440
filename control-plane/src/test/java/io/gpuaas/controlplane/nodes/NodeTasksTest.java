package io.gpuaas.controlplane.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

@Against("PostgreSQL")
class NodeTasksTest {

    private static final String DIGEST = "{\"digest\":\"sha256:" + "0".repeat(64) + "\"}";

    /** Long for a loaded machine, and sooner than nodes that wait are announced again (10 s) or not kept waiting (50 s). */
    private static final Duration AT_ONCE = Duration.ofSeconds(8);

    private final TestControlPlane plane = TestControlPlane.shared();
    private final TestTasks tasks = new TestTasks(plane);

    private static TaskId id(JsonNode envelope) {
        return TaskId.parse(envelope.path("task_id").asString());
    }

    @Test
    void aTaskTravelsSignedAndItsResultEndsIt() {
        TestNode node = TestNode.ready(plane);
        TaskId task = tasks.discover(node.id());
        JsonNode envelope = node.nextTask();
        assertThat(id(envelope)).isEqualTo(task);
        assertThat(envelope.path("sequence").asLong()).isEqualTo(1);
        assertThat(node.signatureHolds(envelope)).isTrue();
        TestNode.Reply reply = node.report(
                envelope,
                TestNode.started(0) + "," + TestNode.log(1, "l") + "," + TestNode.result(2, "succeeded", DIGEST));
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().path("confirmed_index").asInt()).isEqualTo(2);
        assertThat(tasks.state(task)).isEqualTo(TaskState.SUCCEEDED);
    }

    @Test
    void aWaitingNodeGetsItsTaskAtOnce() throws Exception {
        TestNode node = TestNode.ready(plane);
        node.poll(0);
        CompletableFuture<TestNode.Reply> waiting = CompletableFuture.supplyAsync(() -> node.poll(50));
        await().until(() -> plane.bean(Polls.class).waitingNodes().contains(node.id()));
        Instant began = Instant.now();
        TaskId task = tasks.discover(node.id());
        JsonNode got = waiting.get(60, TimeUnit.SECONDS).json().at("/tasks/0");
        assertThat(id(got)).isEqualTo(task);
        assertThat(Duration.between(began, Instant.now())).isLessThan(AT_ONCE);
    }

    @Test
    void aTaskMadeAtOneProcessReachesTheNodeThatPollsAnother() throws Exception {
        try (TestControlPlane there = plane.startTwin(Map.of())) {
            TestNode node = TestNode.ready(plane);
            node.moveTo(there);
            node.requireOk(node.poll(0));
            for (int i = 0; i < 3; i++) {
                CompletableFuture<TestNode.Reply> waiting = CompletableFuture.supplyAsync(() -> node.poll(50));
                await().until(() -> there.bean(Polls.class).waitingNodes().contains(node.id()));
                Instant began = Instant.now();
                TaskId task = tasks.discover(node.id());
                JsonNode got = waiting.get(60, TimeUnit.SECONDS).json().at("/tasks/0");
                assertThat(id(got)).isEqualTo(task);
                assertThat(Duration.between(began, Instant.now())).isLessThan(AT_ONCE);
                assertThat(node.signatureHolds(got)).isTrue();
            }
        }
    }

    @Test
    void aKillBetweenCommitAndSendLosesNothing() {
        TestNode node = TestNode.ready(plane);
        TaskId task = tasks.discover(node.id());
        Dispatch.Work lost = plane.bean(Dispatch.class).take(new Dispatch.Asking(node.id(), node.incarnation(), 0));
        assertThat(lost.tasks())
                .singleElement()
                .satisfies(sent -> assertThat(sent.taskId()).isEqualTo(task));
        JsonNode again = node.nextTask();
        assertThat(id(again)).isEqualTo(task);
        assertThat(again.path("attempt").asInt()).isEqualTo(1);
        assertThat(again.path("sequence").asLong()).isEqualTo(1);
        assertThat(again.path("issued_at").asString())
                .isEqualTo(lost.tasks().getFirst().issuedAt().toString());
        assertThat(node.signatureHolds(again)).isTrue();
        assertThat(node.poll(1).json().path("tasks"))
                .as("once confirmed, not again")
                .isEmpty();
    }

    @Test
    void numbersAreDensePerNode() {
        TestNode node = TestNode.ready(plane);
        for (int i = 0; i < 20; i++) {
            tasks.discover(node.id());
        }
        long expected = 0;
        while (expected < 20) {
            for (JsonNode task : node.requireOk(node.poll(5)).json().path("tasks")) {
                assertThat(task.path("sequence").asLong()).isEqualTo(++expected);
            }
        }
    }

    @Test
    void anIndexIsTakenOnceAndEndsAreFinal() {
        TestNode node = TestNode.ready(plane);
        TaskId task = tasks.discover(node.id());
        JsonNode envelope = node.nextTask();
        node.requireOk(node.report(envelope, TestNode.started(0) + "," + TestNode.phase(1, "looking")));
        node.requireOk(node.report(envelope, TestNode.phase(1, "other") + "," + TestNode.log(2, "text")));
        ApiClient.Reply shown = plane.admin().get("/api/v1/nodes/" + node.id() + "/tasks/" + task);
        assertThat(shown.json().at("/task/phase").asString()).isEqualTo("looking");
        assertThat(shown.json().at("/task/state").asString()).isEqualTo("running");
        assertThat(shown.json().path("events")).hasSize(3);
        node.requireOk(node.report(envelope, TestNode.result(3, "succeeded", DIGEST)));
        TestNode.Reply late = node.report(envelope, TestNode.result(4, "failed", "null"));
        assertThat(late.status()).isEqualTo(200);
        assertThat(late.json().path("confirmed_index").asInt()).isEqualTo(4);
        assertThat(tasks.state(task)).isEqualTo(TaskState.SUCCEEDED);
        assertThat(plane.database().count("SELECT count(*) FROM nodes.task_event WHERE task_id = '" + task + "'"))
                .isEqualTo(4);
    }

    @Test
    void aLongLogIsKeptUpToItsBoundAndTheEndIsStillTaken() {
        TestNode node = TestNode.ready(plane);
        TaskId task = tasks.discover(node.id());
        JsonNode envelope = node.nextTask();
        node.report(envelope, TestNode.started(0));
        for (int i = 1; i <= 6; i++) {
            node.requireOk(node.report(envelope, TestNode.log(i, "x".repeat(60_000))));
        }
        node.requireOk(node.report(envelope, TestNode.result(7, "succeeded", DIGEST)));
        assertThat(tasks.state(task)).isEqualTo(TaskState.SUCCEEDED);
        assertThat(plane.database()
                        .count("SELECT sum(length(text)) FROM nodes.task_event WHERE task_id = '" + task + "'"))
                .isLessThanOrEqualTo(TaskReports.EVENT_BYTES_MAX + 100);
    }

    @Test
    void anInterruptedAttemptIsMadeAnewWithTheNextNumber() {
        TestNode node = TestNode.ready(plane);
        TaskId task = tasks.discover(node.id());
        JsonNode first = node.nextTask();
        node.requireOk(node.report(first, TestNode.started(0) + "," + TestNode.result(1, "interrupted", "null")));
        assertThat(tasks.state(task)).isEqualTo(TaskState.QUEUED);
        JsonNode second = node.nextTask();
        assertThat(id(second)).isEqualTo(task);
        assertThat(second.path("attempt").asInt()).isEqualTo(2);
        assertThat(second.path("sequence").asLong()).isEqualTo(2);
        TestNode.Reply stale = node.report(first, TestNode.result(2, "succeeded", DIGEST));
        assertThat(stale.json().path("cancel").asBoolean())
                .as("the old attempt is to stop")
                .isTrue();
        assertThat(tasks.state(task)).isEqualTo(TaskState.SENT);
        node.requireOk(node.report(second, TestNode.result(0, "succeeded", DIGEST)));
        assertThat(tasks.state(task)).isEqualTo(TaskState.SUCCEEDED);
    }

    @Test
    void anInterruptedTaskThatMustNotBeRepeatedFails() {
        TestNode node = TestNode.ready(plane);
        TaskId task = tasks.add(
                node.id(),
                "agent.update",
                Map.of(
                        "version",
                        "2",
                        "digest",
                        "sha256:" + "a".repeat(64),
                        "size_bytes",
                        1,
                        "manifest",
                        "e30=",
                        "signatures",
                        List.of(Map.of("key_id", "k", "signature", "cw=="))),
                NodeTasks.Options.DEFAULT);
        JsonNode envelope = node.nextTask();
        node.requireOk(node.report(envelope, TestNode.started(0) + "," + TestNode.result(1, "interrupted", "null")));
        assertThat(tasks.find(task).state()).isEqualTo(TaskState.FAILED);
        assertThat(tasks.find(task).code()).isEqualTo("interrupted");
    }

    @Test
    void anOutputThatIsNotAsItMustBeFailsTheTask() {
        TestNode node = TestNode.ready(plane);
        TaskId task = tasks.discover(node.id());
        node.report(node.nextTask(), TestNode.result(0, "succeeded", "{\"digest\":7}"));
        assertThat(tasks.find(task).code()).isEqualTo("output_invalid");
    }

    @Test
    void aPayloadThatIsNotAsItMustBeIsRefused() {
        TestNode node = TestNode.enrolled(plane);
        for (Map<String, ?> payload : java.util.List.<Map<String, ?>>of(
                Map.of("username", "u"),
                Map.of("allocation_id", "x", "username", "u", "ssh_keys", java.util.List.of()),
                Map.of(
                        "allocation_id",
                        UUID.randomUUID().toString(),
                        "username",
                        "Root!",
                        "ssh_keys",
                        java.util.List.of()))) {
            assertThatThrownBy(() -> tasks.add(node.id(), "user.provision", payload, NodeTasks.Options.DEFAULT))
                    .isInstanceOf(ProblemException.class)
                    .hasMessageContaining("user.provision");
        }
        assertThatThrownBy(() -> tasks.add(node.id(), "shell.run", Map.of(), NodeTasks.Options.DEFAULT))
                .hasMessageContaining("no task type");
    }

    @Test
    void cancelEndsWhatWaitsAndAsksForTheRest() {
        TestNode node = TestNode.ready(plane);
        TaskId waiting = tasks.discover(node.id());
        tasks.cancel(waiting);
        assertThat(tasks.state(waiting)).isEqualTo(TaskState.CANCELED);

        TaskId running = tasks.discover(node.id());
        JsonNode envelope = node.nextTask();
        node.report(envelope, TestNode.started(0));
        String path = "/api/v1/nodes/" + node.id() + "/tasks/" + running + "/cancel";
        assertThat(plane.admin()
                        .send("POST", path, null, "Idempotency-Key", "k-" + running)
                        .status())
                .isEqualTo(202);
        await().until(() -> node.poll(1).json().path("cancel").toString().contains(running.toString()));
        node.requireOk(node.report(envelope, TestNode.result(1, "canceled", "null")));
        assertThat(tasks.state(running)).isEqualTo(TaskState.CANCELED);
        assertThat(plane.admin()
                        .send("POST", path, null, "Idempotency-Key", "l-" + running)
                        .text("code"))
                .isEqualTo("node_task_ended");
    }

    @Test
    void anUnsentTaskExpires() {
        TestNode node = TestNode.ready(plane);
        TaskId task =
                tasks.add(node.id(), "topology.discover", Map.of(), new NodeTasks.Options(Duration.ofMillis(1), 1));
        await().until(() -> tasks.state(task) == TaskState.EXPIRED);
    }

    @Test
    void aTaskThatIsNeverStartedIsRepeatedAndFinallyFails() {
        TestNode node = TestNode.ready(plane);
        TaskId task =
                tasks.add(node.id(), "topology.discover", Map.of(), new NodeTasks.Options(Duration.ofHours(1), 2));
        for (int attempt = 1; attempt <= 2; attempt++) {
            assertThat(node.nextTask().path("attempt").asInt()).isEqualTo(attempt);
            plane.database()
                    .execute("UPDATE nodes.task SET expires_at = now() - interval '1 h' WHERE id = '" + task + "'");
            await().until(() -> tasks.state(task) != TaskState.SENT);
        }
        assertThat(tasks.find(task).state()).isEqualTo(TaskState.FAILED);
        assertThat(tasks.find(task).code()).isEqualTo("unanswered");
    }

    @Test
    void aTaskThatRunsTooLongIsStoppedAndExpires() {
        TestNode node = TestNode.ready(plane);
        TaskId task = tasks.discover(node.id());
        node.report(node.nextTask(), TestNode.started(0));
        plane.database().execute("UPDATE nodes.task SET deadline_at = now() WHERE id = '" + task + "'");
        await().until(() -> node.poll(1).json().path("cancel").toString().contains(task.toString()));
        plane.database()
                .execute("UPDATE nodes.task SET deadline_at = now() - interval '1 h' WHERE id = '" + task + "'");
        await().until(() -> tasks.state(task) == TaskState.EXPIRED);
    }

    @Test
    void aTaskThatRunsNowhereIsRepeated() {
        TestNode node = TestNode.ready(plane);
        TaskId lost = tasks.discover(node.id());
        TaskId kept = tasks.discover(node.id());
        node.nextTask();
        for (TaskId task : List.of(lost, kept)) {
            node.requireOk(
                    node.post("tasks/" + task + "/events", "{\"attempt\":1,\"events\":[" + TestNode.started(0) + "]}"));
        }
        plane.database()
                .execute("UPDATE nodes.task SET started_at = now() - interval '5 min' WHERE node_id = '" + node.id()
                        + "'");
        node.requireOk(node.post("heartbeat", """
                {"boot_id":"b","agent_version":"1","at":"%s","last_sequence":2,"running_tasks":["%s"],"gpus":[]}""".formatted(Instant.now(), kept)));
        plane.bean(Heartbeats.class).flush();
        plane.bean(TaskSweeper.class).sweep();

        assertThat(tasks.find(lost).attempt()).isEqualTo(2);
        assertThat(tasks.find(lost).code()).isEqualTo("lost");
        assertThat(tasks.state(kept)).as("the node says it runs").isEqualTo(TaskState.RUNNING);
    }

    @Test
    void aDatabaseRestoredFromACopyGivesOnlyNumbersTheNodeHasNotSeen() {
        TestNode node = TestNode.ready(plane);
        node.lastSequence = 50;
        node.requireOk(node.poll(0));
        TaskId task = tasks.discover(node.id());
        JsonNode envelope = node.nextTask();
        assertThat(id(envelope)).isEqualTo(task);
        assertThat(envelope.path("sequence").asLong()).isEqualTo(51);
        tasks.discover(node.id());
        assertThat(node.nextTask().path("sequence").asLong()).isEqualTo(52);
    }

    @Test
    void aLostAnswerIsRepeatedByTheNextPollAtOnce() {
        TestNode node = TestNode.ready(plane);
        tasks.discover(node.id());
        node.nextTask();
        node.lastSequence = 0;
        Instant began = Instant.now();
        assertThat(node.poll(50).json().at("/tasks/0/sequence").asLong()).isEqualTo(1);
        assertThat(Duration.between(began, Instant.now())).isLessThan(AT_ONCE);
    }

    @Test
    void aNewSigningKeyIsKnownBeforeItSigns() {
        TestNode node = TestNode.ready(plane);
        String body = "{\"reason\":\"yearly\"}";
        String key = plane.admin()
                .post("/api/v1/nodes/task-signing-keys/rotate", body)
                .text("key_id");
        assertThat(node.poll(0).json().path("credentials_stale").asBoolean()).isTrue();
        tasks.discover(node.id());
        JsonNode task = node.nextTask();
        assertThat(task.path("key_id").asString()).isNotEqualTo(key);
        assertThat(node.signatureHolds(task)).isTrue();
        String former = task.path("key_id").asString();
        node.requireOk(node.renew());
        assertThat(String.valueOf(node.credentials)).contains(key, former);
        tasks.discover(node.id());
        node.nextTask();
        String replacement = plane.admin()
                .post("/api/v1/nodes/task-signing-keys/rotate", "{\"reason\":\"leaked\",\"at_once\":true}")
                .text("key_id");
        node.lastSequence--;
        JsonNode again = node.nextTask();
        assertThat(again.path("key_id").asString())
                .as("unconfirmed tasks are signed again")
                .isEqualTo(replacement);
        tasks.discover(node.id());
        JsonNode next = node.nextTask();
        assertThat(next.path("key_id").asString()).isEqualTo(replacement);
        assertThat(node.signatureHolds(next)).as("not heard of the key yet").isFalse();
        node.requireOk(node.renew());
        assertThat(node.signatureHolds(again)).isTrue();
        assertThat(node.signatureHolds(next)).isTrue();
        assertThat(String.valueOf(node.credentials)).contains(replacement).doesNotContain(key, former);
    }
}
