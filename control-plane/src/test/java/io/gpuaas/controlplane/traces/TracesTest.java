package io.gpuaas.controlplane.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.nodes.TestNode;
import io.gpuaas.testkit.Against;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

@Against("PostgreSQL")
class TracesTest {

    private final TestControlPlane plane = TestControlPlane.shared();
    private final ApiClient admin = plane.admin();
    private final String correlation = UUID.randomUUID().toString();

    @AfterEach
    void letGoOfWhatIsStuck() {
        plane.database().execute("DELETE FROM events.dead_letter WHERE stage = '" + correlation + "'");
    }

    private Reply post(String path, String body) {
        return admin.send(
                "POST", path, body, "Idempotency-Key", UUID.randomUUID().toString(), "X-Correlation-Id", correlation);
    }

    private JsonNode trace() {
        Reply reply = admin.get("/api/v1/traces/" + correlation);
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.json();
    }

    private static List<String> named(JsonNode trace) {
        return trace.path("entries")
                .valueStream()
                .map(entry ->
                        entry.path("kind").asString() + " " + entry.path("name").asString() + " "
                                + entry.path("state").asString())
                .toList();
    }

    @Test
    void aRequestLeadsToItsAuditRowAndItsEvent() {
        Reply created = post("/api/v1/tenants", "{\"slug\":\"t-" + correlation.substring(0, 18) + "\",\"name\":\"T\"}");
        assertThat(created.status()).as(created.body()).isEqualTo(201);

        await().untilAsserted(() -> assertThat(named(trace()))
                .containsExactly("event platform.tenant_created published", "audit tenant.create succeeded"));
        JsonNode audited = trace().at("/entries/1");
        assertThat(audited.path("subject").asString()).isEqualTo("tenant:" + created.text("id"));
        assertThat(trace().path("events_included").asBoolean()).isTrue();
        assertThat(trace().path("truncated").asBoolean()).isFalse();
    }

    @Test
    void aRequestLeadsToTheTasksItGaveNodes() {
        TestNode node = TestNode.ready(plane);
        Reply asked = post("/api/v1/nodes/" + node.id() + "/logs", "{\"sources\":[\"agent\"]}");
        assertThat(asked.status()).as(asked.body()).isEqualTo(202);

        JsonNode task = trace().path("entries")
                .valueStream()
                .filter(entry -> entry.path("kind").asString().equals("task"))
                .findFirst()
                .orElseThrow();
        assertThat(task.path("name").asString()).isEqualTo("logs.collect");
        assertThat(task.path("node_id").asString()).isEqualTo(node.id().toString());
        assertThat(task.path("task_id").asString()).isEqualTo(asked.text("id"));
    }

    @Test
    void anEventThatIsStuckIsInItsTrace() {
        stick(1);

        assertThat(named(trace())).containsExactly("dead_letter platform.tenant_created exhausted");
        assertThat(trace().at("/entries/0/text").asString()).isEqualTo("it broke");
    }

    @Test
    void aLongTraceIsCutAndSaysSo() {
        stick(Traces.ENTRIES_OF_A_KIND_MAX + 1);

        assertThat(trace().path("entries")).hasSize(Traces.ENTRIES_OF_A_KIND_MAX);
        assertThat(trace().path("truncated").asBoolean()).isTrue();
    }

    @Test
    void nothingIsKnownOfWhatNobodyAsked() {
        assertThat(trace().path("entries")).isEmpty();
        assertThat(admin.get("/api/v1/traces/%22%20OR").json().path("entries")).isEmpty();
    }

    /** Under a stage nobody works on, so that they stay stuck. */
    private void stick(int count) {
        plane.database().execute("""
                INSERT INTO events.dead_letter (id, stage, partition_no, event_id, event_type, aggregate, sequence,
                    envelope, state, attempts, error)
                SELECT gen_random_uuid(), '%1$s', 0, gen_random_uuid(), 'platform.tenant_created', 'tenant:%1$s', n,
                    '{"correlation_id":"%1$s"}', 'exhausted', 10, 'it broke'
                FROM generate_series(1, %2$d) n""".formatted(correlation, count));
    }
}
