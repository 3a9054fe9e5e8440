package io.gpuaas.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.TenantId;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GpuaasClientTest {

    private static final TenantId TENANT = TenantId.parse("0198c0de-0000-7000-8000-000000000001");
    private static final String TENANT_JSON = """
            {"id":"0198c0de-0000-7000-8000-000000000001","slug":"acme","name":"Acme",
             "state":"active","created_at":"2026-01-02T03:04:05Z","added_by_a_newer_server":1}
            """;

    private final FakeServer server = new FakeServer();
    private final GpuaasClient client = GpuaasClient.connect(server.address(), "secret-token");

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void readsARecordAndSendsTheToken() {
        server.answers(200, TENANT_JSON);

        Tenant tenant = client.identity().getTenant(TENANT);

        assertThat(tenant)
                .isEqualTo(new Tenant(
                        TENANT, "acme", "Acme", TenantState.ACTIVE, null, Instant.parse("2026-01-02T03:04:05Z")));
        var request = server.received().getFirst();
        assertThat(request.target()).isEqualTo("/api/v1/tenants/" + TENANT);
        assertThat(request.header("Authorization")).isEqualTo("Bearer secret-token");
    }

    @Test
    void anonymousClientsSendNoToken() {
        server.answers(200, "{\"items\":[]}");

        GpuaasClient.connectAnonymously(server.address()).reference().listErrorCodes();

        assertThat(server.received().getFirst().header("Authorization")).isNull();
    }

    @Test
    void aClosedClientCallsNobody() {
        GpuaasClient derived = client.retrying(RetryLimits.NONE);
        client.close();

        assertThatThrownBy(() -> derived.identity().getTenant(TENANT)).isInstanceOf(ServerUnreachableException.class);
        assertThat(server.received()).isEmpty();
    }

    @Test
    void choosesAnIdempotencyKeyWhereOneIsRequired() {
        server.answers(201, TENANT_JSON).answers(201, TENANT_JSON);

        client.identity().createTenant(new CreateTenant("acme", "Acme"));
        client.identity().createTenant(new CreateTenant("acme", "Acme"));

        assertThat(server.received())
                .extracting(request -> request.header("Idempotency-key"))
                .doesNotContainNull()
                .doesNotHaveDuplicates();
        assertThat(server.received().getFirst().body()).isEqualTo("{\"slug\":\"acme\",\"name\":\"Acme\"}");
    }

    @Test
    void usesTheCallersIdempotencyKey() {
        server.answers(201, TENANT_JSON);

        client.identity().createTenant(new CreateTenant("acme", "Acme"), new IdempotencyKey("order-17"));

        assertThat(server.received().getFirst().header("Idempotency-key")).isEqualTo("order-17");
    }

    @Test
    void choosesAnIdempotencyKeyWhereItIsOptionalTooUnlessNoneIsWanted() {
        String policy = """
                {"key":"a.b","type":"integer","value":"1","source":"global","default_value":"1","scopes":[],
                 "description":"d"}
                """;
        server.answers(200, policy).answers(200, policy).answers(200, policy);

        client.policies().setPolicy("a.b", new SetPolicy("1", null));
        client.policies().setPolicy("a.b", new SetPolicy("1", null));
        client.policies().setPolicy("a.b", new SetPolicy("1", null), null);

        assertThat(server.received().subList(0, 2))
                .extracting(request -> request.header("Idempotency-key"))
                .doesNotContainNull()
                .doesNotHaveDuplicates();
        assertThat(server.received().getLast().header("Idempotency-key")).isNull();
        assertThat(server.received().getFirst().body()).isEqualTo("{\"value\":\"1\"}");
    }

    @Test
    void passesTheCorrelationId() {
        server.answers(200, TENANT_JSON);

        client.correlatedBy(new CorrelationId("night-run")).identity().getTenant(TENANT);

        assertThat(server.received().getFirst().header("X-correlation-id")).isEqualTo("night-run");
    }

    @Test
    void aProblemBecomesAnException() {
        server.refuses(400, "request_invalid", null);

        var refusal = catchThrowableOfType(
                GpuaasException.class, () -> client.identity().createTenant(new CreateTenant("a", "A")));

        assertThat(refusal.code()).isEqualTo("request_invalid");
        assertThat(refusal.status()).isEqualTo(400);
        assertThat(refusal.blame()).isEqualTo(Blame.USER);
        assertThat(refusal.correlationId()).isEqualTo("c-1");
        assertThat(refusal.violations()).containsExactly(new Violation("/slug", "is too short"));
        assertThat(refusal).hasMessage("Refused: /slug is too short (request_invalid, correlation id c-1)");
    }

    @Test
    void anAnswerThatIsNoProblemIsNamedAsSuch() {
        server.answersText(502, "text/html", "<h1>Bad gateway</h1>");

        var refusal = catchThrowableOfType(
                GpuaasException.class,
                () -> client.retrying(RetryLimits.NONE).identity().getMe());

        assertThat(refusal.code()).isEqualTo("unexpected_answer");
        assertThat(refusal.status()).isEqualTo(502);
    }

    @Test
    void aGarbledAnswerIsNamedAsSuch() {
        server.answers(200, "{\"items\":");

        assertThatThrownBy(() -> client.identity().listTenants(PageRequest.first()))
                .isInstanceOf(GpuaasException.class)
                .hasMessageContaining("unexpected_answer");
    }

    @Test
    void retriesWhenTheServerIsBusyAndKeepsTheKey() {
        server.refuses(429, "rate_limited", "0")
                .refuses(503, "overloaded", "0")
                .refuses(409, "idempotency_in_flight", "0")
                .answers(201, TENANT_JSON);

        client.identity().createTenant(new CreateTenant("acme", "Acme"));

        assertThat(server.received()).hasSize(4);
        assertThat(server.received().stream()
                        .map(request -> request.header("Idempotency-key"))
                        .distinct())
                .hasSize(1);
    }

    @Test
    void stopsRetryingAtTheLimit() {
        server.refuses(503, "overloaded", "0").refuses(503, "overloaded", "0").answers(200, TENANT_JSON);

        assertThatThrownBy(() -> client.retrying(new RetryLimits(2, Duration.ofSeconds(1)))
                        .identity()
                        .getTenant(TENANT))
                .hasMessageContaining("overloaded");
        assertThat(server.received()).hasSize(2);
    }

    @Test
    void doesNotWaitLongerThanAllowed() {
        server.refuses(429, "rate_limited", "3600");

        assertThatThrownBy(() -> client.identity().getMe()).hasMessageContaining("rate_limited");
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void itsOwnWaitGrowsOnlyToTheLimit() {
        server.refuses(503, "overloaded", null)
                .refuses(503, "overloaded", null)
                .refuses(503, "overloaded", null)
                .answers(200, TENANT_JSON);

        client.retrying(new RetryLimits(4, Duration.ofMillis(10))).identity().getTenant(TENANT);

        assertThat(server.received()).hasSize(4);
    }

    @Test
    void repeatsAfterAProxysErrorOnlyWhatDoesNoHarmTwice() {
        server.answersText(502, "text/html", "<h1>Bad gateway</h1>")
                .answersText(504, "text/html", "late")
                .answers(200, TENANT_JSON);
        client.identity().getTenant(TENANT);
        assertThat(server.received()).hasSize(3);

        server.answersText(502, "text/html", "<h1>Bad gateway</h1>");
        assertThatThrownBy(() -> client.users().changePassword(new ChangePassword("a", "b")))
                .hasMessageContaining("unexpected_answer");
        assertThat(server.received()).hasSize(4);
    }

    @Test
    void doesNotRetryOtherConflicts() {
        server.refuses(409, "slug_taken", null);

        assertThatThrownBy(() -> client.identity().createTenant(new CreateTenant("acme", "Acme")))
                .hasMessageContaining("slug_taken");
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void doesNotFollowRedirects() {
        server.answersText(302, "text/plain", "");

        assertThatThrownBy(() -> client.identity().getMe()).hasMessageContaining("unexpected_answer");
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void walksAllPages() {
        server.answers(200, "{\"items\":[" + TENANT_JSON + "],\"next_cursor\":\"a b\"}")
                .answers(200, "{\"items\":[],\"next_cursor\":\"c\"}")
                .answers(200, "{\"items\":[" + TENANT_JSON + "]}");

        List<Tenant> tenants =
                Page.all(PageRequest.ofSize(1), client.identity()::listTenants).toList();

        assertThat(tenants).hasSize(2);
        assertThat(server.received())
                .extracting(FakeServer.Received::target)
                .containsExactly(
                        "/api/v1/tenants?limit=1",
                        "/api/v1/tenants?cursor=a%20b&limit=1",
                        "/api/v1/tenants?cursor=c&limit=1");
    }

    @Test
    void aListingThatRepeatsItsCursorEnds() {
        server.answers(200, "{\"items\":[],\"next_cursor\":\"a\"}")
                .answers(200, "{\"items\":[],\"next_cursor\":\"a\"}");

        assertThatThrownBy(() -> Page.all(PageRequest.first(), client.identity()::listTenants)
                        .count())
                .hasMessageContaining("does not end");
    }

    @Test
    void pagesAreBounded() {
        assertThatThrownBy(() -> PageRequest.ofSize(201)).hasMessageContaining("1 to 200");
        assertThatThrownBy(() -> PageRequest.ofSize(0)).hasMessageContaining("1 to 200");
    }

    @Test
    void sendsFiltersAndStreamsTheExport() throws IOException {
        server.answersText(200, "text/csv", "id,action\n1,tenant.create\n");

        var filter = AuditApi.ExportAuditEventsFilter.none().tenantId(TENANT).from(Instant.EPOCH);
        try (InputStream export = client.audit().exportAuditEvents(ExportFormat.CSV, filter)) {
            assertThat(new String(export.readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("id,action\n");
        }

        assertThat(server.received().getFirst().target())
                .isEqualTo("/api/v1/audit-events/export?format=csv&from=1970-01-01T00%3A00%3A00Z&tenant_id=" + TENANT);
    }

    @Test
    void enumValuesOfANewerServerDoNotBreakReading() {
        server.answers(200, "{\"principal_id\":\"p\",\"kind\":\"robot\",\"display_name\":\"R\",\"grants\":[]}");

        assertThat(client.identity().getMe().kind()).isEqualTo(PrincipalKind.UNRECOGNIZED);
    }

    @Test
    void saysWhoDidNotAnswer() {
        server.close();

        assertThatThrownBy(() -> client.identity().getMe())
                .isInstanceOf(ServerUnreachableException.class)
                .hasMessageContaining(server.address().toString());
    }

    @Test
    void refusesAnAddressThatIsNone() {
        assertThatThrownBy(() -> GpuaasClient.connect(URI.create("localhost:8080"), "t"))
                .hasMessageContaining("not an http or https address");
    }

    @Test
    void theTokenIsNotPrinted() {
        assertThat(Connection.to(server.address(), () -> "secret-token"))
                .asString()
                .doesNotContain("secret");
    }

    @Test
    void theClientReachesEveryGeneratedApi() throws IOException {
        List<String> reached = Arrays.stream(GpuaasClient.class.getMethods())
                .map(Method::getReturnType)
                .map(Class::getSimpleName)
                .filter(name -> name.endsWith("Api"))
                .toList();

        try (var generated = Files.list(Path.of("generated/java/io/gpuaas/sdk"))) {
            assertThat(generated
                            .map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith("Api.java"))
                            .map(name -> name.replace(".java", "")))
                    .containsExactlyInAnyOrderElementsOf(reached);
        }
    }
}
