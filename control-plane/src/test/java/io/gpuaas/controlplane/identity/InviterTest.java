package io.gpuaas.controlplane.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.TestPrincipals.Person;
import io.gpuaas.testkit.Against;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** An invitation is good only as long as its inviter could still make it. */
@Against("PostgreSQL")
class InviterTest {

    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final TestControlPlane plane = TestControlPlane.shared();
    private final ApiClient admin = plane.admin();
    private final TestPrincipals principals = plane.principals();
    private final String tenant = admin.createTenant();
    private final String address = "/api/v1/tenants/" + tenant;
    private final String email = "p" + UUID.randomUUID() + "@example.com";
    private final Person owner = principals.person(Role.TENANT_OWNER, tenant);

    private Reply invite(Person inviter, String role) {
        return plane.client(inviter.token())
                .post(address + "/invitations", "{\"email\":\"" + email + "\",\"tenant_role\":\"" + role + "\"}");
    }

    private String link() {
        for (JsonNode letter : admin.get("/api/v1/mail?limit=200").json().path("items")) {
            if (letter.path("to").asString().equals(email)) {
                String body = letter.path("body").asString();
                String mark = "/invitations#token=";
                int start = body.indexOf(mark) + mark.length();
                return body.substring(start, body.indexOf('\n', start));
            }
        }
        throw new AssertionError("no letter to " + email);
    }

    private Reply join(String token) {
        return plane.client("")
                .post(
                        "/api/v1/invitations/join",
                        "{\"token\":\"" + token + "\",\"display_name\":\"N\",\"password\":\"long enough for it\"}");
    }

    private Reply accept(String token) {
        return plane.client(principals.personAt(email).token())
                .post("/api/v1/invitations/accept", "{\"token\":\"" + token + "\"}");
    }

    private void assertIsOver(String token) {
        assertThat(join(token).text("code")).isEqualTo("invitation_not_open");
        assertThat(accept(token).text("code")).isEqualTo("invitation_not_open");
        assertThat(plane.database()
                        .count("SELECT count(*) FROM identity.principal p JOIN identity.role_binding b"
                                + " ON b.principal_id = p.id WHERE p.email = '" + email + "'"))
                .isZero();
        assertThat(admin.get(address + "/invitations").json().path("items")).isEmpty();
    }

    @Test
    void anInvitationNamesItsInviter() {
        assertThat(invite(owner, "tenant_owner").text("invited_by")).isEqualTo(owner.id());
    }

    @Test
    void aRemovedOwnerDoesNotComeBack() {
        invite(owner, "tenant_owner");
        assertThat(admin.delete(address + "/members/" + owner.id()).status()).isEqualTo(409);
        principals.person(Role.TENANT_OWNER, tenant);
        assertThat(admin.delete(address + "/members/" + owner.id()).status()).isEqualTo(200);
        assertIsOver(link());
    }

    @Test
    void aDisabledInviterInvitesNobody() {
        invite(owner, "tenant_owner");
        assertThat(admin.post("/api/v1/users/" + owner.id() + "/disable", "{\"reason\":\"r\"}")
                        .status())
                .isEqualTo(200);
        assertIsOver(link());
        assertThat(admin.post("/api/v1/users/" + owner.id() + "/enable", null).status())
                .isEqualTo(200);
        assertThat(join(link()).text("code")).isEqualTo("invitation_not_open");
    }

    @Test
    void aDemotedInviterInvitesNobodyEvenToWhatTheyKeep() {
        principals.person(Role.TENANT_OWNER, tenant);
        invite(owner, "tenant_billing");
        assertThat(admin.put(address + "/members/" + owner.id(), "{\"role\":\"tenant_billing\"}")
                        .status())
                .isEqualTo(200);
        assertIsOver(link());
    }

    @Test
    void anInviterWhoLosesAPlatformRoleInvitesNobody() {
        Person operatorOfAll = principals.personOnPlatform(Role.PLATFORM_ADMIN);
        invite(operatorOfAll, "tenant_owner");
        assertThat(admin.put("/api/v1/users/" + operatorOfAll.id() + "/platform-roles", "{\"roles\":[\"auditor\"]}")
                        .status())
                .isEqualTo(200);
        assertIsOver(link());
    }

    @Test
    void invitationsOfARevokedCredentialEnd() {
        invite(owner, "tenant_owner");
        admin.post("/api/v1/principals/" + owner.id() + "/revoke", "{\"reason\":\"stolen\"}");
        assertIsOver(link());
    }

    @Test
    void anInviterWhoKeepsEnoughKeepsTheInvitation() {
        principals.person(Role.TENANT_OWNER, tenant);
        invite(owner, "tenant_admin");
        admin.put(address + "/members/" + owner.id(), "{\"role\":\"tenant_admin\"}");
        assertThat(accept(link()).text("role")).isEqualTo("tenant_admin");
    }

    /** The right ends while the request waits for the tenant. */
    @Test
    void aRightLostWhileSomebodyAcceptsIsLost() throws SQLException {
        invite(owner, "tenant_owner");
        String token = link();
        Reply reply = whileTheOwnerGoes(() -> accept(token));
        assertThat(reply.text("code")).isEqualTo("invitation_not_open");
    }

    @Test
    void aRightLostWhileARoleIsGivenIsLost() throws SQLException {
        Person accomplice = principals.person();
        Reply reply = whileTheOwnerGoes(() -> plane.client(owner.token())
                .put(address + "/members/" + accomplice.id(), "{\"role\":\"tenant_owner\"}"));
        assertThat(reply.status()).as(reply.body()).isEqualTo(403);
    }

    @Test
    void anInviterIsNotDisabledBehindTheBackOfSomebodyWhoAccepts() throws SQLException {
        invite(owner, "tenant_owner");
        String token = link();
        Reply reply = whileLocked(
                "UPDATE identity.principal SET disabled_at = now() WHERE id = '" + owner.id() + "'",
                () -> accept(token));
        assertThat(reply.text("code")).isEqualTo("invitation_not_open");
    }

    private Reply whileTheOwnerGoes(Supplier<Reply> request) throws SQLException {
        return whileLocked(
                "DELETE FROM identity.role_binding WHERE principal_id = '" + owner.id() + "' AND tenant_id IN ("
                        + "SELECT id FROM identity.tenant WHERE id = '" + tenant + "' FOR UPDATE)",
                request);
    }

    /** Does this in a transaction, commits it when the request waits for it, and gives the answer. */
    private Reply whileLocked(String change, Supplier<Reply> request) throws SQLException {
        try (Connection connection = plane.database().connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("SELECT 1 FROM identity.tenant WHERE id = '" + tenant + "' FOR UPDATE");
            statement.execute(change);
            long before = waiting();
            CompletableFuture<Reply> reply = CompletableFuture.supplyAsync(request);
            await().atMost(DEADLINE).until(() -> waiting() > before || reply.isDone());
            assertThat(reply).isNotDone();
            connection.commit();
            return reply.join();
        }
    }

    private long waiting() {
        return plane.database().count("SELECT count(*) FROM pg_locks WHERE NOT granted");
    }
}
