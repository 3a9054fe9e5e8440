package io.gpuaas.controlplane.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.billing.statements.StatementStore;
import io.gpuaas.controlplane.billing.statements.Statements;
import io.gpuaas.controlplane.ledger.Earnings;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Use that apps report, through the API, as a machine of the project. */
@Against("PostgreSQL")
class UsageReportsTest {

    private final BillingPlane billing = BillingPlane.shared();
    private final String tenant = billing.admin.createTenant();
    private final String project = billing.admin.createProject(tenant);
    private final String measure = "tokens-" + UUID.randomUUID();
    private final ApiClient app =
            billing.plane.client(billing.plane.principals().machine(project, Set.of("usage.report", "usage.read")));
    private Instant now = Instant.EPOCH;

    /** Two dollars for a million tokens. */
    @BeforeEach
    void define() {
        now = billing.nextHour().plus(Duration.ofHours(2));
        // Not so near to the beginning of a month that a record crosses it by accident.
        if (now.atOffset(ZoneOffset.UTC).getDayOfMonth() == 1) {
            now = now.plus(Duration.ofDays(1));
        }
        assertThat(billing.admin
                        .post("/api/v1/measures", """
                                {"name":"%s","title":"Tokens","unit":"token","units":[{"name":"kilotoken","factor":"1000"}],
                                 "quantity_max":"1000000000"}""".formatted(measure))
                        .status())
                .isEqualTo(201);
        price(2_000_000_000L, null);
        billing.clock.set(now);
        billing.keepPartitions();
        billing.pay(TenantId.parse(tenant), 100);
    }

    private void price(long nanos, @Nullable String of) {
        Reply added = billing.admin.post(
                "/api/v1/measures/" + measure + "/prices",
                "{\"price\":{\"nanos\":" + nanos + ",\"currency\":\"USD\"},\"per\":1000000"
                        + (of == null ? "" : ",\"tenant_id\":\"" + of + "\"") + "}");
        assertThat(added.status()).as(added.body()).isEqualTo(201);
    }

    private String record(String id, String quantity, String unit, Instant starts, Instant ends) {
        return """
                {"record_id":"%s","app_instance":"llm-1","measure":"%s","quantity":"%s","unit":"%s","starts_at":"%s","ends_at":"%s"}""".formatted(id, measure, quantity, unit, starts, ends);
    }

    /** The minute that ended so long ago. */
    private String minute(String id, String quantity, int minutesAgo) {
        Instant ends = now.minus(Duration.ofMinutes(minutesAgo));
        return record(id, quantity, "token", ends.minusSeconds(60), ends);
    }

    private Reply send(String... records) {
        return app.post(
                "/api/v1/projects/" + project + "/usage-records",
                "{\"producer\":\"runtime\",\"records\":[" + String.join(",", records) + "]}");
    }

    private Reply costs(String by) {
        return billing.admin.get("/api/v1/tenants/" + tenant + "/costs?group_by=" + by);
    }

    @Test
    void aReportThatIsCutOffSaysSo() {
        send(IntStream.range(0, CostStore.LINES_MAX)
                .mapToObj(i -> minute("r" + i, "1", 10).replace("llm-1", "llm-" + i))
                .toArray(String[]::new));
        Reply whole = costs("app");
        assertThat(whole.json().path("items")).as(whole.body()).hasSize(CostStore.LINES_MAX);
        assertThat(whole.json().path("truncated").asBoolean(true)).isFalse();
        send(minute("one-more", "1", 10).replace("llm-1", "one-more"));
        Reply cut = costs("app");
        assertThat(cut.json().path("items")).hasSize(CostStore.LINES_MAX);
        assertThat(cut.json().path("truncated").asBoolean(false)).isTrue();
        assertThat(costs("sku").json().path("truncated").asBoolean(true)).isFalse();
    }

    private String outcome(Reply report) {
        assertThat(report.status()).as(report.body()).isEqualTo(200);
        var first = report.json().at("/outcomes/0");
        return first.path("code").asString(first.path("outcome").asString());
    }

    private long charged() {
        return 100 * BillingPlane.DOLLAR - billing.credit(TenantId.parse(tenant));
    }

    @Test
    void aRecordIsChargedOnceHoweverOftenItIsSent() {
        String[] batch = {minute("a", "500000", 10), minute("b", "0.5", 9)};
        Reply first = send(batch);
        assertThat(first.json().path("accepted").asInt()).as(first.body()).isEqualTo(2);
        assertThat(first.json().at("/outcomes/0/amount/nanos").asLong()).isEqualTo(BillingPlane.DOLLAR);
        assertThat(first.json().at("/outcomes/1/amount/nanos").asLong())
                .as("half a token")
                .isEqualTo(1_000);
        Reply again = send(batch[1], batch[0], minute("c", "1", 8));
        assertThat(again.json().path("duplicates").asInt()).as(again.body()).isEqualTo(2);
        assertThat(again.json().path("accepted").asInt()).isEqualTo(1);
        assertThat(charged()).isEqualTo(BillingPlane.DOLLAR + 1_000 + 2_000);
        billing.clock.forward(Duration.ofDays(30));
        assertThat(outcome(send(batch)))
                .as("also when it would be too late by now")
                .isEqualTo("duplicate");
        assertThat(billing.verifier().compare()).isEmpty();
    }

    @Test
    void theSameIdForSomethingElseIsRefused() {
        send(minute("a", "5", 10));
        assertThat(outcome(send(minute("a", "6", 10)))).isEqualTo("record_changed");
        assertThat(outcome(send(minute("a", "5", 11)))).isEqualTo("record_changed");
        Instant ends = now.minus(Duration.ofMinutes(10));
        assertThat(outcome(send(record("a", "0.005", "kilotoken", ends.minusSeconds(60), ends))))
                .as("the same in another unit")
                .isEqualTo("duplicate");
        Reply twice = send(minute("x", "5", 20), minute("x", "5", 21));
        assertThat(twice.json().at("/outcomes/1/code").asString()).isEqualTo("record_repeated");
    }

    @Test
    void manyAtOnceComeToOne() throws Exception {
        String[] batch = IntStream.range(0, 50)
                .mapToObj(i -> minute("r" + i, "1000", 60 + i))
                .toArray(String[]::new);
        List<Future<Reply>> replies;
        try (ExecutorService senders = Executors.newFixedThreadPool(8)) {
            replies = IntStream.range(0, 8)
                    .mapToObj(i -> senders.submit(() -> send(i % 2 == 0 ? batch : reversed(batch))))
                    .toList();
        }
        int accepted = 0;
        for (Future<Reply> reply : replies) {
            assertThat(reply.get().status()).as(reply.get().body()).isEqualTo(200);
            assertThat(reply.get().json().path("refused").asInt())
                    .as(reply.get().body())
                    .isZero();
            accepted += reply.get().json().path("accepted").asInt();
        }
        assertThat(accepted).isEqualTo(50);
        assertThat(charged()).isEqualTo(50 * 2_000_000L);
    }

    private static String[] reversed(String[] of) {
        return IntStream.range(0, of.length)
                .mapToObj(i -> of[of.length - 1 - i])
                .toArray(String[]::new);
    }

    @ParameterizedTest
    @CsvSource({
        "-1, token, quantity_not_positive",
        "0, token, quantity_not_positive",
        "1e9, token, quantity_invalid",
        "NaN, token, quantity_invalid",
        "'1,5', token, quantity_invalid",
        "0.0000000000000000001, token, quantity_invalid",
        "1000000001, token, quantity_too_large",
        "1000001, kilotoken, quantity_too_large",
        "99999999999999999999, token, quantity_too_large",
        "1, gallon, unit_unknown"
    })
    void anInvalidQuantityIsRefused(String quantity, String unit, String code) {
        assertThat(outcome(send(record("a", quantity, unit, now.minusSeconds(60), now))))
                .isEqualTo(code);
        assertThat(charged()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, PT2M, in_the_future",
        "PT-1H, PT-2H, period_invalid",
        "PT-1H, PT-1H, period_invalid",
        "P-2D, PT-1H, period_too_long",
        "P-9D, P-8D, too_late"
    })
    void aTimeThatCannotBeIsRefused(Duration starts, Duration ends, String code) {
        assertThat(outcome(send(record("a", "1", "token", now.plus(starts), now.plus(ends)))))
                .isEqualTo(code);
        assertThat(outcome(send(record("a", "1", "token", now, Instant.parse("+1000000-01-01T00:00:00Z")))))
                .isEqualTo("in_the_future");
    }

    @Test
    void aRecordLiesInOneMonthAndIsAboutTimeNobodyReportedYet() {
        Instant month = YearMonth.from(now.atOffset(ZoneOffset.UTC))
                .atDay(1)
                .atStartOfDay()
                .toInstant(ZoneOffset.UTC);
        billing.clock.set(month.plus(Duration.ofDays(2)));
        assertThat(outcome(send(record("m", "1", "token", month.minusSeconds(1), month.plusSeconds(1)))))
                .isEqualTo("period_crosses_months");
        billing.clock.set(now);
        send(record("a", "1", "token", now.minusSeconds(600), now.minusSeconds(300)));
        Reply overlaps = send(
                record("b", "1", "token", now.minusSeconds(301), now.minusSeconds(200)),
                record("c", "1", "token", now.minusSeconds(300), now.minusSeconds(200)),
                record("d", "1", "token", now.minusSeconds(250), now.minusSeconds(240)),
                record("e", "1", "token", now.minusSeconds(700), now.minusSeconds(600)));
        assertThat(overlaps.json()
                        .path("outcomes")
                        .valueStream()
                        .map(one ->
                                one.path("code").asString(one.path("outcome").asString())))
                .containsExactly("period_overlaps", "accepted", "period_overlaps", "accepted");
    }

    @Test
    void aRecordWithoutAPriceOrMeasureIsRefused() {
        assertThat(outcome(send(minute("a", "1", 1).replace(measure, "nonsense"))))
                .isEqualTo("measure_unknown");
        String unpriced = "unpriced-" + UUID.randomUUID();
        billing.admin.post(
                "/api/v1/measures",
                "{\"name\":\"" + unpriced + "\",\"title\":\"T\",\"unit\":\"token\",\"quantity_max\":\"10\"}");
        assertThat(outcome(send(minute("a", "1", 1).replace(measure, unpriced))))
                .isEqualTo("price_missing");
    }

    @Test
    void aBatchHasBounds() {
        assertThat(send().status()).isEqualTo(400);
        String many =
                IntStream.range(0, 1_001).mapToObj(i -> minute("r" + i, "1", i)).collect(Collectors.joining(","));
        assertThat(send(many).status()).isEqualTo(400);
        assertThat(send(minute("a", "1", 1).replace("\"unit\":\"token\",", "")).status())
                .isEqualTo(400);
        String full = IntStream.range(0, 1_000)
                .mapToObj(i -> record("r" + i, "1000", "token", now.minusSeconds(5L * i + 5), now.minusSeconds(5L * i)))
                .collect(Collectors.joining(","));
        assertThat(send(full).json().path("accepted").asInt()).isEqualTo(1_000);
        assertThat(charged()).isEqualTo(2 * BillingPlane.DOLLAR);
    }

    @Test
    void aPriceHoldsForWhatBeganUnderItAndATenantsOwnComesFirst() {
        price(4_000_000_000L, null);
        price(1_000_000_000L, billing.admin.createTenant());
        send(minute("before", "1000000", 1));
        assertThat(charged()).isEqualTo(2 * BillingPlane.DOLLAR);
        billing.clock.forward(Duration.ofMinutes(5));
        now = billing.clock.instant();
        send(minute("after", "1000000", 0));
        assertThat(charged()).isEqualTo(6 * BillingPlane.DOLLAR);
        price(1_000_000_000L, tenant);
        billing.clock.forward(Duration.ofMinutes(5));
        now = billing.clock.instant();
        send(minute("own", "1000000", 0));
        assertThat(charged()).isEqualTo(7 * BillingPlane.DOLLAR);
        assertThat(billing.admin
                        .post(
                                "/api/v1/measures/" + measure + "/prices",
                                "{\"price\":{\"nanos\":1,\"currency\":\"USD\"},\"effective_from\":\"2020-01-01T00:00:00Z\"}")
                        .text("code"))
                .isEqualTo("price_in_the_past");
        assertThat(billing.admin
                        .get("/api/v1/measures/" + measure + "/prices")
                        .json()
                        .path("items"))
                .hasSize(4);
    }

    @Test
    void nobodyHasAPriceWhoDoesNotExist() {
        Reply added = billing.admin.post(
                "/api/v1/measures/" + measure + "/prices",
                "{\"price\":{\"nanos\":1,\"currency\":\"USD\"},\"tenant_id\":\"" + UUID.randomUUID() + "\"}");
        assertThat(added.status()).as(added.body()).isEqualTo(404);
        assertThat(added.text("code")).isEqualTo("not_found");
        assertThat(billing.admin
                        .get("/api/v1/measures/" + measure + "/prices")
                        .json()
                        .path("items"))
                .as("only the one everybody pays")
                .hasSize(1);
    }

    private void policy(String key, long value) {
        billing.policy(TenantId.parse(tenant), key, String.valueOf(value));
    }

    private void prepaid() {
        billing.policy(TenantId.parse(tenant), "billing.payment_mode", "prepaid");
    }

    /** A hundred dollars were paid; a million tokens cost two. */
    @Test
    void aReportTakesTheCreditNoFurtherThanThePolicysDebt() {
        prepaid();
        assertThat(outcome(send(minute("a", "49000000", 10)))).isEqualTo("accepted");
        assertThat(outcome(send(minute("b", "2000000", 9)))).isEqualTo("credit_short");
        assertThat(outcome(send(minute("c", "1000000", 8)))).isEqualTo("accepted");
        assertThat(billing.credit(TenantId.parse(tenant))).isZero();
        assertThat(outcome(send(minute("d", "1", 7)))).isEqualTo("credit_short");
        policy("usage.debt_max", 2);
        assertThat(outcome(send(minute("d", "1000000", 7)))).isEqualTo("accepted");
        assertThat(outcome(send(minute("e", "1", 6)))).isEqualTo("credit_short");
        assertThat(outcome(send(minute("a", "49000000", 10)))).isEqualTo("duplicate");
        assertThat(billing.credit(TenantId.parse(tenant))).isEqualTo(-2 * BillingPlane.DOLLAR);
    }

    @Test
    void aReportLeavesMachinesTheCreditTheyNeedUntilPeopleWereToldAndCouldPay() {
        prepaid();
        var running = billing.begin(TenantId.parse(tenant), billing.sku(30 * BillingPlane.DOLLAR), 1);
        Reply report = send(minute("a", "34000000", 10), minute("b", "1000000", 9), minute("c", "1", 8));
        assertThat(report.json().at("/outcomes/0/outcome").asString()).isEqualTo("accepted");
        assertThat(report.json().at("/outcomes/1/outcome").asString()).isEqualTo("accepted");
        assertThat(report.json().at("/outcomes/2/code").asString()).isEqualTo("credit_short");
        billing.plane.bean(BalanceWatch.class).look();
        assertThat(billing.database.count("SELECT count(*) FROM billing.watch WHERE tenant_id = '" + tenant
                        + "' AND level IN ('depleted', 'released')"))
                .isZero();
        billing.end(running);
    }

    @Test
    void aDayHasItsMostForAProjectAndForATenant() {
        policy("usage.project_daily_max", 4);
        policy("usage.tenant_daily_max", 6);
        assertThat(outcome(send(minute("a", "2000000", 10)))).isEqualTo("accepted");
        assertThat(outcome(send(minute("b", "1", 9)))).isEqualTo("project_day_used_up");
        String second = billing.admin.createProject(tenant);
        ApiClient other =
                billing.plane.client(billing.plane.principals().machine(second, Set.of("usage.report", "usage.read")));
        String path = "/api/v1/projects/" + second + "/usage-records";
        assertThat(outcome(other.post(path, batch(minute("a", "1000000", 10))))).isEqualTo("accepted");
        assertThat(outcome(other.post(path, batch(minute("b", "1000000", 9))))).isEqualTo("tenant_day_used_up");
        billing.clock.forward(Duration.ofDays(1));
        billing.keepPartitions();
        assertThat(outcome(other.post(path, batch(minute("b", "1000000", 9))))).isEqualTo("accepted");
    }

    private static String batch(String... records) {
        return "{\"producer\":\"runtime\",\"records\":[" + String.join(",", records) + "]}";
    }

    @Test
    void manyProducersAtOnceDoNotTakeMoreThanThereIs() throws Exception {
        prepaid();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Reply>> sent = IntStream.range(0, 8)
                    .mapToObj(i -> threads.submit(() -> app.post(
                            "/api/v1/projects/" + project + "/usage-records",
                            batch(minute("r", "15000000", 10)).replace("runtime", "runtime-" + i))))
                    .toList();
            long accepted = 0;
            for (Future<Reply> one : sent) {
                accepted += outcome(one.get()).equals("accepted") ? 1 : 0;
            }
            assertThat(accepted).isEqualTo(3);
        }
        assertThat(billing.credit(TenantId.parse(tenant))).isEqualTo(10 * BillingPlane.DOLLAR);
    }

    @Test
    void nothingIsReportedForASuspendedTenant() {
        billing.admin.post("/api/v1/tenants/" + tenant + "/suspend", "{\"reason\":\"unpaid\"}");
        Reply refused = send(minute("a", "1", 10));
        assertThat(refused.status()).as(refused.body()).isEqualTo(409);
        assertThat(refused.text("code")).isEqualTo("tenant_suspended");
    }

    @Test
    void anAcceptedRecordIsNotChanged() {
        send(minute("a", "1", 1));
        assertThatThrownBy(() -> billing.database.execute("UPDATE billing.usage_record SET amount_nanos = 1"))
                .hasStackTraceContaining("append-only");
        assertThatThrownBy(() -> billing.database.execute("DELETE FROM billing.measure_price"))
                .hasStackTraceContaining("append-only");
    }

    @Test
    void costsStatementAndExportShowApps() {
        send(minute("a", "1000000", 10), minute("b", "500000", 9).replace("llm-1", "llm-2"));
        YearMonth month = YearMonth.from(now.atOffset(ZoneOffset.UTC));
        String costs = "/api/v1/tenants/" + tenant + "/costs?from=" + month + "-01T00:00:00Z&group_by=";
        var byApp = billing.admin.get(costs + "app").json().path("items");
        assertThat(byApp.valueStream().map(line -> line.path("group").asString()))
                .containsExactly("llm-1", "llm-2");
        assertThat(byApp.at("/0/amount_nanos").asLong()).isEqualTo(2 * BillingPlane.DOLLAR);
        assertThat(billing.admin.get(costs + "sku").json().at("/items/0/group").asString())
                .isEqualTo(measure);
        billing.doing(() -> {
            billing.plane.bean(Earnings.class).close(month, TenantId.parse(tenant));
            billing.plane.bean(Statements.class).close(month, TenantId.parse(tenant));
        });
        var statement = billing.plane
                .bean(StatementStore.class)
                .list(TenantId.parse(tenant), null, 1)
                .getFirst();
        assertThat(statement.total().nanos()).isEqualTo(3 * BillingPlane.DOLLAR);
        String document = "/api/v1/tenants/" + tenant + "/statements/" + statement.id() + "/document?format=csv";
        assertThat(billing.admin.get(document).body()).contains("Apps: " + measure + ", 1500000 token");
        assertThat(billing.admin.get(document + "&project_id=" + project).body())
                .contains("Total,,3.00");
        assertThat(billing.admin
                        .get(document + "&project_id=" + UUID.randomUUID())
                        .status())
                .isEqualTo(404);
        List<String> focus = billing.admin
                .get("/api/v1/tenants/" + tenant + "/focus-export?month=" + month)
                .body()
                .lines()
                .toList();
        assertThat(focus).hasSize(3);
        assertThat(focus.get(1)).startsWith("2.000000000,").contains("App instance", "llm-1", "0.000002000");
    }

    @Test
    void aBudgetCountsWhatAppsReportBeforeAndAfterItIsSet() {
        send(minute("a", "1000000", 10));
        String budget = "/api/v1/projects/" + project + "/budget";
        billing.admin.put(budget, "{\"monthly\":{\"nanos\":10000000000,\"currency\":\"USD\"},\"action\":\"alert\"}");
        assertThat(billing.admin.get(budget).json().path("spent_nanos").asLong())
                .isEqualTo(2 * BillingPlane.DOLLAR);
        send(minute("b", "500000", 9));
        assertThat(billing.admin.get(budget).json().path("spent_nanos").asLong())
                .isEqualTo(3 * BillingPlane.DOLLAR);
        assertThat(billing.admin
                        .get("/api/v1/tenants/" + tenant + "/budgets")
                        .json()
                        .at("/items/0/project_id")
                        .asString())
                .isEqualTo(project);
    }

    @Test
    void recordsAreListedWithWhoReportedThem() {
        send(minute("a", "1", 2), minute("b", "2", 1));
        var page = app.get("/api/v1/projects/" + project + "/usage-records?limit=1")
                .json();
        assertThat(page.path("items")).hasSize(1);
        var next = app.get("/api/v1/projects/" + project + "/usage-records?limit=1&cursor="
                        + page.path("next_cursor").asString())
                .json();
        assertThat(Set.of(
                        page.at("/items/0/record_id").asString(),
                        next.at("/items/0/record_id").asString()))
                .isEqualTo(Set.of("a", "b"));
        assertThat(page.at("/items/0/reported_by").asString()).isNotEmpty();
    }
}
