package io.gpuaas.controlplane.notifications;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.gpuaas.api.NotificationKind;
import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.TestClock;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.notifications.Recipients.Recipient;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.MovableClock;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionTemplate;

/** Notifications in the console and by a real mail server. */
@Against({"PostgreSQL", "GreenMail"})
@SuppressWarnings("NullAway.Init")
class NotificationsTest {

    private static final MovableClock CLOCK = MovableClock.stoppedAt(TestClock.START);
    private static GreenMail smtp = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));

    private static TestControlPlane plane;

    static class InPlace {
        @org.springframework.context.annotation.Bean
        @org.springframework.context.annotation.Primary
        MovableClock movableClock() {
            return CLOCK;
        }
    }

    @BeforeAll
    static void start() {
        smtp.start();
        plane = TestControlPlane.start(
                Map.of(
                        "gpuaas.roles",
                        "api",
                        "gpuaas.mail.delivery",
                        "smtp",
                        "gpuaas.mail.port",
                        String.valueOf(smtp.getSmtp().getPort())),
                InPlace.class);
        plane.database().execute("CREATE TABLE audit.event_any PARTITION OF audit.event DEFAULT");
    }

    @AfterAll
    static void stop() {
        plane.close();
        smtp.stop();
    }

    private final String address = "p" + UUID.randomUUID() + "@example.com";
    private final String tenant = plane.admin().createTenant();
    private final io.gpuaas.controlplane.identity.TestPrincipals.Person person =
            plane.principals().person(io.gpuaas.controlplane.identity.Role.TENANT_OWNER, tenant);
    private final ApiClient client = plane.client(person.token());

    private void tell(NotificationKind kind, String title) {
        tell(kind, title, address);
    }

    private void tell(NotificationKind kind, String title, String to) {
        PrincipalId id = PrincipalId.parse(person.id());
        plane.bean(TransactionTemplate.class)
                .executeWithoutResult(status -> plane.bean(Notifications.class)
                        .tell(
                                new Recipient(id, to),
                                new News(
                                        kind,
                                        News.Audience.PAYERS,
                                        News.Subject.balance(io.gpuaas.kernel.TenantId.parse(tenant)),
                                        title,
                                        "Because.")));
    }

    private static void deliver() {
        plane.bean(Postman.class).round();
    }

    private List<String> subjects() {
        return Arrays.stream(smtp.getReceivedMessages())
                .filter(message -> recipients(message).contains(address))
                .map(NotificationsTest::subject)
                .toList();
    }

    private static String recipients(MimeMessage message) {
        try {
            return Arrays.toString(message.getAllRecipients());
        } catch (MessagingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String subject(MimeMessage message) {
        try {
            return message.getSubject();
        } catch (MessagingException e) {
            throw new IllegalStateException(e);
        }
    }

    private long unread() {
        return client.get("/api/v1/notifications").json().path("unread").asLong();
    }

    @Test
    void anOfflineUserFindsTheNotificationLaterAndByMail() {
        tell(NotificationKind.LOW_BALANCE, "Credit is running low");
        deliver();
        assertThat(subjects()).containsExactly("Credit is running low");
        var page = client.get("/api/v1/notifications?unread=true").json();
        assertThat(page.path("unread").asLong()).isEqualTo(1);
        String id = page.at("/items/0/id").asString();
        assertThat(client.post("/api/v1/notifications/" + id + "/read", "").status())
                .isEqualTo(200);
        assertThat(client.get("/api/v1/notifications?unread=true").json().path("items"))
                .isEmpty();
        assertThat(client.get("/api/v1/notifications").json().path("items")).hasSize(1);
        assertThat(plane.admin()
                        .post("/api/v1/notifications/" + id + "/read", "")
                        .status())
                .as("somebody else's")
                .isEqualTo(404);
        tell(NotificationKind.BUDGET, "A");
        tell(NotificationKind.BUDGET, "B");
        assertThat(unread()).isEqualTo(2);
        client.post("/api/v1/notifications/read", "");
        assertThat(unread()).isZero();
    }

    @Test
    void newsComeAsTheyArePreferred() {
        prefer("budget", true, false);
        prefer("low_balance", false, true);
        prefer("release_pending", false, false);
        tell(NotificationKind.BUDGET, "console only");
        tell(NotificationKind.LOW_BALANCE, "mail only");
        tell(NotificationKind.RELEASE_PENDING, "neither");
        deliver();
        assertThat(subjects()).containsExactly("mail only");
        assertThat(client.get("/api/v1/notifications").json().path("items").toString())
                .contains("console only")
                .doesNotContain("mail only")
                .doesNotContain("neither");
        assertThat(client.put("/api/v1/notification-preferences/weather", "{\"console\":true,\"mail\":true}")
                        .status())
                .isEqualTo(400);
    }

    private void prefer(String kind, boolean console, boolean mail) {
        assertThat(client.put(
                                "/api/v1/notification-preferences/" + kind,
                                "{\"console\":" + console + ",\"mail\":" + mail + "}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aStormBecomesOneLetter() {
        for (int i = 0; i < 103; i++) {
            tell(NotificationKind.ALLOCATION_TROUBLE, "An allocation failed");
        }
        deliver();
        assertThat(subjects()).hasSize(3);
        CLOCK.forward(Duration.ofMinutes(16));
        deliver();
        deliver();
        assertThat(subjects()).hasSize(4);
        assertThat(subjects().getLast()).isEqualTo("100 more about allocation trouble");
        assertThat(unread()).as("the console shows each").isEqualTo(103);
    }

    @Test
    void aLetterThatCannotBeDeliveredIsGivenUpVisibly() {
        tell(NotificationKind.BALANCE_DEPLETED, "The credit is used up", "no@@address");
        for (int attempt = 1; attempt <= Postman.ATTEMPTS_MAX; attempt++) {
            assertThat(letter().path("state").asString()).isEqualTo("pending");
            deliver();
            CLOCK.forward(Duration.ofHours(2));
        }
        var letter = letter();
        assertThat(letter.path("state").asString()).isEqualTo("dead");
        assertThat(letter.path("last_error").asString()).isNotEmpty();
        assertThat(Postman.oneLine("a\r\nBcc: b")).isEqualTo("a Bcc: b");
    }

    private static tools.jackson.databind.JsonNode letter() {
        return plane.admin().get("/api/v1/mail?limit=1").json().at("/items/0");
    }

    @Test
    void anInvitationIsSent() {
        assertThat(plane.admin()
                        .post(
                                "/api/v1/tenants/" + tenant + "/invitations",
                                "{\"email\":\"" + address + "\",\"tenant_role\":\"tenant_billing\"}")
                        .status())
                .isEqualTo(201);
        deliver();
        assertThat(subjects()).singleElement().asString().startsWith("Invitation to");
    }

    @Test
    void aLetterWaitsForAServerThatIsAwayAndComesOnce() {
        int port = smtp.getSmtp().getPort();
        smtp.stop();
        tell(NotificationKind.LOW_BALANCE, "Credit is running low");
        deliver();
        assertThat(letter().path("state").asString()).isEqualTo("pending");
        assertThat(letter().path("last_error").asString()).isNotEmpty();
        // The same address, as after a restart; what was received before is forgotten.
        smtp = new GreenMail(new ServerSetup(port, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        smtp.start();
        deliver();
        assertThat(subjects()).as("not before its time").isEmpty();
        CLOCK.forward(Duration.ofMinutes(1));
        deliver();
        CLOCK.forward(Duration.ofHours(2));
        deliver();
        assertThat(subjects()).containsExactly("Credit is running low");
        assertThat(letter().path("state").asString()).isEqualTo("sent");
    }
}
