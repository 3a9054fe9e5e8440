package io.gpuaas.controlplane.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.TestPrincipals.Person;
import io.gpuaas.testkit.Against;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

@Against("PostgreSQL")
class InvitationTest {

    private final TestControlPlane plane = TestControlPlane.shared();
    private final ApiClient admin = plane.admin();
    private final TestPrincipals principals = plane.principals();
    private final String tenant = admin.createTenant();
    private final String address = "/api/v1/tenants/" + tenant + "/invitations";
    private final String email = "p" + UUID.randomUUID() + "@example.com";

    private Reply invite(String mail, String role) {
        return admin.post(address, "{\"email\":\"" + mail + "\",\"tenant_role\":\"" + role + "\"}");
    }

    /** Out of the newest letter to the address. */
    private String tokenFor(String mail) {
        for (JsonNode letter : admin.get("/api/v1/mail?limit=200").json().path("items")) {
            if (letter.path("to").asString().equals(mail)) {
                String body = letter.path("body").asString();
                String mark = "/invitations#token=";
                int start = body.indexOf(mark) + mark.length();
                return body.substring(start, body.indexOf('\n', start));
            }
        }
        throw new AssertionError("no letter to " + mail);
    }

    /** Letters that went to the address are an hour older. */
    private void anHourLater(String mail) {
        plane.database()
                .execute("UPDATE identity.invitation_letter SET sent_at = sent_at - interval '1 h' WHERE mailbox = '"
                        + mail + "'");
    }

    private Reply answer(Person person, String verb, String token) {
        return plane.client(person.token())
                .send("POST", "/api/v1/invitations/" + verb, "{\"token\":\"" + token + "\"}");
    }

    @Test
    void acceptingGivesTheRoleOnceAndOnlyToTheInvited() {
        Reply invitation = invite(email.toUpperCase(java.util.Locale.ROOT), "tenant_admin");
        assertThat(invitation.status()).as(invitation.body()).isEqualTo(201);
        assertThat(invitation.text("email")).isEqualTo(email);
        assertThat(invitation.json().path("letter_stays_here").asBoolean())
                .as("mail is kept in tests")
                .isTrue();
        String token = tokenFor(email);
        assertThat(invitation.body()).doesNotContain(token);
        assertThat(plane.database()
                        .count("SELECT count(*) FROM identity.invitation WHERE token_hash::text LIKE '%" + token
                                + "%'"))
                .isZero();
        Person other = principals.personAt("o" + email);
        assertThat(answer(other, "accept", token).text("code")).isEqualTo("invitation_for_somebody_else");
        assertThat(answer(principals.person(), "accept", token).text("code")).isEqualTo("invitation_for_somebody_else");
        Person invited = principals.personAt(email);
        Reply accepted = answer(invited, "accept", token);
        assertThat(accepted.text("role")).isEqualTo("tenant_admin");
        assertThat(accepted.text("tenant_id")).isEqualTo(tenant);
        assertThat(plane.client(invited.token())
                        .get("/api/v1/tenants/" + tenant)
                        .status())
                .isEqualTo(200);
        assertThat(answer(invited, "accept", token).text("code")).isEqualTo("invitation_not_open");
        assertThat(invite(email, "tenant_owner").text("code")).isEqualTo("already_member");
        assertThat(admin.get(address).json().path("items")).isEmpty();
    }

    @Test
    void ofManyWhoAcceptAtOnceOneWins() {
        invite(email, "tenant_billing");
        String token = tokenFor(email);
        Person invited = principals.personAt(email);
        List<CompletableFuture<Reply>> tries = IntStream.range(0, 12)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> answer(invited, "accept", token)))
                .toList();
        List<Reply> replies = tries.stream().map(CompletableFuture::join).toList();
        assertThat(replies).filteredOn(reply -> reply.status() == 200).hasSize(1);
        assertThat(replies)
                .filteredOn(reply -> reply.text("code").equals("invitation_not_open"))
                .hasSize(11);
        assertThat(plane.database()
                        .count("SELECT count(*) FROM identity.role_binding WHERE principal_id = '" + invited.id()
                                + "'"))
                .isEqualTo(1);
    }

    @Test
    void declinedRevokedReplacedAndExpiredInvitationsAreOver() {
        Person invited = principals.personAt(email);
        invite(email, "tenant_billing");
        String declined = tokenFor(email);
        assertThat(answer(invited, "decline", declined).text("state")).isEqualTo("declined");
        assertThat(answer(invited, "accept", declined).text("code")).isEqualTo("invitation_not_open");

        anHourLater(email);
        Reply second = invite(email, "tenant_billing");
        String revoked = tokenFor(email);
        assertThat(admin.delete(address + "/" + second.text("id")).text("state"))
                .isEqualTo("revoked");
        assertThat(admin.delete(address + "/" + second.text("id")).text("code")).isEqualTo("invitation_not_open");
        assertThat(answer(invited, "accept", revoked).text("code")).isEqualTo("invitation_not_open");

        anHourLater(email);
        invite(email, "tenant_billing");
        String replaced = tokenFor(email);
        anHourLater(email);
        Reply last = invite(email, "tenant_billing");
        assertThat(answer(invited, "accept", replaced).text("code")).isEqualTo("invitation_not_open");

        plane.database()
                .execute("UPDATE identity.invitation SET expires_at = now() - interval '1 s' WHERE id = '"
                        + last.text("id") + "'");
        assertThat(answer(invited, "accept", tokenFor(email)).text("code")).isEqualTo("invitation_not_open");
        assertThat(admin.get(address).json().at("/items/0/state").asString()).isEqualTo("expired");
        assertThat(answer(invited, "accept", "no-such-token").status()).isEqualTo(404);
    }

    @Test
    void somebodyWhoIsAlreadyAMemberKeepsTheRole() {
        invite(email, "tenant_billing");
        Person invited = principals.personAt(email);
        admin.put("/api/v1/tenants/" + tenant + "/members/" + invited.id(), "{\"role\":\"tenant_owner\"}");
        assertThat(answer(invited, "accept", tokenFor(email)).text("code")).isEqualTo("already_member");
        assertThat(admin.get("/api/v1/tenants/" + tenant + "/members")
                        .json()
                        .at("/items/0/role")
                        .asString())
                .isEqualTo("tenant_owner");
        assertThat(admin.get(address).json().at("/items/0/state").asString()).isEqualTo("open");
    }

    @Test
    void anAdministratorCannotInviteAnOwnerAndRolesFitTheirPlace() {
        ApiClient administrator = plane.client(principals.inTenant(Role.TENANT_ADMIN, tenant));
        assertThat(administrator
                        .post(address, "{\"email\":\"" + email + "\",\"tenant_role\":\"tenant_owner\"}")
                        .status())
                .isEqualTo(403);
        String foreign = admin.createProject(admin.createTenant());
        assertThat(admin.post(
                                address,
                                "{\"email\":\"" + email + "\",\"project_id\":\"" + foreign
                                        + "\",\"project_role\":\"project_admin\"}")
                        .status())
                .isEqualTo(404);
        for (String body : List.of(
                "{\"email\":\"" + email + "\"}",
                "{\"email\":\"" + email + "\",\"project_role\":\"project_admin\"}",
                "{\"email\":\"" + email + "\",\"tenant_role\":\"tenant_admin\",\"project_role\":\"project_admin\"}",
                "{\"email\":\"no address\",\"tenant_role\":\"tenant_admin\"}",
                "{\"email\":\"a\\u202e@example.com\",\"tenant_role\":\"tenant_admin\"}",
                "{\"email\":\"a@b\\nBcc: c@d\",\"tenant_role\":\"tenant_admin\"}")) {
            assertThat(admin.post(address, body).status()).as(body).isEqualTo(400);
        }
        String project = admin.createProject(tenant);
        admin.post(
                address,
                "{\"email\":\"" + email + "\",\"project_id\":\"" + project + "\",\"project_role\":\"project_viewer\"}");
        Person invited = principals.personAt(email);
        assertThat(answer(invited, "accept", tokenFor(email)).text("project_id"))
                .isEqualTo(project);
    }

    @Test
    void openInvitationsAreBounded() {
        admin.put("/api/v1/tenants/" + tenant + "/policies/identity.invitations_open_max", "{\"value\":\"2\"}");
        invite("a" + email, "tenant_billing");
        invite("b" + email, "tenant_billing");
        assertThat(invite("c" + email, "tenant_billing").text("code")).isEqualTo("too_many");
        assertThat(invite("b" + email, "tenant_billing").status()).isEqualTo(201);
    }

    @Test
    void aSuspendedTenantTakesNobodyIn() {
        invite(email, "tenant_billing");
        Person invited = principals.personAt(email);
        admin.post("/api/v1/tenants/" + tenant + "/suspend", "{\"reason\":\"unpaid\"}");
        assertThat(answer(invited, "accept", tokenFor(email)).text("code")).isEqualTo("tenant_suspended");
        assertThat(invite("x" + email, "tenant_billing").text("code")).isEqualTo("tenant_suspended");
    }

    @Test
    void aNarrowedTokenOrAMachineAcceptsNothing() {
        invite(email, "tenant_admin");
        String token = tokenFor(email);
        Person invited = principals.personAt(email);
        String project = admin.createProject(tenant);
        for (String credential : List.of(
                principals.narrowed(invited, List.of("members.manage")),
                principals.machine(project, List.of("projects.read")))) {
            assertThat(answer(new Person(invited.id(), credential), "accept", token)
                            .text("code"))
                    .isEqualTo("credential_too_narrow");
        }
    }

    private long letters(String pattern) {
        return plane.database().count("SELECT count(*) FROM notifications.mail WHERE recipient LIKE '" + pattern + "'");
    }

    @Test
    void anAddressGetsOneLetterAnHourAndItsLinkOpensWhatIsOfferedNow() {
        Reply first = invite(email, "tenant_billing");
        String token = tokenFor(email);
        for (int i = 0; i < 29; i++) {
            Reply again = invite(email, "tenant_admin");
            assertThat(again.status()).as(again.body()).isEqualTo(201);
            assertThat(again.text("id")).isEqualTo(first.text("id"));
            assertThat(again.text("letter_sent_at")).isEqualTo(first.text("letter_sent_at"));
        }
        assertThat(letters(email)).isEqualTo(1);
        assertThat(admin.get(address).json().path("items")).hasSize(1);
        assertThat(answer(principals.personAt(email), "accept", token).text("role"))
                .isEqualTo("tenant_admin");
    }

    @Test
    void anotherPlaceAnotherTenantOrAPlusAreNoWayToASecondLetter() {
        invite(email, "tenant_billing");
        String project = admin.createProject(tenant);
        String other = "/api/v1/tenants/" + admin.createTenant() + "/invitations";
        String plus = email.replace("@", "+x@");
        for (Reply refused : List.of(
                admin.post(
                        address,
                        "{\"email\":\"" + email + "\",\"project_id\":\"" + project
                                + "\",\"project_role\":\"project_viewer\"}"),
                admin.post(other, "{\"email\":\"" + email + "\",\"tenant_role\":\"tenant_billing\"}"),
                invite(plus, "tenant_billing"))) {
            assertThat(refused.status()).as(refused.body()).isEqualTo(429);
            assertThat(refused.text("code")).isEqualTo("letter_limit_reached");
            assertThat(Long.parseLong(refused.header("Retry-After"))).isBetween(3_000L, 3_600L);
        }
        assertThat(letters(email.replace("@", "%"))).isEqualTo(1);
        anHourLater(email);
        assertThat(invite(plus, "tenant_billing").status()).isEqualTo(201);
        assertThat(letters(email.replace("@", "%"))).isEqualTo(2);
    }

    @Test
    void ofManyTenantsThatWriteToOneAddressAtOnceOneDoes() {
        List<String> places = IntStream.range(0, 8)
                .mapToObj(i -> "/api/v1/tenants/" + admin.createTenant() + "/invitations")
                .toList();
        List<CompletableFuture<Reply>> tries = places.stream()
                .map(place -> CompletableFuture.supplyAsync(
                        () -> admin.post(place, "{\"email\":\"" + email + "\",\"tenant_role\":\"tenant_billing\"}")))
                .toList();
        List<Integer> statuses =
                tries.stream().map(CompletableFuture::join).map(Reply::status).toList();
        assertThat(statuses).filteredOn(status -> status == 201).hasSize(1);
        assertThat(statuses).filteredOn(status -> status == 429).hasSize(7);
        assertThat(letters(email)).isEqualTo(1);
    }

    @Test
    void aTenantSendsALimitedNumberOfLettersADay() {
        admin.put(
                "/api/v1/tenants/" + tenant + "/policies/identity.invitation_letters_per_day_max", "{\"value\":\"2\"}");
        assertThat(invite("a" + email, "tenant_billing").status()).isEqualTo(201);
        assertThat(invite("b" + email, "tenant_billing").status()).isEqualTo(201);
        Reply third = invite("c" + email, "tenant_billing");
        assertThat(third.text("code")).isEqualTo("letter_limit_reached");
        assertThat(Long.parseLong(third.header("Retry-After"))).isGreaterThan(80_000);
        assertThat(letters("c" + email)).isZero();
        plane.database()
                .execute("UPDATE identity.invitation_letter SET sent_at = sent_at - interval '1 day' WHERE mailbox = 'a"
                        + email + "'");
        assertThat(invite("c" + email, "tenant_billing").status()).isEqualTo(201);
    }
}
