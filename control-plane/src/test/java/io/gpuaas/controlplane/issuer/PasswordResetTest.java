package io.gpuaas.controlplane.issuer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.Browser;
import io.gpuaas.controlplane.Browser.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** A forgotten password, from the sign-in page to the new one. */
@Against("PostgreSQL")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PasswordResetTest {

    private static final String NEW = "a new password of mine";

    /** Its own, because addresses are throttled and everybody here comes from the same one. */
    private final TestControlPlane plane = TestControlPlane.start(Map.of());

    private final ApiClient admin = plane.admin();

    @AfterAll
    void stop() {
        plane.close();
    }

    private record Someone(String id, String username, String email, String password) {}

    private Someone someone() {
        String username = "n-" + UUID.randomUUID();
        String email = "Mail-" + UUID.randomUUID() + "@example.com";
        ApiClient.Reply created = admin.post("/api/v1/users", """
                {"username":"%s","display_name":"Nina","email":"%s"}""".formatted(username, email));
        assertThat(created.status()).as(created.body()).isEqualTo(201);
        return new Someone(
                created.json().at("/user/id").asString(),
                username,
                created.json().at("/user/email").asString(),
                created.text("secret"));
    }

    private Reply ask(String account) {
        Browser browser = new Browser(plane.port());
        Reply page = browser.get("/password/forgot");
        return browser.submit(page, 0, "account", account);
    }

    private List<String> letters(String email) {
        List<String> bodies = new ArrayList<>();
        for (JsonNode letter : admin.get("/api/v1/mail?limit=200").json().path("items")) {
            if (letter.path("to").asString().equals(email)) {
                bodies.add(letter.path("body").asString());
            }
        }
        return bodies;
    }

    private String token(Someone person) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> letters(person.email()).stream().anyMatch(body -> body.contains("#token=")));
        String body = letters(person.email()).stream()
                .filter(one -> one.contains("#token="))
                .findFirst()
                .orElseThrow();
        int start = body.indexOf("#token=") + "#token=".length();
        return body.substring(start, body.indexOf('\n', start));
    }

    /** Waits until earlier requests were looked up: they are served in order. */
    private void awaitLookups() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> plane.bean(PasswordResets.class).isIdle());
    }

    private Reply choose(String token, String password) {
        Browser browser = new Browser(plane.port());
        return browser.submit(browser.get("/password/reset"), 0, "token", token, "password", password);
    }

    private boolean canSignIn(Browser browser, String name, String password) {
        Reply page = browser.follow(browser.get("/auth/login"));
        browser.follow(browser.submit(page, 0, "username", name, "password", password));
        return browser.get("/auth/session").status() == 200;
    }

    private long audited(String action, String target) {
        return plane.database()
                .count("SELECT count(*) FROM audit.event WHERE action = '" + action + "' AND target = '" + target
                        + "'");
    }

    @Test
    void theLinkInTheLetterSetsANewPasswordOnceAndEndsEverySession() {
        Someone person = someone();
        Browser before = new Browser(plane.port());
        assertThat(canSignIn(before, person.username(), person.password())).isTrue();
        assertThat(new Browser(plane.port()).get("/login").body()).contains("href=\"/password/forgot\"");
        ask(person.username());
        String token = token(person);
        assertThat(choose(token, "short").status()).isEqualTo(400);
        Reply changed = choose(token, NEW);
        assertThat(changed.status()).as(changed.body()).isEqualTo(200);
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> before.get("/auth/session").status() == 401);
        assertThat(before.get("/oauth2/consent").status())
                .as("the login at the issuer ended too")
                .isEqualTo(302);
        assertThat(choose(token, "yet another password").status()).isEqualTo(400);
        assertThat(canSignIn(new Browser(plane.port()), person.username(), person.password()))
                .isFalse();
        assertThat(canSignIn(new Browser(plane.port()), person.username(), NEW)).isTrue();
        assertThat(audited("user.ask_password_reset", person.id())).isEqualTo(1);
        assertThat(audited("user.reset_password", person.id())).isEqualTo(1);
        assertThat(letters(person.email())).anyMatch(body -> body.contains("password of your account"));
    }

    @Test
    void refreshTokensOfTheOldPasswordEnd() {
        Someone person = someone();
        TestUser client = new TestUser(
                plane, new PasswordUsers.NewUser(PrincipalId.parse(person.id()), person.username(), person.password()));
        Reply tokens = client.redeem(client.code(), TestUser.VERIFIER);
        ask(person.email());
        assertThat(choose(token(person), NEW).status()).isEqualTo(200);
        assertThat(client.refresh(tokens.text("refresh_token")).status()).isEqualTo(400);
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> plane.client(tokens.text("access_token"))
                                .get("/api/v1/me")
                                .status()
                        == 401);
    }

    @Test
    void theAnswerIsTheSameWhetherThereIsAnAccountOrNot() {
        Someone person = someone();
        String known = ask(person.email()).body();
        assertThat(ask("nobody-" + UUID.randomUUID() + "@example.com").body()).isEqualTo(known);
        assertThat(ask("").body()).isEqualTo(known);
        assertThat(ask("x".repeat(5_000)).body()).isEqualTo(known);
        awaitLookups();
        assertThat(known).doesNotContain(person.email());
    }

    @Test
    void oneLetterAnHourHoweverOftenAndHoweverItIsAskedFor() {
        Someone person = someone();
        Stream.of(person.email(), person.username(), person.email().toUpperCase(Locale.ROOT), person.email())
                .map(account -> CompletableFuture.supplyAsync(() -> ask(account).status()))
                .toList()
                .forEach(answer -> assertThat(answer.join()).isEqualTo(200));
        String token = token(person);
        awaitLookups();
        assertThat(letters(person.email())).hasSize(1);
        assertThat(choose(token, NEW).status()).isEqualTo(200);
        ask(person.email());
        awaitLookups();
        assertThat(letters(person.email()))
                .as("the second one says that the password was changed")
                .hasSize(2);
        plane.database()
                .execute("UPDATE issuer.password_reset SET written_at = written_at - interval '61 minutes'"
                        + " WHERE principal_id = '" + person.id() + "'");
        ask(person.email());
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> letters(person.email()).size() == 3);
    }

    @Test
    void aTokenDiesAfterHalfAnHourAndWithTheNextPassword() {
        Someone late = someone();
        ask(late.email());
        String tooLate = token(late);
        plane.database()
                .execute("UPDATE issuer.password_reset SET expires_at = now() - interval '1 second'"
                        + " WHERE principal_id = '" + late.id() + "'");
        assertThat(choose(tooLate, NEW).status()).isEqualTo(400);
        assertThat(
                        plane.database()
                                .count(
                                        "SELECT count(*) FROM issuer.password_reset WHERE expires_at > written_at + interval '31 minutes'"))
                .isZero();

        Someone other = someone();
        ask(other.email());
        String token = token(other);
        admin.post("/api/v1/users/" + other.id() + "/reset-password", null);
        assertThat(choose(token, NEW).status()).isEqualTo(400);
    }

    @Test
    void disabledPeopleGetNoLetterAndCannotUseOneTheyHave() {
        Someone before = someone();
        ask(before.email());
        String token = token(before);
        admin.post("/api/v1/users/" + before.id() + "/disable", "{\"reason\":\"left\"}");
        assertThat(choose(token, NEW).status()).isEqualTo(400);
        Someone person = someone();
        admin.post("/api/v1/users/" + person.id() + "/disable", "{\"reason\":\"left\"}");
        ask(person.email());
        ask(person.username());
        awaitLookups();
        assertThat(letters(person.email())).isEmpty();
    }

    @Test
    void peopleWithoutAPasswordHereGetNoLetter() {
        String email = "outside-" + UUID.randomUUID() + "@example.com";
        plane.principals().personAt(email);
        ask(email);
        awaitLookups();
        assertThat(letters(email)).isEmpty();
    }

    @Test
    void onlyOneOfManyWhoUseATokenAtOnceSucceeds() {
        Someone person = someone();
        ask(person.email());
        String token = token(person);
        List<Integer> answers = IntStream.range(0, 4)
                .mapToObj(n -> CompletableFuture.supplyAsync(
                        () -> choose(token, NEW + " " + n).status()))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
        assertThat(answers).containsOnlyOnce(200);
    }

    @Test
    void theTokenIsNoWhereButInTheLetterAndHiddenFromNarrowTokens() {
        Someone person = someone();
        ask(person.email());
        String token = token(person);
        assertThat(plane.database()
                        .count("SELECT count(*) FROM issuer.password_reset WHERE encode(token_digest, 'escape') LIKE '%"
                                + token + "%'"))
                .isZero();
        assertThat(plane.database().count("SELECT count(*) FROM audit.event WHERE detail::text LIKE '%" + token + "%'"))
                .isZero();
        String narrowed = plane.principals()
                .narrowed(plane.principals().personOnPlatform(Role.PLATFORM_ADMIN), List.of("mail.read"));
        ApiClient.Reply seen = plane.client(narrowed).get("/api/v1/mail?limit=200");
        assertThat(seen.status()).isEqualTo(200);
        assertThat(seen.body()).contains(person.email()).doesNotContain(token).contains("(not shown)");
    }

    @Test
    void aForgedFormIsRefused() {
        Someone person = someone();
        Browser browser = new Browser(plane.port());
        assertThat(browser.postForm("/password/forgot", Browser.query("account", person.email()))
                        .status())
                .isEqualTo(403);
        awaitLookups();
        assertThat(letters(person.email())).isEmpty();
    }

    @Test
    void anAddressThatAsksTooOftenWaits() {
        try (TestControlPlane fresh = TestControlPlane.start(Map.of())) {
            Browser browser = new Browser(fresh.port());
            List<Integer> answers = Stream.generate(
                            () -> browser.submit(browser.get("/password/forgot"), 0, "account", "nobody")
                                    .status())
                    .limit(60)
                    .toList();
            assertThat(answers).startsWith(200).endsWith(429);
        }
    }
}
