package io.gpuaas.controlplane.updates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.nodes.TestNode;
import io.gpuaas.testkit.Against;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Nodes that answer as agents do; the real ones are in the system tests. */
@Against("PostgreSQL")
class RolloutsTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final TestReleases releases = TestReleases.shared();
    private final List<TestNode> nodes = new ArrayList<>();
    private final String version = TestReleases.nextVersion();
    private final String release = releases.complete(version);

    private TestNode node() {
        TestNode node = TestNode.ready(releases.plane);
        node.requireOk(node.heartbeat());
        nodes.add(node);
        return node;
    }

    private String begin(String options) {
        Reply reply = create(options);
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        return reply.json().path("id").asString();
    }

    private Reply create(String options) {
        return releases.admin.post(
                "/api/v1/rollouts",
                "{\"release_id\":\"%s\",\"node_ids\":[%s]%s}"
                        .formatted(
                                release,
                                nodes.stream()
                                        .map(node -> "\"" + node.id() + "\"")
                                        .collect(Collectors.joining(",")),
                                options));
    }

    /** Does not wait for the clock: how often it is done makes no difference. */
    private JsonNode show(String rollout) {
        advance();
        return releases.admin.get("/api/v1/rollouts/" + rollout).json();
    }

    private void awaitState(String rollout, String state) {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> show(rollout).path("state").asString().equals(state));
    }

    private void awaitCount(String rollout, String state, int count) {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> show(rollout).at("/nodes/" + state).asInt() == count);
    }

    private void advance() {
        releases.plane.bean(RolloutAdvance.class).advanceOpen();
    }

    private JsonNode nextTask(TestNode node) {
        for (int steps = 0; steps < 3; steps++) {
            advance();
        }
        return node.nextTask();
    }

    /** As the agent: takes the update, comes up as it and says so. */
    private void update(TestNode node) {
        JsonNode task = nextTask(node);
        assertThat(task.path("type").asString()).isEqualTo("agent.update");
        JsonNode payload = payload(task);
        assertThat(payload.path("version").asString()).isEqualTo(version);
        assertThat(payload.path("signatures")).hasSize(2);
        assertThat(payload.path("manifest").asString()).isNotEmpty();
        node.agentVersion = version;
        node.requireOk(node.heartbeat());
        finish(node, task, "succeeded", "{\"version\":\"" + version + "\",\"previous_version\":\"1\"}");
    }

    private void goBack(TestNode node) {
        JsonNode task = nextTask(node);
        assertThat(task.path("type").asString()).isEqualTo("agent.revert");
        assertThat(payload(task).path("to_version").asString()).isEqualTo("1");
        node.agentVersion = "1";
        node.requireOk(node.heartbeat());
        finish(node, task, "succeeded", "{\"version\":\"1\"}");
    }

    private static JsonNode payload(JsonNode task) {
        return JSON.readTree(
                new String(Base64.getDecoder().decode(task.path("payload").asString()), StandardCharsets.UTF_8));
    }

    private static void finish(TestNode node, JsonNode task, String outcome, String output) {
        node.requireOk(node.report(task, TestNode.started(0) + "," + TestNode.result(1, outcome, output)));
    }

    private static void assertNothingToDo(TestNode node) {
        assertThat(node.requireOk(node.poll(0)).json().path("tasks")).isEmpty();
    }

    @AfterEach
    void endWhatIsOpen() {
        for (JsonNode rollout :
                releases.admin.get("/api/v1/rollouts?limit=200").json().path("items")) {
            String id = rollout.path("id").asString();
            if (rollout.path("ended_at").isMissingNode()) {
                releases.admin.post("/api/v1/rollouts/" + id + "/abort", "{\"reason\":\"test over\"}");
                nodes.forEach(this::failWhatIsOpen);
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> !show(id).path("ended_at").isMissingNode());
            }
        }
    }

    private void failWhatIsOpen(TestNode node) {
        for (JsonNode task : node.poll(0).json().path("tasks")) {
            finish(node, task, "failed", "{\"version\":\"1\"}");
        }
    }

    @Test
    void aWaveBeginsOnlyWhenTheFormerRunsTheVersionAndStaysWell() {
        TestNode canary = node();
        TestNode second = node();
        TestNode third = node();
        String rollout = begin(",\"bake_seconds\":2,\"wave_percent\":50,\"canary_node_ids\":[\"" + canary.id() + "\"]");
        assertThat(show(rollout).path("waves").asInt()).isEqualTo(3);
        update(canary);
        awaitCount(rollout, "baking", 1);
        assertNothingToDo(second);
        assertNothingToDo(third);
        awaitCount(rollout, "updated", 1);
        assertThat(show(rollout).path("wave").asInt()).isGreaterThanOrEqualTo(0);
        update(Stream.of(second, third)
                .filter(node -> node.id().equals(firstOf(second, third)))
                .findFirst()
                .orElseThrow());
        awaitCount(rollout, "updated", 2);
        update(second.agentVersion.equals("1") ? second : third);
        awaitState(rollout, "succeeded");
        JsonNode end = show(rollout);
        assertThat(end.at("/nodes/updated").asInt()).isEqualTo(3);
        assertThat(end.path("ended_at").asString()).isNotEmpty();
        JsonNode member = releases.admin
                .get("/api/v1/rollouts/" + rollout + "/nodes?limit=1")
                .json()
                .at("/items/0");
        assertThat(member.path("node_id").asString()).isEqualTo(canary.id().toString());
        assertThat(member.path("previous_version").asString()).isEqualTo("1");
    }

    private static Object firstOf(TestNode one, TestNode other) {
        return one.id().toString().compareTo(other.id().toString()) < 0 ? one.id() : other.id();
    }

    @Test
    void aCanaryThatGoesBackByItselfStopsTheRolloutAndNobodyElseIsTouched() {
        TestNode canary = node();
        TestNode other = node();
        String rollout = begin(",\"bake_seconds\":0,\"canary_node_ids\":[\"" + canary.id() + "\"]");
        finish(canary, nextTask(canary), "failed", "{\"version\":\"1\"}");
        awaitState(rollout, "reverted");
        assertThat(show(rollout).at("/nodes/failed").asInt()).isEqualTo(1);
        assertThat(show(rollout).at("/nodes/skipped").asInt()).isEqualTo(1);
        assertNothingToDo(other);
    }

    @Test
    void nodesThatWereUpdatedGoBackWhenTooManyOthersFail() {
        TestNode canary = node();
        TestNode other = node();
        String rollout =
                begin(",\"bake_seconds\":0,\"wave_percent\":100,\"canary_node_ids\":[\"" + canary.id() + "\"]");
        update(canary);
        finish(other, nextTask(other), "failed", "{\"version\":\"1\"}");
        goBack(canary);
        awaitState(rollout, "reverted");
        assertThat(show(rollout).at("/nodes/reverted").asInt()).isEqualTo(1);
        assertThat(show(rollout).at("/nodes/failed").asInt()).isEqualTo(1);
    }

    @Test
    void aNodeThatFallsIllWhileItBakesCountsAsFailed() {
        TestNode canary = node();
        String rollout = begin(",\"bake_seconds\":600,\"on_failure\":\"pause\"");
        update(canary);
        awaitCount(rollout, "baking", 1);
        releases.admin.post("/api/v1/nodes/" + canary.id() + "/quarantine", "{\"reason\":\"Xid 79\"}");
        awaitState(rollout, "paused");
        assertThat(show(rollout).path("reason").asString()).contains("1 nodes failed");
    }

    @Test
    void failuresWithinTheBoundLetItGoOnAndAPausedOneGoesOnWhenResumed() {
        TestNode canary = node();
        TestNode other = node();
        String rollout =
                begin(",\"bake_seconds\":0,\"wave_percent\":100,\"on_failure\":\"pause\",\"canary_node_ids\":[\""
                        + canary.id() + "\"]");
        update(canary);
        JsonNode task = nextTask(other);
        finish(other, task, "failed", "{\"version\":\"1\"}");
        awaitState(rollout, "paused");
        assertThat(releases.admin
                        .post("/api/v1/rollouts/" + rollout + "/pause", "{\"reason\":\"r\"}")
                        .text("code"))
                .isEqualTo("rollout_state_conflict");
        releases.admin.post("/api/v1/rollouts/" + rollout + "/resume", "{\"reason\":\"known fault\"}");
        awaitState(rollout, "succeeded");
    }

    @Test
    void canariesThatAreAwayProveNothing() {
        TestNode canary = node();
        releases.admin.post("/api/v1/nodes/" + canary.id() + "/quarantine", "{\"reason\":\"r\"}");
        String rollout = begin("");
        awaitState(rollout, "paused");
        assertThat(show(rollout).at("/nodes/skipped").asInt()).isEqualTo(1);
    }

    @Test
    void aFinishedRolloutIsTakenBackByAnOperator() {
        TestNode canary = node();
        String rollout = begin(",\"bake_seconds\":0");
        update(canary);
        awaitState(rollout, "succeeded");
        assertThat(releases.admin
                        .post("/api/v1/rollouts/" + rollout + "/revert", "{\"reason\":\"slow\"}")
                        .json()
                        .path("state")
                        .asString())
                .isEqualTo("reverting");
        goBack(canary);
        awaitState(rollout, "reverted");
    }

    @Test
    void anAbortedRolloutSendsNothingMore() {
        TestNode canary = node();
        String rollout = begin("");
        awaitCount(rollout, "updating", 1);
        releases.admin.post("/api/v1/rollouts/" + rollout + "/abort", "{\"reason\":\"r\"}");
        await().until(() -> !show(rollout).path("ended_at").isMissingNode());
        assertThat(show(rollout).path("state").asString()).isEqualTo("aborted");
        assertNothingToDo(canary);
    }

    @Test
    void oneRolloutAtATime() {
        node();
        begin("");
        assertThat(create("").text("code")).isEqualTo("rollout_in_progress");
    }

    @Test
    void unknownNodesForeignCanariesAndIncompleteReleasesAreRefused() {
        TestNode node = node();
        String body = "{\"release_id\":\"%s\",\"node_ids\":[\"%s\"]%s}";
        String unknown = UUID.randomUUID().toString();
        assertThat(releases.admin
                        .post("/api/v1/rollouts", body.formatted(release, unknown, ""))
                        .text("code"))
                .isEqualTo("request_invalid");
        assertThat(create(",\"canary_node_ids\":[\"" + unknown + "\"]").text("code"))
                .isEqualTo("request_invalid");
        assertThat(releases.admin
                        .post("/api/v1/rollouts", body.formatted(unknown, node.id(), ""))
                        .text("code"))
                .isEqualTo("not_found");
        String incomplete = releases.admin
                .post("/api/v1/agent-releases", releases.registration(TestReleases.nextVersion()))
                .json()
                .path("id")
                .asString();
        assertThat(releases.admin
                        .post("/api/v1/rollouts", body.formatted(incomplete, node.id(), ""))
                        .text("code"))
                .isEqualTo("release_state_conflict");
    }
}
