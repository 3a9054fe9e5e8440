package io.gpuaas.controlplane.notifications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.annotation.JsonValue;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.TestPrincipals.Person;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** From an event over outbox, relay and bus to the inbox and the letter of those it concerns. */
@Against("PostgreSQL")
class NewsDeskTest {

    /** Other planes have more operators than are notified. */
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

    private final String tenant = plane.admin().createTenant();
    private final String project = plane.admin().createProject(tenant);

    /** An event with any payload; the contract's schema is checked when it is published. */
    record Happening(
            String type, Aggregate aggregate, @JsonValue Map<String, Object> payload) implements DomainEvent {}

    /** The recipients of an event, and its title. */
    record Told(String kind, Role role, String title) {}

    static Stream<Arguments> events() {
        Map<String, Object> balance =
                Map.of("currency", "USD", "spendable_nanos", 5_000_000_000L, "burn_nanos_per_hour", 1);
        Map<String, Object> deadline = Map.of("deadline", "2030-01-01T00:00:00Z");
        return Stream.of(
                Arguments.of(
                        "billing.low_balance_warning",
                        balance,
                        new Told("low_balance", Role.TENANT_BILLING, "running low")),
                Arguments.of(
                        "billing.auto_release_pending",
                        both(balance, deadline),
                        new Told("release_pending", Role.TENANT_OWNER, "will be released")),
                Arguments.of(
                        "billing.balance_depleted",
                        both(balance, deadline),
                        new Told("balance_depleted", Role.TENANT_ADMIN, "used up")),
                Arguments.of(
                        "billing.statement_closed",
                        Map.of(
                                "statement_id",
                                UUID.randomUUID(),
                                "kind",
                                "statement",
                                "month",
                                "2026-03",
                                "currency",
                                "USD",
                                "total_nanos",
                                1_234_000_000_000L,
                                "total_cents",
                                123_400),
                        new Told("statement", Role.TENANT_BILLING, "The statement for 2026-03 is ready")),
                Arguments.of(
                        "provisioning.allocation_degraded",
                        Map.of(
                                "allocation_id",
                                UUID.randomUUID(),
                                "reason",
                                "its node is gone",
                                "since",
                                "2026-01-01T00:00:00Z"),
                        new Told("allocation_trouble", Role.PROJECT_MEMBER, "is degraded")),
                Arguments.of(
                        "provisioning.allocation_recovered",
                        Map.of("allocation_id", UUID.randomUUID(), "degraded_since", "2026-01-01T00:00:00Z"),
                        new Told("allocation_trouble", Role.PROJECT_MEMBER, "has recovered")),
                changed("expiring", Role.PROJECT_MEMBER, "ends soon"),
                changed("idle", Role.PROJECT_MEMBER, "is idle"),
                changed("stuck", Role.PROJECT_MEMBER, "is stuck"),
                changed("stuck", Role.OPERATOR, "is stuck"),
                moved("failed", "driver", Role.PROJECT_MEMBER, "An allocation failed"),
                moved("release_failed", "driver", Role.PROJECT_MEMBER, "A release failed"),
                moved("release_failed", "driver", Role.OPERATOR, "A release failed"),
                moved("releasing", "expired", Role.PROJECT_MEMBER, "is being released"),
                moved("releasing", "idle", Role.TENANT_OWNER, "is being released"),
                moved("releasing", "node_lost", Role.PROJECT_MEMBER, "lost its node"),
                moved("releasing", "node_lost", Role.OPERATOR, "lost its node"),
                moved("active", "waited", Role.PROJECT_MEMBER, "A queued allocation is ready"),
                Arguments.of(
                        "provisioning.reservation_changed",
                        reservation("missed"),
                        new Told("allocation_trouble", Role.PROJECT_MEMBER, "A reservation was missed")),
                Arguments.of(
                        "provisioning.force_release_requested",
                        Map.of("allocation_id", UUID.randomUUID(), "currency", "USD", "reason", "nobody pays for it"),
                        new Told("allocation_trouble", Role.PROJECT_MEMBER, "is being released")),
                Arguments.of(
                        "payments.auto_top_up_failed",
                        Map.of("payment_id", UUID.randomUUID(), "failures", 1, "reason", "The card was refused."),
                        new Told("payment_trouble", Role.TENANT_BILLING, "Automatic top-up failed")),
                Arguments.of(
                        "payments.dispute_changed",
                        Map.of(
                                "payment_id",
                                UUID.randomUUID(),
                                "dispute",
                                "dp_1",
                                "state",
                                "needs_response",
                                "currency",
                                "USD",
                                "amount_nanos",
                                5_000_000_000L),
                        new Told("payment_trouble", Role.TENANT_OWNER, "disputed: needs_response")),
                Arguments.of(
                        "nodes.node_changed",
                        Map.of("node_id", UUID.randomUUID(), "state", "unreachable", "reason", "it is silent"),
                        new Told("node_trouble", Role.OPERATOR, "A node is unreachable")),
                Arguments.of(
                        "nodes.gpu_missing",
                        Map.of("node_id", UUID.randomUUID(), "gpu_uuid", "GPU-7", "topology_version", 3),
                        new Told("node_trouble", Role.OPERATOR, "A GPU is missing")));
    }

    private static Arguments changed(String kind, Role role, String title) {
        return Arguments.of(
                "provisioning.allocation_changed", change(kind), new Told("allocation_trouble", role, title));
    }

    private static Map<String, Object> change(String kind) {
        return Map.of("allocation_id", UUID.randomUUID(), "kind", kind, "state", "active", "message", "why");
    }

    private static Arguments moved(String state, String code, Role role, String title) {
        return Arguments.of(
                "provisioning.allocation_moved",
                Map.of(
                        "allocation_id",
                        UUID.randomUUID(),
                        "sku",
                        "h100",
                        "count",
                        1,
                        "state",
                        state,
                        "code",
                        code,
                        "message",
                        "why",
                        "version",
                        2),
                new Told("allocation_trouble", role, title));
    }

    private static Map<String, Object> reservation(String state) {
        return Map.of(
                "reservation_id",
                UUID.randomUUID(),
                "sku",
                "h100",
                "count",
                1,
                "starts_at",
                "2026-01-01T00:00:00Z",
                "ends_at",
                "2026-01-01T01:00:00Z",
                "state",
                state,
                "message",
                "why");
    }

    private static Map<String, Object> both(Map<String, Object> one, Map<String, Object> other) {
        Map<String, Object> all = new java.util.HashMap<>(one);
        all.putAll(other);
        return all;
    }

    @ParameterizedTest
    @MethodSource("events")
    void anEventReachesTheInboxAndTheMailOfThePeopleItConcerns(String type, Map<String, Object> payload, Told told) {
        Person person = person(told.role());
        String address = "p" + UUID.randomUUID() + "@example.com";
        plane.database()
                .execute("UPDATE identity.principal SET email = '" + address + "' WHERE id = '" + person.id() + "'");
        Person stranger =
                plane.principals().person(Role.TENANT_OWNER, plane.admin().createTenant());
        Map<String, Object> complete = switch (type.split("\\.", 2)[0]) {
            case "nodes" -> payload;
            case "provisioning" -> both(payload, Map.of("tenant_id", tenant, "project_id", project));
            default -> both(payload, Map.of("tenant_id", tenant));
        };
        publish(new Happening(
                type,
                new DomainEvent.Aggregate(aggregate(type), UUID.randomUUID().toString()),
                complete));
        await().atMost(Duration.ofSeconds(20))
                .until(() -> inbox(person).path("unread").asLong() == 1);
        JsonNode news = inbox(person).at("/items/0");
        assertThat(news.path("kind").asString()).isEqualTo(told.kind());
        assertThat(news.path("title").asString()).contains(told.title());
        leadsToWhatItTellsOf(news, type, complete);
        assertThat(plane.database()
                        .count("SELECT count(*) FROM notifications.mail WHERE recipient = '" + address
                                + "' AND subject LIKE '%" + told.title() + "%'"))
                .isEqualTo(1);
        assertThat(inbox(stranger).path("items")).isEmpty();
    }

    private static void leadsToWhatItTellsOf(JsonNode news, String type, Map<String, Object> event) {
        String subject = news.path("subject_type").asString();
        assertThat(subject)
                .isEqualTo(
                        switch (type) {
                            case "billing.statement_closed" -> "statement";
                            case "provisioning.reservation_changed" -> "reservation";
                            case String other when other.startsWith("nodes.") -> "node";
                            case String other when other.startsWith("provisioning.") -> "allocation";
                            default -> "balance";
                        });
        assertThat(news.path("subject_id").asString())
                .isEqualTo(String.valueOf(event.get(subject.equals("balance") ? "tenant_id" : subject + "_id")));
        assertThat(news.path("project_id").asString(null)).isEqualTo(event.get("project_id"));
    }

    private static String aggregate(String type) {
        return switch (type) {
            case "billing.statement_closed" -> "statement";
            case "provisioning.force_release_requested" -> "forced_release";
            case "provisioning.reservation_changed" -> "reservation";
            case "nodes.node_changed", "nodes.gpu_missing" -> "node";
            case String other when other.startsWith("provisioning.") -> "allocation";
            case String other when other.startsWith("payments.") -> "payment";
            default -> "tenant_balance";
        };
    }

    private Person person(Role role) {
        return switch (role) {
            case OPERATOR -> plane.principals().personOnPlatform(role);
            case PROJECT_MEMBER -> plane.principals().person(role, tenant, project);
            default -> plane.principals().person(role, tenant);
        };
    }

    private void publish(DomainEvent event) {
        Call.system("test", CorrelationId.create(plane.bean(IdSource.class)))
                .run(() -> plane.bean(TransactionTemplate.class).execute(status -> {
                    plane.bean(Outbox.class).append(event);
                    return true;
                }));
    }

    private JsonNode inbox(Person person) {
        return plane.client(person.token()).get("/api/v1/notifications").json();
    }

    static Stream<Arguments> noNews() {
        return Stream.of(
                changed("renamed", Role.PROJECT_MEMBER, ""),
                changed("extended", Role.PROJECT_MEMBER, ""),
                moved("releasing", "forced", Role.PROJECT_MEMBER, ""),
                moved("released", "expired", Role.PROJECT_MEMBER, ""),
                moved("active", "", Role.PROJECT_MEMBER, ""),
                Arguments.of("provisioning.reservation_changed", reservation("fulfilled")));
    }

    @ParameterizedTest
    @MethodSource("noNews")
    void unimportantEventsNotifyNobody(String type, Map<String, Object> payload) {
        assertThat(News.of(type, JsonMapper.shared().valueToTree(payload))).isEmpty();
    }

    @Test
    void aMissedReservationIsReported() {
        Map<String, Object> left = Map.of(
                "allocation_id",
                UUID.randomUUID(),
                "from",
                "queued",
                "state",
                "released",
                "code",
                "expired",
                "message",
                "why");
        assertThat(News.of("provisioning.allocation_moved", JsonMapper.shared().valueToTree(left)))
                .extracting(News::title)
                .containsExactly("An allocation left the queue without capacity");
    }

    @Test
    void anOperatorWhoIsAMemberIsNotifiedOnce() {
        Person both = person(Role.PROJECT_MEMBER);
        plane.database().execute("""
                INSERT INTO identity.role_binding (principal_id, role) VALUES ('%s', 'operator')""".formatted(both.id()));
        publish(new Happening(
                "provisioning.allocation_changed",
                new DomainEvent.Aggregate("allocation", UUID.randomUUID().toString()),
                both(change("stuck"), Map.of("tenant_id", tenant, "project_id", project))));
        await().atMost(Duration.ofSeconds(20))
                .until(() -> inbox(both).path("unread").asLong() > 0);
        assertThat(inbox(both).path("unread").asLong()).isEqualTo(1);
    }

    @Test
    void aBudgetIsToldOfWithTheNameOfTheProjectAndAmountsPeopleRead() {
        Person member = person(Role.PROJECT_MEMBER);
        plane.database().execute("UPDATE identity.project SET name = 'Vision' WHERE id = '" + project + "'");
        publish(new Happening(
                "billing.budget_reached",
                new DomainEvent.Aggregate("project_budget", project),
                Map.of(
                        "project_id",
                        project,
                        "tenant_id",
                        tenant,
                        "percent",
                        80,
                        "month",
                        "2026-11",
                        "currency",
                        "USD",
                        "spent_nanos",
                        80_123_456_789L,
                        "budget_nanos",
                        100_000_000_000L,
                        "action",
                        "alert")));
        await().atMost(Duration.ofSeconds(20))
                .until(() -> inbox(member).path("unread").asLong() == 1);
        assertThat(inbox(member).at("/items/0/body").asString())
                .isEqualTo("Project Vision. Spent 80.12 USD of 100.00 USD in 2026-11. At 100 %: alert.");
    }

    @Test
    void aRegisteredPersonSeesTheInvitationInTheConsole() {
        String address = "p" + UUID.randomUUID() + "@example.com";
        Person known = plane.principals().personAt(address);
        assertThat(plane.admin()
                        .post(
                                "/api/v1/tenants/" + tenant + "/invitations",
                                "{\"email\":\"" + address + "\",\"tenant_role\":\"tenant_billing\"}")
                        .status())
                .isEqualTo(201);
        JsonNode news = inbox(known).at("/items/0");
        assertThat(news.path("kind").asString()).isEqualTo("invitation");
        assertThat(news.path("body").asString()).contains("tenant_billing").doesNotContain("token");
        assertThat(plane.database()
                        .count("SELECT count(*) FROM notifications.mail WHERE recipient = '" + address + "'"))
                .as("one letter, not two")
                .isEqualTo(1);
    }
}
