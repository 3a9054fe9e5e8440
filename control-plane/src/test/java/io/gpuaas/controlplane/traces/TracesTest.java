package io.gpuaas.controlplane.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.controlplane.nodes.TestNode;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionTemplate;
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
                .containsExactly("event identity.tenant_created published", "audit tenant.create succeeded"));
        JsonNode audited = trace().at("/entries/1");
        assertThat(audited.path("subject").asString()).isEqualTo("tenant:" + created.text("id"));
        assertThat(trace().path("events_included").asBoolean()).isTrue();
        assertThat(trace().path("truncated").asBoolean()).isFalse();
    }

    @Test
    void aRefusedRequestLeadsToTheSentenceTheCallerGot() {
        String body = "{\"slug\":\"t-" + correlation.substring(0, 18) + "\",\"name\":\"T\"}";
        assertThat(admin.post("/api/v1/tenants", body).status()).isEqualTo(201);
        Reply refused = post("/api/v1/tenants", body);
        assertThat(refused.status()).as(refused.body()).isEqualTo(409);

        await().untilAsserted(() -> assertThat(named(trace())).containsExactly("audit tenant.create refused"));
        assertThat(trace().at("/entries/0/text").asString())
                .isEqualTo(refused.text("code") + ": " + refused.text("detail"));
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

        assertThat(named(trace())).containsExactly("dead_letter identity.tenant_created exhausted");
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

    private Reply read(ApiClient who, String path, String correlatedBy) {
        return who.send("GET", path, null, "X-Correlation-Id", correlatedBy);
    }

    @Test
    void aReadThatIsRefusedIsFoundByItsProblemAlsoWhenItIsTriedAgain() {
        Place place = new Place();
        String nodes = "/api/v1/nodes";
        String malformed = "/api/v1/projects/" + place.project + "/allocations?limit=-1";
        for (int attempt = 1; attempt <= 3; attempt++) {
            Reply refused = read(place.member, malformed, correlation + "-" + attempt);
            assertThat(refused.status()).as(refused.body()).isEqualTo(400);
            Reply found = place.member.get("/api/v1/projects/" + place.project + "/traces/"
                    + refused.json().path("correlation_id").asString());
            assertThat(named(found.json())).as("attempt " + attempt).containsExactly("audit listAllocations refused");
            assertThat(found.json().at("/entries/0").toString())
                    .contains("\"text\":\"request_invalid\"", place.project.toString(), "actor_id")
                    .contains("\"actor_name\":\"test\"");
        }
        assertThat(read(place.member, nodes, correlation).status()).isEqualTo(403);
        assertThat(named(trace())).containsExactly("audit listNodes refused");
        assertThat(trace().at("/entries/0/text").asString())
                .isEqualTo("permission_denied: This operation requires the permission nodes.read.");
    }

    @Test
    void aReadThatSucceedsWritesNothing() {
        assertThat(read(admin, "/api/v1/nodes", correlation).status()).isEqualTo(200);
        assertThat(trace().path("entries")).isEmpty();
    }

    /** A tenant with a project, and what happens in them under the same correlation id: clients choose it. */
    private final class Place {

        private final TenantId tenant = TenantId.parse(admin.createTenant());
        private final ProjectId project = ProjectId.parse(admin.createProject(tenant.toString()));
        private final ApiClient owner = plane.client(plane.principals().inTenant(Role.TENANT_OWNER, tenant.toString()));
        private final ApiClient member =
                plane.client(plane.principals().inProject(Role.PROJECT_MEMBER, tenant.toString(), project.toString()));

        void act(NodeId node) {
            for (String place : List.of("tenants/" + tenant, "projects/" + project)) {
                Reply set = admin.send(
                        "PUT",
                        "/api/v1/" + place + "/policies/quota.gpus_max",
                        "{\"value\":\"7\"}",
                        "X-Correlation-Id",
                        correlation);
                assertThat(set.status()).as(set.body()).isEqualTo(200);
            }
            Call.system("test", new CorrelationId(correlation))
                    .in(tenant, project)
                    .run(() -> plane.bean(TransactionTemplate.class)
                            .execute(status -> plane.bean(NodeTasks.class)
                                    .add(
                                            node,
                                            "logs.collect",
                                            Map.of("sources", List.of("agent")),
                                            NodeTasks.Options.DEFAULT)));
        }
    }

    private JsonNode trace(ApiClient who, String place) {
        Reply reply = who.get("/api/v1/" + place + "/traces/" + correlation);
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.json();
    }

    @Test
    void aTenantAndAProjectSeeTheirPartAndNothingOfOthersUnderTheSameId() {
        TestNode node = TestNode.ready(plane);
        Place mine = new Place();
        Place others = new Place();
        mine.act(node.id());
        others.act(node.id());
        stick(1);
        await().untilAsserted(() -> assertThat(named(trace()))
                .filteredOn(name -> name.endsWith("published"))
                .hasSize(4));

        JsonNode ofProject = trace(mine.member, "projects/" + mine.project);
        assertThat(named(ofProject))
                .containsExactlyInAnyOrder(
                        "audit policy.set succeeded",
                        "event policy.policy_changed published",
                        "task logs.collect queued");
        JsonNode ofTenant = trace(mine.owner, "tenants/" + mine.tenant);
        assertThat(named(ofTenant))
                .containsExactlyInAnyOrder(
                        "audit policy.set succeeded",
                        "audit policy.set succeeded",
                        "event policy.policy_changed published",
                        "event policy.policy_changed published",
                        "task logs.collect queued");
        assertThat(trace().toString()).as("for who runs the platform").contains("\"actor_name\":\"");
        assertThat(ofTenant.toString() + ofProject)
                .as("who runs the platform has no name for others")
                .doesNotContain("actor_name")
                .contains(mine.project.toString())
                .doesNotContain(others.tenant.toString())
                .doesNotContain(others.project.toString())
                .as("nothing tells which host it was")
                .doesNotContain(node.id().toString())
                .doesNotContain("task_id");
    }

    @Test
    void thePartOfOthersLooksAbsentAndAMemberDoesNotSeeThatOfTheTenant() {
        Place mine = new Place();
        Place others = new Place();
        assertThat(others.owner
                        .get("/api/v1/tenants/" + mine.tenant + "/traces/" + correlation)
                        .status())
                .isEqualTo(404);
        assertThat(others.member
                        .get("/api/v1/projects/" + mine.project + "/traces/" + correlation)
                        .status())
                .isEqualTo(404);
        assertThat(mine.member
                        .get("/api/v1/tenants/" + mine.tenant + "/traces/" + correlation)
                        .status())
                .isEqualTo(403);
        assertThat(trace(mine.member, "projects/" + mine.project).path("entries"))
                .isEmpty();
    }

    /** Under a stage that no process handles, so that they stay stuck. */
    private void stick(int count) {
        plane.database().execute("""
                INSERT INTO events.dead_letter (id, stage, partition_no, event_id, event_type, aggregate, sequence,
                    envelope, state, attempts, error)
                SELECT gen_random_uuid(), '%1$s', 0, gen_random_uuid(), 'identity.tenant_created', 'tenant:%1$s', n,
                    '{"correlation_id":"%1$s"}', 'exhausted', 10, 'it broke'
                FROM generate_series(1, %2$d) n""".formatted(correlation, count));
    }
}
