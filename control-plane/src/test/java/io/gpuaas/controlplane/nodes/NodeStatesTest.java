package io.gpuaas.controlplane.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.MovableClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

@Against("PostgreSQL")
class NodeStatesTest {

    @SuppressWarnings("NullAway.Init")
    private static TestControlPlane plane;

    @BeforeAll
    static void start() {
        plane = TestControlPlane.start(Map.of());
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    private final ApiClient admin = plane.admin();
    private final TestTasks tasks = new TestTasks(plane);

    private JsonNode show(TestNode node) {
        return admin.get("/api/v1/nodes/" + node.id()).json();
    }

    private String state(TestNode node) {
        return show(node).path("state").asString();
    }

    private ApiClient.Reply act(TestNode node, String verb) {
        return admin.post("/api/v1/nodes/" + node.id() + "/" + verb, "{\"reason\":\"r\"}");
    }

    private ApiClient.Reply uncordon(TestNode node) {
        return admin.send(
                "POST",
                "/api/v1/nodes/" + node.id() + "/uncordon",
                null,
                "Idempotency-Key",
                java.util.UUID.randomUUID().toString());
    }

    @Test
    void theTableLeadsOutOfEveryStateButTheLast() {
        for (NodeState state : NodeState.values()) {
            boolean leadsOn = EnumSet.allOf(NodeState.class).stream().anyMatch(next -> NodeStates.allowed(state, next));
            assertThat(leadsOn).as(state.wire()).isEqualTo(state != NodeState.RETIRED);
            assertThat(NodeStates.allowed(state, state)).isFalse();
        }
    }

    @Test
    void aNodeIsReadyOnceItHasToldWhatItIsAndWhatRuns() {
        TestNode node = TestNode.enrolled(plane);
        assertThat(state(node)).isEqualTo("enrolling");
        JsonNode asked = node.poll(0).json();
        assertThat(asked.path("want_topology").asBoolean()).isTrue();
        assertThat(asked.path("want_inventory").asBoolean()).isTrue();
        node.requireOk(node.topology("GPU-a"));
        assertThat(state(node)).isEqualTo("enrolling");
        node.requireOk(node.inventory());
        assertThat(state(node)).isEqualTo("ready");
        JsonNode after = node.poll(0).json();
        assertThat(after.path("want_topology").asBoolean()).isFalse();
    }

    @Test
    void cordonDrainAndBack() {
        TestNode node = TestNode.ready(plane);
        assertThat(act(node, "cordon").text("state")).isEqualTo("cordoned");
        assertThat(act(node, "cordon").text("code")).isEqualTo("node_state_conflict");
        assertThat(act(node, "drain").text("state")).isEqualTo("draining");
        JsonNode task = node.nextTask();
        assertThat(task.path("type").asString()).isEqualTo("node.drain");
        node.requireOk(node.report(task, TestNode.result(0, "succeeded", "{\"remaining\":[]}")));
        await().untilAsserted(() -> assertThat(state(node)).isEqualTo("drained"));
        assertThat(show(node).path("drain_remaining").asInt()).isZero();
        assertThat(uncordon(node).text("state")).isEqualTo("ready");
        assertThat(uncordon(node).text("code")).isEqualTo("node_state_conflict");
        JsonNode undrain = node.nextTask();
        assertThat(undrain.path("type").asString())
                .as("the host keeps its drain until it is told that it is over")
                .isEqualTo("node.undrain");
        node.requireOk(node.report(undrain, TestNode.result(0, "succeeded", "{\"was_drained\":true}")));
        act(node, "cordon");
        uncordon(node);
        assertThat(node.poll(0).json().path("tasks"))
                .as("it was not drained again")
                .isEmpty();
    }

    @Test
    void aDrainThatLeavesSomethingOrIsOverdueKeepsTheNodeDraining() {
        TestNode node = TestNode.ready(plane);
        act(node, "drain");
        JsonNode task = node.nextTask();
        node.report(task, TestNode.result(0, "succeeded", "{\"remaining\":[{\"kind\":\"slice\",\"id\":\"slice-1\"}]}"));
        await().untilAsserted(() ->
                assertThat(show(node).path("drain_remaining").asInt()).isEqualTo(1));
        assertThat(state(node)).isEqualTo("draining");

        TestNode late = TestNode.ready(plane);
        act(late, "drain");
        TaskId overdue = TaskId.parse(late.nextTask().path("task_id").asString());
        plane.database()
                .execute("UPDATE nodes.task SET deadline_at = now() - interval '1 h' WHERE id = '" + overdue + "'");
        await().until(() -> tasks.state(overdue) == TaskState.EXPIRED);
        assertThat(state(late)).as("nobody knows what is left there").isEqualTo("draining");
        assertThat(show(late).path("drain_remaining").isMissingNode()
                        || show(late).path("drain_remaining").isNull())
                .isTrue();
    }

    @Test
    void anOccupiedNodeIsAskedRoundAfterRoundUntilItIsEmpty() {
        TestNode node = TestNode.ready(plane);
        act(node, "drain");
        JsonNode first = node.nextTask();
        assertThat(deadline(first))
                .as("a round, not the whole drain")
                .isBefore(Instant.now().plusSeconds(61));
        node.report(
                first, TestNode.result(0, "succeeded", "{\"remaining\":[{\"kind\":\"slice\",\"id\":\"slice-1\"}]}"));
        await().untilAsserted(() ->
                assertThat(show(node).path("drain_remaining").asInt()).isEqualTo(1));
        plane.bean(DrainRounds.class).askAgain(Instant.now());
        assertThat(node.poll(0).json().path("tasks")).as("not at once").isEmpty();
        assertThat(state(node)).isEqualTo("draining");

        plane.bean(DrainRounds.class).askAgain(Instant.now().plusSeconds(31));
        plane.bean(DrainRounds.class).askAgain(Instant.now().plusSeconds(31));
        JsonNode second = node.nextTask();
        assertThat(second.path("type").asString()).isEqualTo("node.drain");
        assertThat(node.poll(0).json().path("tasks")).as("one round at a time").isEmpty();
        node.report(second, TestNode.result(0, "succeeded", "{\"remaining\":[]}"));
        await().untilAsserted(() -> assertThat(state(node)).isEqualTo("drained"));
        plane.bean(DrainRounds.class).askAgain(Instant.now().plusSeconds(31));
        assertThat(node.poll(0).json().path("tasks")).as("it is done").isEmpty();
    }

    @Test
    void aRoundThatFailedIsFollowedByAnotherAlsoAfterTheDeadline() {
        TestNode node = TestNode.ready(plane);
        act(node, "drain");
        JsonNode failed = node.nextTask();
        node.report(failed, TestNode.result(0, "failed", "null"));
        await().until(() -> tasks.state(TaskId.parse(failed.path("task_id").asString())) == TaskState.FAILED);
        plane.database()
                .execute(
                        "UPDATE nodes.node SET drain_deadline = now() - interval '1 h' WHERE id = '" + node.id() + "'");
        plane.bean(DrainRounds.class).askAgain(Instant.now().plusSeconds(31));
        node.report(node.nextTask(), TestNode.result(0, "succeeded", "{\"remaining\":[]}"));
        await().untilAsserted(() -> assertThat(state(node)).isEqualTo("drained"));
    }

    @Test
    void aDrainThatWasCalledOffTellsNothingOfTheNextOne() {
        TestNode node = TestNode.ready(plane);
        act(node, "drain");
        JsonNode former = node.nextTask();
        act(node, "cordon");
        act(node, "drain");
        JsonNode present = node.nextTask();
        node.report(former, TestNode.result(0, "succeeded", "{\"remaining\":[]}"));
        node.report(
                present, TestNode.result(0, "succeeded", "{\"remaining\":[{\"kind\":\"slice\",\"id\":\"slice-1\"}]}"));
        await().untilAsserted(() ->
                assertThat(show(node).path("drain_remaining").asInt()).isEqualTo(1));
        assertThat(state(node)).isEqualTo("draining");
    }

    private static Instant deadline(JsonNode task) {
        byte[] payload = Base64.getDecoder().decode(task.path("payload").asString());
        return Instant.parse(TestNode.JSON.readTree(payload).path("deadline").asString());
    }

    @Test
    void aSilentNodeMustTellBeforeItIsReadyAgain() {
        TestNode node = TestNode.ready(plane, "GPU-s");
        node.requireOk(node.inventory("slice-1", "slice-2"));
        act(node, "cordon");
        plane.bean(Heartbeats.class).flush();
        plane.database()
                .execute(
                        "UPDATE nodes.pulse SET heard_at = now() - interval '1 h' WHERE node_id = '" + node.id() + "'");
        plane.bean(SilenceWatch.class).markSilentSince(Instant.now().minusSeconds(30), Instant.now());
        assertThat(state(node)).isEqualTo("unreachable");
        assertThat(node.heartbeat().json().path("want_topology").asBoolean()).isTrue();
        assertThat(state(node)).as("to be heard is not enough").isEqualTo("unreachable");
        assertThat(node.poll(0).json().path("want_inventory").asBoolean()).isTrue();
        node.requireOk(node.topology("GPU-s"));
        node.requireOk(node.inventory("slice-2"));
        assertThat(state(node)).as("what it was before").isEqualTo("cordoned");
        Map<String, Boolean> missing = new java.util.HashMap<>();
        show(node)
                .path("running")
                .forEach(one -> missing.put(
                        one.path("id").asString(), one.path("missing").asBoolean()));
        assertThat(missing).containsEntry("slice-1", true).containsEntry("slice-2", false);
    }

    @Test
    void aNodeThatCameBackBeforeAnybodyLookedWasSilentAllTheSame() {
        TestNode brief = TestNode.ready(plane);
        TestNode unheard = TestNode.ready(plane);
        TestNode silent = TestNode.ready(plane);
        // Their own pulses are written first: one written later would be newer than those below.
        plane.bean(Heartbeats.class).flush();
        Instant heard = Instant.now().truncatedTo(java.time.temporal.ChronoUnit.MICROS);
        hear(brief, heard, heard.plusSeconds(30), Instant.EPOCH);
        hear(unheard, heard, heard.plusSeconds(31), heard.plusSeconds(1));
        hear(silent, heard, heard.plusSeconds(31), Instant.EPOCH);
        plane.bean(SilenceWatch.class).markSilentSince(Instant.EPOCH, Instant.now());
        assertThat(state(brief)).isEqualTo("ready");
        assertThat(state(unheard)).as("nobody listened then").isEqualTo("ready");
        assertThat(state(silent)).isEqualTo("unreachable");
        assertThat(plane.bean(NodeReadings.class).findHeardAt(silent.id())).contains(heard);
        assertThat(plane.database()
                                .count("SELECT count(*) FROM events.outbox WHERE aggregate = 'node:" + silent.id()
                                        + "' AND envelope LIKE '%silent_since%'")
                        + plane.database()
                                .count("SELECT count(*) FROM events.bus_message WHERE aggregate = 'node:" + silent.id()
                                        + "' AND envelope::text LIKE '%silent_since%'"))
                .as("told with the state")
                .isPositive();
        silent.requireOk(silent.topology());
        silent.requireOk(silent.inventory());
        plane.bean(SilenceWatch.class).markSilentSince(Instant.EPOCH, Instant.now());
        assertThat(state(silent)).as("once for each silence").isEqualTo("ready");
    }

    private static void hear(TestNode node, Instant first, Instant next, Instant listeningSince) {
        PulseStore pulses = plane.bean(PulseStore.class);
        pulses.writePulses(List.of(Heartbeats.Pulse.at(first, node.id(), null)), listeningSince);
        pulses.writePulses(List.of(Heartbeats.Pulse.at(next, node.id(), null)), listeningSince);
    }

    /** Both run an hour ahead of the plane, whose own watch sees a node that reports. */
    @Test
    void aProcessThatJustBeganJudgesNoSilence() {
        TestNode node = TestNode.ready(plane);
        plane.bean(Heartbeats.class).flush();
        MovableClock clock = MovableClock.stoppedAt(Instant.now().plus(Duration.ofHours(1)));
        Heartbeats fresh = new Heartbeats(
                plane.bean(PulseStore.class), plane.bean(FaultWatch.class), clock, new SimpleMeterRegistry());
        SilenceWatch watch = new SilenceWatch(
                plane.bean(JdbcClient.class),
                fresh,
                plane.bean(NodeLifecycle.class),
                plane.bean(TransactionTemplate.class),
                plane.bean(IdSource.class),
                clock);
        watch.watch();
        assertThat(state(node)).isEqualTo("ready");
        clock.forward(SilenceWatch.SILENCE_MAX.plusSeconds(1));
        node.requireOk(node.heartbeat());
        watch.watch();
        assertThat(state(node)).as("it has listened for long enough").isEqualTo("unreachable");
    }

    @Test
    void aNodeWhoseNumbersWentBackIsQuarantinedAndReadmittedWithNewNumbers() {
        TestNode node = TestNode.ready(plane);
        for (int i = 0; i < 3; i++) {
            tasks.discover(node.id());
            node.report(node.nextTask(), TestNode.result(0, "failed", "null"));
        }
        node.requireOk(node.poll(0));
        TaskId open = tasks.discover(node.id());
        node.lastSequence = 1;
        assertThat(node.requireOk(node.poll(1)).json().path("tasks")).isEmpty();
        assertThat(state(node)).isEqualTo("quarantined");
        assertThat(show(node).path("state_reason").asString()).contains("sequence_went_back");
        assertThat(node.requireOk(node.poll(1)).json().path("tasks")).isEmpty();
        assertThat(tasks.state(open)).isEqualTo(TaskState.QUEUED);
        assertThat(act(node, "readmit").text("state")).isEqualTo("enrolling");
        node.requireOk(node.topology());
        node.requireOk(node.inventory());
        assertThat(state(node)).isEqualTo("ready");
        JsonNode task = node.nextTask();
        assertThat(task.path("sequence").asLong()).isGreaterThan(3);
        assertThat(TaskId.parse(task.path("task_id").asString())).isEqualTo(open);
    }

    @Test
    void aGpuThatIsGoneIsOutOfServiceUntilItIsBack() {
        TestNode node = TestNode.ready(plane, "GPU-1", "GPU-2");
        assertThat(node.topology("GPU-1", "GPU-2").json().path("version").asInt())
                .isEqualTo(1);
        assertThat(node.topology("GPU-1").json().path("version").asInt()).isEqualTo(2);
        assertThat(gpu(node, "GPU-2")).isEqualTo("missing");
        assertThat(gpu(node, "GPU-1")).isEqualTo("in_service");
        await().untilAsserted(() -> assertThat(slots(node))
                .containsEntry("GPU-1", "in_service")
                .containsEntry("GPU-2", "out_of_service GPU missing: not in topology version 2"));
        assertThat(node.topology("GPU-1", "GPU-2", "GPU-3")
                        .json()
                        .path("version")
                        .asInt())
                .isEqualTo(3);
        assertThat(gpu(node, "GPU-2")).isEqualTo("in_service");
        await().untilAsserted(() -> assertThat(slots(node)).containsEntry("GPU-2", "in_service"));
        await().untilAsserted(() -> {
            assertThat(events(node, "nodes.gpu_missing")).isEqualTo(1);
            assertThat(events(node, "nodes.gpu_appeared")).isEqualTo(2);
        });
        String facts =
                admin.get("/api/v1/nodes/" + node.id() + "/topology?version=2").text("facts");
        assertThat(facts).contains("GPU-1").doesNotContain("GPU-2");
    }

    private long events(TestNode node, String type) {
        return plane.database()
                .count("SELECT count(*) FROM events.bus_message WHERE event_type = '" + type
                        + "' AND aggregate = 'node:" + node.id() + "'");
    }

    /** State and reason of each slot, by GPU. */
    private Map<String, String> slots(TestNode node) {
        Map<String, String> found = new java.util.HashMap<>();
        admin.get("/api/v1/slots?node_id=" + node.id())
                .json()
                .path("items")
                .forEach(slot -> found.put(
                        slot.path("gpu_uuid").asString(),
                        (slot.path("state").asString() + " "
                                        + slot.path("reason").asString(""))
                                .strip()));
        return found;
    }

    private String gpu(TestNode node, String uuid) {
        for (JsonNode gpu : show(node).path("gpus")) {
            if (gpu.path("uuid").asString().equals(uuid)) {
                return gpu.path("state").asString();
            }
        }
        return "absent";
    }

    @Test
    void aHardwareFaultQuarantinesTheNode() {
        TestNode node = TestNode.ready(plane, "GPU-x", "GPU-y");
        node.requireOk(node.heartbeat(Instant.now(), "[{\"uuid\":\"GPU-x\",\"xid\":[13]}]"));
        assertThat(state(node)).as("a program's fault").isEqualTo("ready");
        node.requireOk(node.heartbeat(Instant.now(), "[{\"uuid\":\"GPU-x\",\"xid\":[79]}]"));
        assertThat(state(node)).isEqualTo("quarantined");
        assertThat(gpu(node, "GPU-x")).isEqualTo("faulty");
        assertThat(gpu(node, "GPU-y")).isEqualTo("in_service");
        act(node, "readmit");
        node.topology("GPU-x", "GPU-y");
        node.inventory();
        assertThat(state(node)).isEqualTo("ready");
        node.requireOk(node.heartbeat(Instant.now(), "[{\"uuid\":\"GPU-y\",\"ecc_uncorrected\":1}]"));
        assertThat(state(node)).isEqualTo("quarantined");
    }

    /** As the agent words it, on a real host and with the simulated fault gpu-lost. */
    @Test
    void aGpuTheDriverDoesNotShowAnyMoreIsOutOfServiceAndTheNodeQuarantined() {
        TestNode node = TestNode.ready(plane, "GPU-f", "GPU-g");
        node.requireOk(node.heartbeatWithFaults("gpu_missing:0000:02:00.0"));
        assertThat(state(node)).isEqualTo("quarantined");
        assertThat(gpu(node, "GPU-g")).isEqualTo("faulty");
        assertThat(gpu(node, "GPU-f")).isEqualTo("in_service");
        node.requireOk(node.heartbeatWithFaults("gpu_missing:0000:02:00.0"));
        await().untilAsserted(() -> {
            assertThat(slots(node))
                    .containsEntry("GPU-g", "out_of_service GPU faulty: the driver does not show it any more");
            assertThat(events(node, "nodes.gpu_missing")).isEqualTo(1);
        });
        act(node, "readmit");
        node.topology("GPU-f", "GPU-g");
        node.inventory();
        assertThat(state(node)).isEqualTo("ready");
        await().untilAsserted(() -> assertThat(slots(node)).containsEntry("GPU-g", "in_service"));
    }

    @Test
    void anXidOfAGpuTheDriverDoesNotShowIsAFaultOfThatGpu() {
        TestNode node = TestNode.ready(plane, "GPU-k", "GPU-l");
        node.requireOk(node.heartbeatWithFaults("xid:0000:01:00.0:13", "xid:0000:1f:00.0:79", "clock_skew"));
        assertThat(state(node))
                .as("a program's fault, and an address without a GPU")
                .isEqualTo("ready");
        node.requireOk(node.heartbeatWithFaults("xid:0000:01:00.0:79"));
        assertThat(state(node)).isEqualTo("quarantined");
        assertThat(show(node).path("state_reason").asString()).contains("GPU-k=Xid 79");
        assertThat(gpu(node, "GPU-k")).isEqualTo("faulty");
        await().untilAsserted(
                        () -> assertThat(slots(node)).containsEntry("GPU-k", "out_of_service GPU faulty: Xid 79"));
    }

    @Test
    void aFaultThatAGuestTellsIsKeptAndTakesNothingOutOfService() {
        TestNode node = TestNode.ready(plane, "GPU-v", "GPU-w");
        String changedAt = "SELECT (extract(epoch FROM changed_at) * 1000000)::bigint FROM nodes.node WHERE id = '"
                + node.id() + "'";
        long before = plane.database().count(changedAt);
        node.requireOk(node.heartbeatOfGuest("[{\"uuid\":\"GPU-invented\",\"xid\":[79]}]"));
        assertThat(plane.database().count(changedAt)).as("there is no such GPU").isEqualTo(before);
        node.requireOk(node.heartbeatOfGuest("[{\"uuid\":\"GPU-w\",\"xid\":[79],\"ecc_uncorrected\":0}]"));
        assertThat(gpu(node, "GPU-w")).isEqualTo("in_service");
        assertThat(show(node).path("gpus").get(1).path("reported_fault").asString())
                .isEqualTo("Xid 79");
        long reported = plane.database().count(changedAt);
        assertThat(reported).isGreaterThan(before);
        node.requireOk(node.heartbeatOfGuest("[{\"uuid\":\"GPU-w\",\"xid\":[79],\"ecc_uncorrected\":0}]"));
        assertThat(plane.database().count(changedAt))
                .as("repeating it changes nothing")
                .isEqualTo(reported);
        assertThat(state(node)).as("a tenant's word does not end the others").isEqualTo("ready");
        node.requireOk(node.heartbeatWithFaults("xid:0000:02:00.0:79"));
        assertThat(state(node)).as("the host's own word still counts").isEqualTo("quarantined");
    }

    /** Agents repeat what the kernel said until their host is booted again. */
    @Test
    void aGpuThatIsReturnedStaysInServiceWhileItsAgentRepeatsTheSameFault() {
        String policy = "/api/v1/policies/nodes.quarantine_on_fault";
        assertThat(admin.put(policy, "{\"value\":\"0\"}").status()).isEqualTo(200);
        try {
            TestNode node = TestNode.ready(plane, "GPU-r", "GPU-s");
            String fault = "[{\"uuid\":\"GPU-r\",\"xid\":[79]}]";
            node.requireOk(node.heartbeat(Instant.now(), fault));
            plane.bean(Heartbeats.class).flush();
            assertThat(gpu(node, "GPU-r")).isEqualTo("faulty");
            assertThat(admin.post("/api/v1/nodes/" + node.id() + "/gpus/GPU-r/return", "{\"reason\":\"reseated\"}")
                            .status())
                    .isEqualTo(200);
            node.requireOk(node.heartbeat(Instant.now(), fault));
            assertThat(gpu(node, "GPU-r")).isEqualTo("in_service");
            node.requireOk(node.heartbeat(Instant.now(), "[{\"uuid\":\"GPU-r\",\"xid\":[79,48]}]"));
            assertThat(gpu(node, "GPU-r")).as("another fault").isEqualTo("faulty");
        } finally {
            admin.put(policy, "{\"value\":\"1\"}");
        }
    }

    @Test
    void aFaultyGpuAloneIsSetAsideWhenNodesAreNotToBeQuarantined() {
        String policy = "/api/v1/policies/nodes.quarantine_on_fault";
        assertThat(admin.put(policy, "{\"value\":\"0\"}").status()).isEqualTo(200);
        try {
            TestNode node = TestNode.ready(plane, "GPU-p", "GPU-q");
            node.requireOk(node.heartbeat(Instant.now(), "[{\"uuid\":\"GPU-p\",\"xid\":[79]}]"));
            assertThat(gpu(node, "GPU-p")).isEqualTo("faulty");
            assertThat(gpu(node, "GPU-q")).isEqualTo("in_service");
            assertThat(state(node)).isEqualTo("ready");
        } finally {
            admin.put(policy, "{\"value\":\"1\"}");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-310, -290, 290, 310})
    void aHostWhoseClockIsOffGetsWorkAndIsReportedBeyondFiveMinutes(long aheadSeconds) {
        TestNode node = TestNode.ready(plane);
        node.requireOk(node.heartbeat(Instant.now().plusSeconds(aheadSeconds), "[]"));
        plane.bean(Heartbeats.class).flush();
        JsonNode health = show(node).path("health");
        assertThat(health.path("clock_skewed").asBoolean()).isEqualTo(Math.abs(aheadSeconds) > 300);
        assertThat(health.path("clock_skew_milliseconds").asLong() / 1_000 - aheadSeconds)
                .isBetween(-9L, 9L);
        assertThat(state(node)).isEqualTo("ready");
        tasks.discover(node.id());
        assertThat(node.nextTask().path("type").asString()).isEqualTo("topology.discover");
    }

    @Test
    void aClockThatIsFarOffWorksAndIsReported() {
        TestNode node = TestNode.ready(plane);
        node.requireOk(node.heartbeat(Instant.now().minusSeconds(600), "[]"));
        plane.bean(Heartbeats.class).flush();
        JsonNode health = show(node).path("health");
        assertThat(health.path("clock_skewed").asBoolean()).isTrue();
        assertThat(health.path("clock_skew_milliseconds").asLong()).isBetween(-605_000L, -595_000L);
        tasks.discover(node.id());
        assertThat(node.nextTask().path("type").asString()).isEqualTo("topology.discover");
        node.requireOk(node.heartbeat());
        plane.bean(Heartbeats.class).flush();
        assertThat(show(node).path("health").path("clock_skewed").asBoolean()).isFalse();
    }

    @Test
    void retiringFailsWhatIsOpen() {
        TestNode node = TestNode.ready(plane);
        TaskId task = tasks.discover(node.id());
        assertThat(act(node, "retire").text("state")).isEqualTo("retired");
        assertThat(tasks.find(task).code()).isEqualTo("node_retired");
        assertThat(act(node, "quarantine").text("code")).isEqualTo("node_state_conflict");
    }
}
