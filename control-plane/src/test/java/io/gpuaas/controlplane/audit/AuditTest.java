package io.gpuaas.controlplane.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.TestDatabase;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.TestPrincipals;
import io.gpuaas.testkit.Against;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** On a control plane of its own: these tests count rows of the trail. */
@Against("PostgreSQL")
class AuditTest {

    private static final int TENANTS = 5;

    private static TestControlPlane plane;
    private static ApiClient admin;
    private static TestDatabase database;

    @SuppressWarnings("NullAway.Init")
    AuditTest() {}

    @BeforeAll
    static void recordSomething() {
        plane = TestControlPlane.start(Map.of());
        admin = plane.admin();
        database = plane.database();
        for (int i = 0; i < TENANTS; i++) {
            admin.createTenant();
        }
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    private static long creations() {
        return database.count("SELECT count(*) FROM audit.event WHERE action = 'tenant.create'");
    }

    private void awaitSealed() {
        await().until(() -> admin.get("/api/v1/audit-events?limit=1")
                .json()
                .at("/items/0/sealed")
                .asBoolean());
    }

    private Reply verify() {
        return admin.send("POST", "/api/v1/audit-events/verify", null);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE audit.event SET actor_id = 'x'",
                "DELETE FROM audit.event",
                "TRUNCATE audit.event",
                "UPDATE audit.seal SET number = number",
                "DELETE FROM audit.seal"
            })
    void theDatabaseRefusesChanges(String sql) {
        awaitSealed();
        assertThatThrownBy(() -> database.execute(sql)).rootCause().hasMessageContaining("append-only");
    }

    @Test
    void theDatabaseRefusesToTruncateOneMonth() {
        String part = "audit.event_"
                + java.time.format.DateTimeFormatter.ofPattern("yyyyMM")
                        .format(java.time.ZonedDateTime.now(java.time.ZoneOffset.UTC));
        assertThatThrownBy(() -> database.execute("TRUNCATE " + part))
                .rootCause()
                .hasMessageContaining("append-only");
    }

    @Test
    void anUntouchedTrailVerifies() {
        awaitSealed();
        Reply result = verify();
        assertThat(result.json().path("intact").asBoolean()).as(result.body()).isTrue();
        assertThat(result.json().path("rows_checked").asLong()).isGreaterThanOrEqualTo(TENANTS);
    }

    @Test
    void refusedAttemptsAreRecordedAndFloodsAreCounted() {
        String tenant = admin.createTenant();
        ApiClient billing = plane.client(plane.principals().inTenant(Role.TENANT_BILLING, tenant));
        String body = "{\"slug\":\"ab\",\"name\":\"N\"}";
        for (int i = 0; i < 20; i++) {
            billing.post("/api/v1/tenants/" + tenant + "/projects", body);
        }
        plane.anonymous().get("/api/v1/tenants/" + tenant);
        Reply refused = admin.get("/api/v1/audit-events?action=project.create&outcome=refused");
        assertThat(refused.json().path("items").size()).isEqualTo(Refusals.WRITTEN_OF_A_KIND_MAX);
        assertThat(refused.json().at("/items/0/error_code").asString()).isEqualTo("permission_denied");
        Reply ofTenant = admin.get("/api/v1/tenants/" + tenant + "/audit-events?outcome=refused");
        assertThat(ofTenant.json().path("items").size())
                .as("the tenant sees it too")
                .isEqualTo(Refusals.WRITTEN_OF_A_KIND_MAX);
        Reply anonymous = admin.get("/api/v1/audit-events?actor_id=anonymous");
        assertThat(anonymous.json().at("/items/0/error_code").asString()).isEqualTo("unauthenticated");
    }

    @Test
    void filtersAndPagesMeetEveryRowOnce() {
        String correlation = "c-" + UUID.randomUUID();
        admin.send(
                "POST",
                "/api/v1/tenants",
                "{\"slug\":\"filtered\",\"name\":\"N\"}",
                "Idempotency-Key",
                "k",
                "X-Correlation-Id",
                correlation);
        Reply one = admin.get("/api/v1/audit-events?correlation_id=" + correlation);
        assertThat(one.json().path("items").size()).isEqualTo(1);
        String target = one.json().at("/items/0/target").asString();
        assertThat(admin.get("/api/v1/audit-events?target=" + target)
                        .json()
                        .path("items")
                        .size())
                .isEqualTo(1);
        assertThat(admin.get("/api/v1/audit-events?action=tenant.create&to=2020-01-01T00:00:00Z")
                        .json()
                        .path("items")
                        .size())
                .isZero();
        int rows = 0;
        String cursor = "";
        do {
            Reply page = admin.get("/api/v1/audit-events?limit=2&action=tenant.create&cursor=" + cursor);
            rows += page.json().path("items").size();
            cursor = page.text("next_cursor");
        } while (!cursor.isEmpty());
        assertThat(rows).isGreaterThan(TENANTS).isEqualTo((int) creations());
    }

    @Test
    void aTenantSeesItsOwnTrailOnly() {
        String mine = admin.createTenant();
        String theirs = admin.createTenant();
        admin.createProject(mine);
        admin.createProject(theirs);
        ApiClient owner = plane.client(plane.principals().inTenant(Role.TENANT_OWNER, mine));
        Reply trail = owner.get("/api/v1/tenants/" + mine + "/audit-events");
        assertThat(trail.json().path("items").size()).isEqualTo(1);
        assertThat(trail.body()).doesNotContain(theirs);
    }

    @Test
    void exportsAsJsonLinesAndCsv() {
        Reply lines = admin.get("/api/v1/audit-events/export?format=jsonl");
        assertThat(lines.header("Content-Type")).startsWith("application/x-ndjson");
        assertThat(lines.body()
                        .lines()
                        .map(JsonMapper.shared()::readTree)
                        .filter(row -> row.path("action").asString().equals("tenant.create")))
                .hasSize((int) creations());
        Reply csv = admin.get("/api/v1/audit-events/export?format=csv");
        assertThat(csv.header("Content-Disposition")).contains("audit-events.csv");
        assertThat(csv.body().lines().findFirst())
                .hasValueSatisfying(header -> assertThat(header).startsWith("id,occurred_at,actor_id"));
        assertThat(admin.get("/api/v1/audit-events?action=audit.export&outcome=succeeded")
                        .json()
                        .path("items")
                        .valueStream()
                        .filter(row -> !row.has("tenant_id")))
                .as("exports are audited")
                .hasSize(2);
        assertThat(admin.get("/api/v1/audit-events/export?format=xml").status()).isEqualTo(400);
    }

    private static List<JsonNode> lines(Reply export) {
        assertThat(export.status()).as(export.body()).isEqualTo(200);
        return export.body().lines().map(JsonMapper.shared()::readTree).toList();
    }

    @Test
    void aTenantExportsItsOwnTrailOnly() {
        String mine = admin.createTenant();
        String theirs = admin.createTenant();
        String project = admin.createProject(mine);
        admin.createProject(mine);
        admin.createProject(theirs);
        ApiClient owner = plane.client(plane.principals().inTenant(Role.TENANT_OWNER, mine));
        owner.put("/api/v1/projects/" + project, "{\"name\":\"N\"}");
        String export = "/api/v1/tenants/" + mine + "/audit-events/export?format=";

        Reply lines = owner.get(export + "jsonl");
        assertThat(lines.header("Content-Type")).startsWith("application/x-ndjson");
        assertThat(lines(lines))
                .extracting(row -> row.path("action").asString())
                .containsExactly("project.create", "project.create", "project.update", "audit.export");
        assertThat(lines(lines))
                .extracting(row -> row.path("tenant_id").asString())
                .containsOnly(mine);
        Reply csv = owner.get(export + "csv");
        assertThat(csv.header("Content-Disposition")).contains("audit-events.csv");
        assertThat(csv.body().lines())
                .hasSize(1 + 5)
                .first(InstanceOfAssertFactories.STRING)
                .startsWith("id,occurred_at,actor_id");
        assertThat(csv.body()).contains(mine).doesNotContain(theirs);
        assertThat(lines(owner.get(export + "jsonl&project_id=" + project)))
                .as("of one project")
                .isNotEmpty()
                .allMatch(row -> row.path("project_id").asString().equals(project));
        assertThat(lines(owner.get(export + "jsonl&to=2020-01-01T00:00:00Z"))).isEmpty();
    }

    @Test
    void aTrailIsExportedByWhoMayAndIsAbsentForOthers() {
        String mine = admin.createTenant();
        String theirs = admin.createTenant();
        String theirProject = admin.createProject(theirs);
        String export = "/api/v1/tenants/" + mine + "/audit-events/export?format=";
        ApiClient owner = plane.client(plane.principals().inTenant(Role.TENANT_OWNER, mine));
        ApiClient stranger = plane.client(plane.principals().inTenant(Role.TENANT_OWNER, theirs));
        ApiClient billing = plane.client(plane.principals().inTenant(Role.TENANT_BILLING, mine));
        assertThat(stranger.get(export + "jsonl").status()).isEqualTo(404);
        assertThat(billing.get(export + "jsonl").status()).isEqualTo(403);
        assertThat(owner.get(export + "xml").status()).isEqualTo(400);
        assertThat(owner.get("/api/v1/tenants/" + mine + "/audit-events/export").status())
                .isEqualTo(400);
        assertThat(owner.get("/api/v1/audit-events/export?format=csv&tenant_id=" + mine)
                        .status())
                .as("that of the platform stays with who runs it")
                .isEqualTo(403);
        assertThat(owner.get(export + "jsonl&project_id=" + theirProject).body())
                .as("another tenant's project has nothing here")
                .isEmpty();
    }

    @Test
    void aLongTrailIsExportedWholeAndInOrder() {
        String tenant = admin.createTenant();
        int rows = 2 * AuditExport.ROWS_PER_READ + 1;
        database.execute(
                "INSERT INTO audit.event (occurred_at, actor_id, actor_kind, tenant_id, action, outcome, correlation_id)"
                        + " SELECT now(), 'x', 'user', '" + tenant + "', 'y', 'succeeded', 'x' FROM generate_series(1, "
                        + rows
                        + ")");
        List<JsonNode> exported = lines(admin.get("/api/v1/tenants/" + tenant + "/audit-events/export?format=jsonl"));
        assertThat(exported.stream().filter(row -> row.path("action").asString().equals("y")))
                .hasSize(rows);
        assertThat(exported)
                .extracting(row -> row.path("id").asLong())
                .isSorted()
                .doesNotHaveDuplicates();
    }

    /** The actors' names of these actions, newest first; nothing where no name is shown. */
    private static List<String> actors(ApiClient who, String trail, String action) {
        Reply page = who.get(trail + "?action=" + action);
        assertThat(page.status()).as(page.body()).isEqualTo(200);
        return page.json()
                .path("items")
                .valueStream()
                .map(row -> row.path("actor_name").asString())
                .toList();
    }

    @Test
    void actorsAreNamedToReadersWhoKnowThem() {
        String tenant = admin.createTenant();
        String project = admin.createProject(tenant);
        TestPrincipals.Person person = plane.principals().person(Role.TENANT_OWNER, tenant);
        ApiClient owner = plane.client(person.token());
        ApiClient machine = plane.client(plane.principals().machine(project, List.of("projects.update")));
        for (ApiClient one : List.of(admin, owner, machine)) {
            Reply changed = one.put("/api/v1/projects/" + project, "{\"name\":\"N\"}");
            assertThat(changed.status()).as(changed.body()).isEqualTo(200);
        }
        String trail = "/api/v1/tenants/" + tenant + "/audit-events";
        assertThat(actors(owner, trail, "project.update"))
                .as("its own people and machines, and not who runs the platform")
                .containsExactly("machine", "test", "");
        Reply all = admin.get("/api/v1/audit-events?target=project:" + project);
        assertThat(all.json().path("items").valueStream())
                .as("who runs the platform knows everybody")
                .hasSizeGreaterThanOrEqualTo(3)
                .allMatch(row -> row.has("actor_name"));

        database.execute("DELETE FROM identity.role_binding WHERE principal_id = '" + person.id() + "'");
        database.execute("DELETE FROM identity.service_account WHERE project_id = '" + project + "'");
        assertThat(actors(admin, trail, "project.update"))
                .as("who does not belong to it any more")
                .containsExactly("", "", "");
    }

    @Test
    void aReasonGivenIsInTheTrail() {
        admin.put(
                "/api/v1/policies/rate_limit.financial_requests_per_minute",
                "{\"value\":\"61\",\"reason\":\"ticket 7\"}");
        Reply trail = admin.get("/api/v1/audit-events?action=policy.set");
        assertThat(trail.json().at("/items/0/detail/reason").asString()).isEqualTo("ticket 7");
    }

    @Test
    void aTransactionLargerThanASealIsSealedWhole() {
        database.execute("INSERT INTO audit.event (occurred_at, actor_id, actor_kind, action, outcome, correlation_id) "
                + "SELECT now(), 'x', 'user', 'x', 'succeeded', 'x' FROM generate_series(1, "
                + (AuditSealer.ROWS_PER_SEAL_MAX + 10) + ")");
        await().until(() -> admin.get("/api/v1/audit-events?limit=1&action=x")
                .json()
                .at("/items/0/sealed")
                .asBoolean());
        assertThat(verify().json().path("intact").asBoolean()).isTrue();
    }

    @Test
    void spreadsheetFormulasAreDefused() {
        assertThat(AuditExport.csvField("=HYPERLINK(\"x\")")).isEqualTo("\"'=HYPERLINK(\"\"x\"\")\"");
        assertThat(AuditExport.csvField("a,b")).isEqualTo("\"a,b\"");
        assertThat(AuditExport.csvField(null)).isEmpty();
    }
}
