package io.gpuaas.controlplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.testkit.Against;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Against("PostgreSQL")
class PipelineTest {

    private final TestControlPlane plane = TestControlPlane.shared();
    private final ApiClient admin = plane.admin();

    private static String tenantBody() {
        return "{\"slug\":\"s-" + UUID.randomUUID().toString().substring(0, 20) + "\",\"name\":\"N\"}";
    }

    private static void isProblem(Reply reply, int status, String code) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.header("Content-Type")).startsWith("application/problem+json");
        assertThat(reply.text("code")).as(reply.body()).isEqualTo(code);
        assertThat(reply.json().path("status").asInt()).isEqualTo(status);
        assertThat(reply.text("correlation_id"))
                .isEqualTo(reply.header("X-Correlation-Id"))
                .isNotEmpty();
        assertThat(reply.text("type")).isEqualTo("/api/v1/errors/" + code);
        assertThat(reply.text("blame")).isNotEmpty();
        assertThat(reply.body()).doesNotContain("Exception").doesNotContain("\tat ");
    }

    private static String violation(Reply reply) {
        return reply.json().at("/violations/0/field").asString("");
    }

    @Test
    void correlationIdOfTheCallerIsKept() {
        Reply reply = admin.get("/api/v1/me", "X-Correlation-Id", "my-request_1.a");
        assertThat(reply.header("X-Correlation-Id")).isEqualTo("my-request_1.a");
    }

    @Test
    void unusableCorrelationIdIsReplaced() {
        Reply reply = admin.get("/api/v1/me", "X-Correlation-Id", "a b<script>");
        assertThat(reply.header("X-Correlation-Id")).matches("[0-9a-f-]{36}");
    }

    @Test
    void traceOfTheCallerGoesOn() {
        Reply reply = admin.get("/api/v1/me", "traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        assertThat(reply.header("traceparent"))
                .startsWith("00-0af7651916cd43dd8448eb211c80319c-")
                .doesNotContain("b7ad6b7169203331");
    }

    @Test
    void noCredentialIsRefused() {
        Reply reply = plane.anonymous().get("/api/v1/me");
        isProblem(reply, 401, "unauthenticated");
        assertThat(reply.header("WWW-Authenticate")).startsWith("Bearer");
    }

    @Test
    void headersThatClaimAnIdentityAreIgnored() {
        Reply reply = plane.anonymous()
                .get("/api/v1/me", "X-User-Id", "admin", "X-Forwarded-User", "admin", "X-Project-Id", "x");
        isProblem(reply, 401, "unauthenticated");
    }

    @Test
    void expiredAndUnknownTokensAreRefused() {
        isProblem(plane.client(plane.principals().expired()).get("/api/v1/me"), 401, "unauthenticated");
        isProblem(plane.client("gpuaas_unknown").get("/api/v1/me"), 401, "unauthenticated");
        isProblem(plane.client("x".repeat(9000)).get("/api/v1/me"), 401, "unauthenticated");
    }

    @Test
    void anotherTenantLooksLikeNoTenant() {
        String mine = admin.createTenant();
        String theirs = admin.createTenant();
        ApiClient owner = plane.client(plane.principals().inTenant(Role.TENANT_OWNER, mine));
        Reply foreign = owner.get("/api/v1/tenants/" + theirs);
        Reply missing = owner.get("/api/v1/tenants/" + UUID.randomUUID());
        isProblem(foreign, 404, "not_found");
        isProblem(missing, 404, "not_found");
        assertThat(foreign.text("detail")).isEqualTo(missing.text("detail"));
        assertThat(owner.get("/api/v1/tenants/" + mine).status()).isEqualTo(200);
    }

    @Test
    void aRoleWithoutThePermissionIsTold() {
        String tenant = admin.createTenant();
        ApiClient billing = plane.client(plane.principals().inTenant(Role.TENANT_BILLING, tenant));
        isProblem(billing.post("/api/v1/tenants/" + tenant + "/projects", tenantBody()), 403, "permission_denied");
    }

    @Test
    void aProjectIsHiddenFromMembersOfAnother() {
        String tenant = admin.createTenant();
        String mine = admin.createProject(tenant);
        String other = admin.createProject(tenant);
        ApiClient member = plane.client(plane.principals().inProject(Role.PROJECT_MEMBER, tenant, mine));
        assertThat(member.get("/api/v1/projects/" + mine).status()).isEqualTo(200);
        isProblem(member.get("/api/v1/projects/" + other), 404, "not_found");
    }

    @Test
    void unknownAddress() {
        isProblem(admin.get("/api/v1/nothing"), 404, "not_found");
        isProblem(admin.get("/nothing"), 404, "not_found");
    }

    @Test
    void wrongMethodNamesTheRightOnes() {
        Reply reply = admin.delete("/api/v1/tenants");
        isProblem(reply, 405, "method_not_allowed");
        assertThat(reply.header("Allow")).contains("GET").contains("POST");
    }

    @Test
    void wrongMediaTypes() {
        isProblem(
                admin.send("POST", "/api/v1/tenants", "x", "Content-Type", "text/plain", "Idempotency-Key", "k"),
                415,
                "media_type_unsupported");
        isProblem(admin.get("/api/v1/me", "Accept", "text/html"), 406, "not_acceptable");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"slug":"ab","name":"n"             | request_malformed |
            not json                            | request_malformed |
            {"slug":"ab","name":"n"}{}          | request_malformed |
            {"slug":"ab","slug":"cd","name":"n"}| request_malformed |
            ''                                  | request_malformed |
            []                                  | request_invalid   | /
            {"slug":"ab","name":"n","x":1}      | request_invalid   | /x
            {"slug":5,"name":"n"}               | request_invalid   | /slug
            {"slug":["ab"],"name":"n"}          | request_invalid   | /slug
            {"slug":null,"name":"n"}            | request_invalid   | /slug
            {"name":"n"}                        | request_invalid   | /slug
            {"slug":"A b","name":"n"}           | request_invalid   | /slug
            {"slug":"ab","name":"   "}          | request_invalid   | /name
            """)
    void badBodies(String body, String code, String field) {
        Reply reply = admin.post("/api/v1/tenants", body);
        isProblem(reply, 400, code);
        assertThat(violation(reply)).isEqualTo(field == null ? "" : field);
    }

    @Test
    void deepNestingIsRefusedQuietly() {
        Reply reply = admin.post("/api/v1/tenants", "[".repeat(100_000));
        isProblem(reply, 400, reply.text("code"));
    }

    @Test
    void oversizeBody() {
        isProblem(
                admin.post("/api/v1/tenants", "{\"slug\":\"ab\",\"name\":\"" + "x".repeat(1 << 20) + "\"}"),
                413,
                "body_too_large");
    }

    @ParameterizedTest
    @CsvSource({"not-a-uuid", "1-1-1-1-1", "%00", "0"})
    void badIds(String id) {
        Reply reply = admin.get("/api/v1/tenants/" + id);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.header("Content-Type")).startsWith("application/problem+json");
    }

    @Test
    void textWithNulIsRefused() {
        isProblem(admin.get("/api/v1/audit-events?action=a%00b"), 400, "request_invalid");
        isProblem(
                admin.put(
                        "/api/v1/policies/rate_limit.financial_requests_per_minute",
                        "{\"value\":\"60\",\"reason\":\"a\\u0000b\"}"),
                400,
                "request_invalid");
    }

    @Test
    void badPages() {
        isProblem(admin.get("/api/v1/tenants?cursor=%21%21"), 400, "cursor_invalid");
        isProblem(admin.get("/api/v1/tenants?cursor=bm9uZQ"), 400, "cursor_invalid");
        isProblem(admin.get("/api/v1/tenants?limit=0"), 400, "request_invalid");
        isProblem(admin.get("/api/v1/tenants?limit=201"), 400, "request_invalid");
        isProblem(admin.get("/api/v1/tenants?limit=many"), 400, "request_invalid");
    }

    @Test
    void pagesFollowEachOtherWithoutGapOrRepeat() {
        String tenant = admin.createTenant();
        for (int i = 0; i < 5; i++) {
            admin.createProject(tenant);
        }
        java.util.Set<String> seen = new java.util.HashSet<>();
        String cursor = "";
        int pages = 0;
        do {
            Reply page = admin.get("/api/v1/tenants/" + tenant + "/projects?limit=2&cursor=" + cursor);
            page.json()
                    .path("items")
                    .forEach(item ->
                            assertThat(seen.add(item.path("id").asString())).isTrue());
            cursor = page.text("next_cursor");
            pages++;
        } while (!cursor.isEmpty());
        assertThat(seen).hasSize(5);
        assertThat(pages).isEqualTo(3);
        String foreign = admin.get("/api/v1/tenants?limit=1").text("next_cursor");
        isProblem(admin.get("/api/v1/tenants/" + tenant + "/projects?cursor=" + foreign), 400, "cursor_invalid");
    }

    @Test
    void requiredKeyMustBeThere() {
        isProblem(admin.send("POST", "/api/v1/tenants", tenantBody()), 400, "idempotency_key_required");
        isProblem(admin.post("/api/v1/tenants", tenantBody(), ""), 400, "idempotency_key_required");
        isProblem(admin.post("/api/v1/tenants", tenantBody(), "k".repeat(201)), 400, "request_invalid");
    }

    @Test
    void sameKeySameBodyReplays() {
        String body = tenantBody();
        String key = UUID.randomUUID().toString();
        Reply first = admin.post("/api/v1/tenants", body, key);
        Reply second = admin.post("/api/v1/tenants", body, key);
        assertThat(first.status()).isEqualTo(201);
        assertThat(first.header("Idempotency-Replayed")).isEmpty();
        assertThat(second.status()).isEqualTo(201);
        assertThat(second.header("Idempotency-Replayed")).isEqualTo("true");
        assertThat(second.body()).isEqualTo(first.body());
    }

    @Test
    void sameKeyOtherBodyIsRefused() {
        String key = UUID.randomUUID().toString();
        admin.post("/api/v1/tenants", tenantBody(), key);
        isProblem(admin.post("/api/v1/tenants", tenantBody(), key), 422, "idempotency_key_reused");
    }

    @Test
    void aKeyBelongsToItsCallerAndOperation() {
        String key = UUID.randomUUID().toString();
        String tenant = admin.post("/api/v1/tenants", tenantBody(), key).text("id");
        assertThat(plane.admin().post("/api/v1/tenants", tenantBody(), key).status())
                .isEqualTo(201);
        assertThat(admin.post("/api/v1/tenants/" + tenant + "/projects", tenantBody(), key)
                        .status())
                .isEqualTo(201);
    }

    @Test
    void aFailedRequestFreesItsKey() {
        String key = UUID.randomUUID().toString();
        String taken = tenantBody();
        admin.post("/api/v1/tenants", taken);
        isProblem(admin.post("/api/v1/tenants", taken, key), 409, "slug_taken");
        assertThat(admin.post("/api/v1/tenants", tenantBody(), key).status()).isEqualTo(201);
    }

    @Test
    void limitsAreToldAndKept() {
        String tenant = admin.createTenant();
        admin.put(
                "/api/v1/tenants/" + tenant + "/policies/rate_limit.default_requests_per_minute", "{\"value\":\"3\"}");
        ApiClient owner = plane.client(plane.principals().inTenant(Role.TENANT_OWNER, tenant));
        Reply first = owner.get("/api/v1/tenants/" + tenant);
        assertThat(first.header("RateLimit-Policy")).isEqualTo("\"default\";q=3;w=60");
        assertThat(first.header("RateLimit")).startsWith("\"default\";r=2");
        owner.get("/api/v1/tenants/" + tenant);
        owner.get("/api/v1/tenants/" + tenant);
        Reply refused = owner.get("/api/v1/tenants/" + tenant);
        isProblem(refused, 429, "rate_limited");
        assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 60);
        assertThat(owner.get("/api/v1/me").status())
                .as("other lanes and scopes go on")
                .isEqualTo(200);
    }

    @Test
    void placesWithDifferentLimitsDoNotAddUpForOneCaller() {
        String tenant = admin.createTenant();
        String low = "/api/v1/projects/"
                + admin.post("/api/v1/tenants/" + tenant + "/projects", tenantBody())
                        .text("id");
        String high = "/api/v1/projects/"
                + admin.post("/api/v1/tenants/" + tenant + "/projects", tenantBody())
                        .text("id");
        admin.put(low + "/policies/rate_limit.default_requests_per_minute", "{\"value\":\"3\"}");
        admin.put(high + "/policies/rate_limit.default_requests_per_minute", "{\"value\":\"5\"}");
        for (List<String> order : List.of(List.of(low, high), List.of(high, low))) {
            ApiClient owner = plane.client(plane.principals().inTenant(Role.TENANT_OWNER, tenant));
            int admitted = 0;
            for (String place : order) {
                for (int i = 0; i < 6; i++) {
                    admitted += owner.get(place).status() == 200 ? 1 : 0;
                }
            }
            assertThat(admitted).as(order.toString()).isEqualTo(5);
            assertThat(owner.get("/api/v1/me").status()).isEqualTo(200);
        }
    }

    @Test
    void refusalsCountAgainstTheLimit() {
        ApiClient stranger = plane.client(plane.principals().withoutRole());
        Reply hidden = stranger.get("/api/v1/tenants/" + UUID.randomUUID());
        isProblem(hidden, 404, "not_found");
        assertThat(hidden.header("RateLimit")).startsWith("\"default\";r=");
    }

    @Test
    void aProcessWithoutTheRoleServesNoApi() {
        try (TestControlPlane relay = plane.startTwin(Map.of("gpuaas.roles", "outbox-relay"))) {
            isProblem(relay.admin().get("/api/v1/me"), 404, "not_found");
            assertThat(relay.anonymous().get("/readyz").status()).isEqualTo(200);
        }
    }

    @Test
    void errorCodesExplainThemselves() {
        Reply reply = plane.anonymous().get("/api/v1/errors/slug_taken");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.text("explanation")).isNotEmpty();
        assertThat(plane.anonymous().get("/api/v1/errors").json().path("items").size())
                .isGreaterThan(15);
    }
}
