package io.gpuaas.controlplane.notifications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.TestPrincipals.Person;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.events.AllocationChanged;
import io.gpuaas.events.AllocationChargingChanged;
import io.gpuaas.events.AllocationDegraded;
import io.gpuaas.events.AllocationMoved;
import io.gpuaas.events.AllocationRecovered;
import io.gpuaas.events.AutoReleasePending;
import io.gpuaas.events.AutoTopUpFailed;
import io.gpuaas.events.BalanceDepleted;
import io.gpuaas.events.BudgetReached;
import io.gpuaas.events.DisputeChanged;
import io.gpuaas.events.DomainEvent;
import io.gpuaas.events.EventDiscarded;
import io.gpuaas.events.ForceReleaseRequested;
import io.gpuaas.events.GpuMissing;
import io.gpuaas.events.LowBalanceWarning;
import io.gpuaas.events.NodeChanged;
import io.gpuaas.events.ReservationChanged;
import io.gpuaas.events.StatementClosed;
import io.gpuaas.events.TenantCreated;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.ReservationId;
import io.gpuaas.kernel.StatementId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

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

    /** An event about a tenant and one of its projects. */
    @FunctionalInterface
    interface Sample {
        DomainEvent in(TenantId tenant, ProjectId project);
    }

    /** The recipients of an event, and its title. */
    record Told(String kind, Role role, String title) {}

    private static final Instant AT = Instant.parse("2030-01-01T00:00:00Z");

    private static Arguments told(Sample sample, String kind, Role role, String title) {
        String type = sample.in(new TenantId(UUID.randomUUID()), new ProjectId(UUID.randomUUID()))
                .type();
        return Arguments.of(Named.of(type, sample), new Told(kind, role, title));
    }

    private static Arguments trouble(Sample sample, Role role, String title) {
        return told(sample, "allocation_trouble", role, title);
    }

    static Stream<Arguments> events() {
        return Stream.of(
                told(
                        (tenant, project) -> new LowBalanceWarning(tenant, "USD", 5_000_000_000L, 1),
                        "low_balance",
                        Role.TENANT_BILLING,
                        "running low"),
                told(
                        (tenant, project) -> new AutoReleasePending(tenant, "USD", 5_000_000_000L, 1, AT),
                        "release_pending",
                        Role.TENANT_OWNER,
                        "will be released"),
                told(
                        (tenant, project) -> new BalanceDepleted(tenant, "USD", 5_000_000_000L, 1, AT),
                        "balance_depleted",
                        Role.TENANT_ADMIN,
                        "used up"),
                told(
                        (tenant, project) -> new StatementClosed(
                                new StatementId(UUID.randomUUID()),
                                tenant,
                                "statement",
                                "2026-03",
                                "USD",
                                1_234_000_000_000L,
                                123_400),
                        "statement",
                        Role.TENANT_BILLING,
                        "The statement for 2026-03 is ready"),
                trouble(degraded(null), Role.PROJECT_MEMBER, "is degraded"),
                trouble(degraded(true), Role.PROJECT_MEMBER, "is degraded"),
                trouble(degraded(false), Role.OPERATOR, "A fault was reported"),
                trouble(
                        (tenant, project) -> new AllocationRecovered(allocation(), tenant, project, AT),
                        Role.PROJECT_MEMBER,
                        "has recovered"),
                trouble(charging("fault_confirmed"), Role.PROJECT_MEMBER, "A reported fault was confirmed"),
                trouble(charging("release_charged"), Role.OPERATOR, "A release has not finished"),
                trouble(changed("expiring"), Role.PROJECT_MEMBER, "ends soon"),
                trouble(changed("idle"), Role.PROJECT_MEMBER, "is idle"),
                trouble(changed("stuck"), Role.PROJECT_MEMBER, "is stuck"),
                trouble(changed("stuck"), Role.OPERATOR, "is stuck"),
                trouble(moved("failed", "driver"), Role.PROJECT_MEMBER, "An allocation failed"),
                trouble(moved("release_failed", "driver"), Role.PROJECT_MEMBER, "A release failed"),
                trouble(moved("release_failed", "driver"), Role.OPERATOR, "A release failed"),
                trouble(moved("releasing", "expired"), Role.PROJECT_MEMBER, "is being released"),
                trouble(moved("releasing", "idle"), Role.TENANT_OWNER, "is being released"),
                trouble(moved("releasing", "node_lost"), Role.PROJECT_MEMBER, "lost its node"),
                trouble(moved("releasing", "node_lost"), Role.OPERATOR, "lost its node"),
                trouble(moved("active", "waited"), Role.PROJECT_MEMBER, "A queued allocation is ready"),
                trouble(reservation("missed"), Role.PROJECT_MEMBER, "A reservation was missed"),
                trouble(
                        (tenant, project) -> new ForceReleaseRequested(
                                allocation(), tenant, project, "USD", "nobody pays for it", null),
                        Role.PROJECT_MEMBER,
                        "is being released"),
                told(
                        (tenant, project) -> new AutoTopUpFailed(
                                new PaymentId(UUID.randomUUID()), tenant, 1, "The card was refused.", null),
                        "payment_trouble",
                        Role.TENANT_BILLING,
                        "Automatic top-up failed"),
                told(
                        (tenant, project) -> new DisputeChanged(
                                new PaymentId(UUID.randomUUID()),
                                tenant,
                                "dp_1",
                                "needs_response",
                                "USD",
                                5_000_000_000L),
                        "payment_trouble",
                        Role.TENANT_OWNER,
                        "disputed: needs_response"),
                told(
                        (tenant, project) ->
                                new NodeChanged(new NodeId(UUID.randomUUID()), "unreachable", "it is silent", null),
                        "node_trouble",
                        Role.OPERATOR,
                        "A node is unreachable"),
                told(
                        (tenant, project) -> new GpuMissing(new NodeId(UUID.randomUUID()), "GPU-7", 3),
                        "node_trouble",
                        Role.OPERATOR,
                        "A GPU is missing"));
    }

    private static AllocationId allocation() {
        return new AllocationId(UUID.randomUUID());
    }

    private static Sample degraded(@Nullable Boolean confirmed) {
        return (tenant, project) ->
                new AllocationDegraded(allocation(), tenant, project, "its node is gone", AT, confirmed);
    }

    private static Sample charging(String kind) {
        return (tenant, project) -> new AllocationChargingChanged(allocation(), tenant, project, kind, true, AT, "why");
    }

    private static Sample changed(String kind) {
        return (tenant, project) -> new AllocationChanged(allocation(), tenant, project, kind, "active", "why");
    }

    private static Sample moved(String state, String code) {
        return (tenant, project) ->
                new AllocationMoved(allocation(), tenant, project, "h100", 1, null, state, code, "why", 2);
    }

    private static Sample reservation(String state) {
        return (tenant, project) -> new ReservationChanged(
                new ReservationId(UUID.randomUUID()), tenant, project, "h100", 1, AT, AT, state, null, "why");
    }

    private DomainEvent here(Sample sample) {
        return sample.in(TenantId.parse(tenant), ProjectId.parse(project));
    }

    @ParameterizedTest
    @MethodSource("events")
    void theAudienceOfAnEventFindsItInTheConsoleAndInTheMail(Sample sample, Told told) {
        Person person = person(told.role());
        String address = "p" + UUID.randomUUID() + "@example.com";
        plane.database()
                .execute("UPDATE identity.principal SET email = '" + address + "' WHERE id = '" + person.id() + "'");
        Person stranger =
                plane.principals().person(Role.TENANT_OWNER, plane.admin().createTenant());
        DomainEvent event = here(sample);
        publish(event);
        await().atMost(Duration.ofSeconds(60))
                .until(() -> inbox(person).path("unread").asLong() == 1);
        JsonNode news = inbox(person).at("/items/0");
        assertThat(news.path("kind").asString()).isEqualTo(told.kind());
        assertThat(news.path("title").asString()).contains(told.title());
        assertLeadsToItsSubject(news, event);
        assertThat(plane.database()
                        .count("SELECT count(*) FROM notifications.mail WHERE recipient = '" + address
                                + "' AND subject LIKE '%" + told.title() + "%'"))
                .isEqualTo(1);
        assertThat(inbox(stranger).path("items")).isEmpty();
    }

    @Test
    void everyTypeTheNewsDeskAsksForHasASample() {
        assertThat(Stream.concat(events(), Stream.of(Arguments.of(budget())))
                        .map(arguments -> arguments.get()[0])
                        .map(sample -> sample instanceof Named<?> named ? named.getPayload() : sample)
                        .map(sample -> here((Sample) sample))
                        .filter(event -> !News.of(event).isEmpty())
                        .map(DomainEvent::type)
                        .collect(Collectors.toSet()))
                .isEqualTo(News.TYPES);
    }

    private void assertLeadsToItsSubject(JsonNode news, DomainEvent event) {
        String subject = news.path("subject_type").asString() + " "
                + news.path("subject_id").asString();
        String in = news.path("project_id").asString("no project");
        switch (event) {
            case StatementClosed closed -> assertThat(subject).isEqualTo("statement " + closed.statementId());
            case ReservationChanged changed -> assertThat(subject).isEqualTo("reservation " + changed.reservationId());
            case NodeChanged changed -> assertThat(subject).isEqualTo("node " + changed.nodeId());
            case GpuMissing missing -> assertThat(subject).isEqualTo("node " + missing.nodeId());
            default -> {
                boolean isOfAllocation = Set.of("allocation", "forced_release")
                        .contains(event.aggregate().type());
                assertThat(subject)
                        .isEqualTo(
                                isOfAllocation
                                        ? "allocation " + event.aggregate().id()
                                        : "balance " + tenant);
            }
        }
        boolean isOfProject = subject.startsWith("allocation ") || subject.startsWith("reservation ");
        assertThat(in).isEqualTo(isOfProject ? project : "no project");
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

    static Stream<Sample> noNews() {
        return Stream.of(
                changed("renamed"),
                changed("extended"),
                moved("releasing", "forced"),
                moved("released", "expired"),
                moved("active", ""),
                reservation("fulfilled"),
                (tenant, project) -> new TenantCreated(tenant, "slug", "name"),
                (tenant, project) -> new EventDiscarded(AllocationMoved.TYPE, "broken"));
    }

    @ParameterizedTest
    @MethodSource("noNews")
    void anEventThatNobodyNeedsToKnowCausesNoNotification(Sample sample) {
        assertThat(News.of(here(sample))).isEmpty();
    }

    @Test
    void aRequestThatLeavesTheQueueAtTheEndOfItsWindowIsAnnounced() {
        assertThat(News.of(new AllocationMoved(
                        allocation(),
                        TenantId.parse(tenant),
                        ProjectId.parse(project),
                        "h100",
                        1,
                        "queued",
                        "released",
                        "expired",
                        "why",
                        2)))
                .extracting(News::title)
                .containsExactly("An allocation left the queue without capacity");
    }

    @Test
    void anOperatorWhoWorksInTheProjectIsNotifiedOnce() {
        Person both = person(Role.PROJECT_MEMBER);
        plane.database().execute("""
                INSERT INTO identity.role_binding (principal_id, role) VALUES ('%s', 'operator')""".formatted(both.id()));
        publish(here(changed("stuck")));
        await().atMost(Duration.ofSeconds(60))
                .until(() -> inbox(both).path("unread").asLong() > 0);
        assertThat(inbox(both).path("unread").asLong()).isEqualTo(1);
    }

    private static Sample budget() {
        return (tenant, project) ->
                new BudgetReached(project, tenant, 80, "2026-11", "USD", 80_123_456_789L, 100_000_000_000L, "alert");
    }

    @Test
    void aBudgetNoticeNamesTheProjectAndRoundsAmounts() {
        Person member = person(Role.PROJECT_MEMBER);
        plane.database().execute("UPDATE identity.project SET name = 'Vision' WHERE id = '" + project + "'");
        publish(here(budget()));
        await().atMost(Duration.ofSeconds(60))
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
