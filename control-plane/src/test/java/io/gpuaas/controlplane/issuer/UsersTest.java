package io.gpuaas.controlplane.issuer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.Browser;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** People as an administrator manages them, seen from where they sign in. */
@Against("PostgreSQL")
class UsersTest {

    private final TestControlPlane plane = TestControlPlane.shared();
    private final ApiClient admin = plane.admin();
    private final String username = "n-" + UUID.randomUUID();

    private ApiClient.Reply create() {
        return admin.post("/api/v1/users", """
                {"username":"%s","display_name":"Nina","email":"%s@example.com"}""".formatted(username, username));
    }

    /** Signs a browser in; true when the session stands. */
    private boolean canSignIn(Browser browser, String name, String password) {
        Browser.Reply page = browser.follow(browser.get("/auth/login"));
        browser.follow(browser.submit(page, 0, "username", name, "password", password));
        return browser.get("/auth/session").status() == 200;
    }

    private String address(ApiClient.Reply created, String act) {
        return "/api/v1/users/" + created.json().at("/user/id").asString() + act;
    }

    private long signIns(String target, String outcome) {
        return plane.database()
                .count("SELECT count(*) FROM audit.event WHERE action = 'user.sign_in' AND target = '" + target
                        + "' AND outcome = '" + outcome + "'");
    }

    @Test
    void aNewUserSignsInWithThePasswordThatWasShownOnce() {
        ApiClient.Reply created = create();
        assertThat(created.status()).as(created.body()).isEqualTo(201);
        String id = created.json().at("/user/id").asString();
        assertThat(canSignIn(new Browser(plane.port()), username, created.text("secret")))
                .isTrue();
        assertThat(canSignIn(new Browser(plane.port()), username, "wrong")).isFalse();
        assertThat(signIns(id, "succeeded")).isEqualTo(1);
        assertThat(signIns(id, "refused")).isEqualTo(1);

        ApiClient.Reply shown = admin.get(address(created, ""));
        assertThat(shown.text("username")).isEqualTo(username);
        assertThat(shown.text("state")).isEqualTo("active");
        assertThat(shown.body()).doesNotContain(created.text("secret"));
        assertThat(listed(username)).isTrue();
    }

    private boolean listed(String name) {
        String cursor = "";
        do {
            ApiClient.Reply page = admin.get("/api/v1/users?limit=200" + cursor);
            if (page.body().contains(name)) {
                return true;
            }
            cursor = page.json().has("next_cursor") ? "&cursor=" + page.text("next_cursor") : "";
        } while (!cursor.isEmpty());
        return false;
    }

    @Test
    void namesAndAddressesAreTakenOnce() {
        create();
        assertThat(create().text("code")).isEqualTo("email_taken");
        ApiClient.Reply sameName =
                admin.post("/api/v1/users", """
                {"username":"%s","display_name":"Other"}""".formatted(username.toUpperCase(java.util.Locale.ROOT)));
        assertThat(sameName.text("code")).isEqualTo("username_taken");
        assertThat(admin.post("/api/v1/users", "{\"username\":\"аdmin\",\"display_name\":\"cyrillic a\"}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void disablingEndsTheSessionAndTheRefreshTokenAndClosesTheDoor() {
        TestUser person = new TestUser(plane);
        Browser.Reply tokens = person.redeem(person.code(), TestUser.VERIFIER);
        person.browser.follow(person.browser.get("/auth/login"));
        assertThat(person.browser.get("/api/v1/me").status()).isEqualTo(200);
        String address = "/api/v1/users/" + person.user.id();
        assertThat(admin.post(address + "/disable", "{\"reason\":\"left\"}").text("state"))
                .isEqualTo("disabled");
        Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            assertThat(person.browser.get("/api/v1/me").status()).isEqualTo(401);
            assertThat(plane.client(tokens.text("access_token"))
                            .get("/api/v1/me")
                            .status())
                    .isEqualTo(401);
        });
        assertThat(person.refresh(tokens.text("refresh_token")).status()).isEqualTo(400);
        assertThat(canSignIn(new Browser(plane.port()), person.user.username(), person.user.password()))
                .isFalse();

        assertThat(admin.post(address + "/enable", null).text("state")).isEqualTo("active");
        assertThat(canSignIn(new Browser(plane.port()), person.user.username(), person.user.password()))
                .isTrue();
    }

    @Test
    void aResetPasswordReplacesTheOldOne() {
        ApiClient.Reply created = create();
        Browser before = new Browser(plane.port());
        assertThat(canSignIn(before, username, created.text("secret"))).isTrue();
        ApiClient.Reply reset = admin.post(address(created, "/reset-password"), null);
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> before.get("/auth/session").status() == 401);
        assertThat(canSignIn(new Browser(plane.port()), username, created.text("secret")))
                .isFalse();
        assertThat(canSignIn(new Browser(plane.port()), username, reset.text("secret")))
                .isTrue();
    }

    @Test
    void changingThePasswordNeedsTheOldOneAndCountsAttempts() {
        TestUser person = new TestUser(plane);
        ApiClient client =
                plane.client(person.redeem(person.code(), TestUser.VERIFIER).text("access_token"));
        String body = "{\"current_password\":\"%s\",\"new_password\":\"%s\"}";
        assertThat(client.post("/api/v1/me/password", body.formatted(person.user.password(), "short"))
                        .status())
                .isEqualTo(400);
        List<String> codes = IntStream.range(0, 7)
                .mapToObj(n -> client.post("/api/v1/me/password", body.formatted("guess" + n, "long enough for it"))
                        .text("code"))
                .toList();
        assertThat(codes).startsWith("password_wrong").endsWith("rate_limited");
    }

    @Test
    void platformRolesAreGivenAndTheLastAdministratorStays() {
        ApiClient.Reply created = create();
        ApiClient.Reply operator =
                admin.send("PUT", address(created, "/platform-roles"), "{\"roles\":[\"operator\",\"operator\"]}");
        assertThat(operator.json().path("platform_roles").toString()).isEqualTo("[\"operator\"]");
        String me = admin.get("/api/v1/me").text("principal_id");
        long admins = plane.database()
                .count("SELECT count(*) FROM identity.role_binding WHERE role = 'platform_admin' AND principal_id <> '"
                        + me + "'");
        if (admins == 0) {
            assertThat(admin.send("PUT", "/api/v1/users/" + me + "/platform-roles", "{\"roles\":[]}")
                            .text("code"))
                    .isEqualTo("last_platform_admin");
            assertThat(admin.post("/api/v1/users/" + me + "/disable", "{\"reason\":\"r\"}")
                            .text("code"))
                    .isEqualTo("last_platform_admin");
        }
    }

    @Test
    void theInvitedJoinOnceWithoutAnybodyVouchingForThem() {
        String tenant = admin.createTenant();
        String email = username + "@example.org";
        admin.post(
                "/api/v1/tenants/" + tenant + "/invitations",
                "{\"email\":\"" + email + "\",\"tenant_role\":\"tenant_admin\"}");
        String join = """
                {"token":"%s","display_name":"Newcomer","password":"a password of mine"}""".formatted(tokenFor(email));
        ApiClient anonymous = plane.anonymous();
        List<Integer> answers = IntStream.range(0, 4)
                .mapToObj(n -> CompletableFuture.supplyAsync(
                        () -> anonymous.post("/api/v1/invitations/join", join).status()))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
        assertThat(answers).containsOnlyOnce(201);
        assertThat(answers).filteredOn(status -> status != 201).allMatch(status -> status == 409);
        assertThat(plane.database().count("SELECT count(*) FROM identity.principal WHERE email = '" + email + "'"))
                .isEqualTo(1);
        Browser browser = new Browser(plane.port());
        assertThat(canSignIn(browser, email, "a password of mine")).isTrue();
        assertThat(browser.get("/api/v1/tenants/" + tenant).status()).isEqualTo(200);
    }

    private String tokenFor(String mail) {
        for (JsonNode letter : admin.get("/api/v1/mail?limit=200").json().path("items")) {
            String body = letter.path("body").asString();
            if (letter.path("to").asString().equals(mail)) {
                int start = body.indexOf("#token=") + "#token=".length();
                return body.substring(start, body.indexOf('\n', start));
            }
        }
        throw new AssertionError("no letter to " + mail);
    }
}
