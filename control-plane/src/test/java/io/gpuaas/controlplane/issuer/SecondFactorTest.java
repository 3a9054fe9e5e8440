package io.gpuaas.controlplane.issuer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.Browser;
import io.gpuaas.controlplane.Browser.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.issuer.PasswordUsers.NewUser;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.testkit.Against;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Authenticator apps, recovery codes, and the policy that demands them. */
@Against("PostgreSQL")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SecondFactorTest {

    private static final Pattern KEY = Pattern.compile("Key: <code>([A-Z2-7 ]+)</code>");
    private static final Pattern CODE = Pattern.compile("[a-z2-9]{5}-[a-z2-9]{5}-[a-z2-9]{5}");
    private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

    /** Its own, because the policy counts for everybody. */
    private final TestControlPlane plane = TestControlPlane.start(Map.of());

    private final ApiClient admin = plane.admin();

    @AfterEach
    void relax() {
        demand("optional");
    }

    @AfterAll
    void stop() {
        plane.close();
    }

    private void demand(String of) {
        ApiClient.Reply set = admin.put("/api/v1/policies/sign_in.second_factor", "{\"value\":\"" + of + "\"}");
        assertThat(set.status()).as(set.body()).isEqualTo(200);
    }

    /** A person with a password, an address and perhaps an app. */
    private final class Person {

        private final NewUser user;
        private final String email = "f-" + UUID.randomUUID() + "@example.com";
        private byte[] secret = {};
        private List<String> recoveryCodes = List.of();

        Person(String... platformRoles) {
            user = plane.bean(PasswordUsers.class).create("u-" + UUID.randomUUID(), "Nina");
            plane.database()
                    .execute("UPDATE identity.principal SET email = '" + email + "' WHERE id = '" + user.id() + "'");
            for (String role : platformRoles) {
                plane.database()
                        .execute("INSERT INTO identity.role_binding (principal_id, role) VALUES ('" + user.id() + "', '"
                                + role + "')");
            }
        }

        Reply password(Browser browser, String... continueTo) {
            Reply page = browser.follow(browser.get(continueTo.length == 0 ? "/auth/login" : continueTo[0]));
            return browser.follow(browser.submit(page, 0, "username", user.username(), "password", user.password()));
        }

        /** Reads the key off the page and types the code the app would show. */
        Reply enrol(Browser browser, Reply page) {
            Matcher key = KEY.matcher(page.body());
            assertThat(key.find()).as(page.body()).isTrue();
            secret = decode(key.group(1).replace(" ", ""));
            Reply done = browser.submit(page, 0, "code", Totp.code(secret, step()));
            recoveryCodes = CODE.matcher(done.body())
                    .results()
                    .map(match -> match.group())
                    .toList();
            return done;
        }

        /** By the page a signed-in person finds in the profile. */
        Browser addApp() {
            Browser browser = new Browser(plane.port());
            Reply manage = password(browser, "/factors");
            assertThat(manage.body()).contains("You sign in with your password alone");
            Reply page = browser.follow(browser.submit(manage, 0));
            assertThat(enrol(browser, page).status()).isEqualTo(200);
            assertThat(recoveryCodes).hasSize(10).doesNotHaveDuplicates();
            return browser;
        }

        /** One that was not used yet, however many were. */
        String freshCode() {
            plane.database()
                    .execute("UPDATE issuer.second_factor SET last_step = 0 WHERE principal_id = '" + user.id() + "'");
            return Totp.code(secret, step());
        }

        Browser signedIn() {
            Browser browser = new Browser(plane.port());
            Reply step = password(browser);
            if (secret.length > 0) {
                browser.follow(browser.submit(step, 0, "code", freshCode()));
            }
            assertThat(browser.get("/auth/session").status()).isEqualTo(200);
            return browser;
        }

        long audited(String action) {
            return plane.database()
                    .count("SELECT count(*) FROM audit.event WHERE action = '" + action + "' AND target LIKE '%"
                            + user.id() + "' AND outcome = 'succeeded'");
        }

        List<String> letters() {
            List<String> subjects = new ArrayList<>();
            admin.get("/api/v1/mail?limit=200").json().path("items").forEach(letter -> {
                if (letter.path("to").asString().equals(email)) {
                    subjects.add(letter.path("subject").asString());
                }
            });
            return subjects;
        }
    }

    private static long step() {
        return Instant.now().getEpochSecond() / 30;
    }

    private static byte[] decode(String base32) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int bits = 0;
        int held = 0;
        for (int i = 0; i < base32.length(); i++) {
            bits = ((bits << 5) | BASE32.indexOf(base32.charAt(i))) & 0xFFFF;
            held += 5;
            if (held >= 8) {
                held -= 8;
                bytes.write((bits >> held) & 0xFF);
            }
        }
        return bytes.toByteArray();
    }

    private static int status(Browser browser) {
        return browser.get("/api/v1/me").status();
    }

    private static void assertNotSignedIn(Browser browser) {
        assertThat(browser.cookies()).doesNotContainKeys("__Host-gpuaas", Logins.COOKIE);
        assertThat(browser.get("/auth/session").status()).isEqualTo(401);
        assertThat(browser.get(TestUser.authorizeCli()).location()).contains("/login?");
    }

    @Test
    void thePasswordAloneOpensNothingOnceThereIsAnApp() {
        Person person = new Person();
        person.addApp();
        Browser browser = new Browser(plane.port());
        Reply step = person.password(browser);
        assertThat(step.body()).contains("Code from your authenticator app");
        assertNotSignedIn(browser);
        Reply wrong = browser.submit(step, 0, "code", "000000");
        assertThat(wrong.status()).isEqualTo(400);
        assertNotSignedIn(browser);
        assertThat(plane.database()
                        .count("SELECT count(*) FROM audit.event WHERE action = 'user.sign_in' AND outcome = 'refused'"
                                + " AND actor_id = '" + person.user.id() + "'"))
                .as("a wrong code after a right password is the person's row")
                .isEqualTo(1);
        browser.follow(browser.submit(wrong, 0, "code", person.freshCode()));
        assertThat(browser.get("/auth/session").status()).isEqualTo(200);
        assertThat(person.audited("user.add_second_factor")).isEqualTo(1);
        assertThat(person.letters()).contains("A second factor was added");
        assertThat(plane.database()
                        .count("SELECT count(*) FROM audit.event WHERE action = 'user.sign_in' AND target = '"
                                + person.user.id() + "' AND detail LIKE '%password and app%'"))
                .as("when it was added, and now")
                .isEqualTo(2);
    }

    @Test
    void aCodeCountsOnceWhereverItIsShown() {
        Person person = new Person();
        person.addApp();
        String code = person.freshCode();
        List<Browser> browsers =
                Stream.generate(() -> new Browser(plane.port())).limit(4).toList();
        List<Reply> steps = browsers.stream().map(person::password).toList();
        List<Integer> answers = IntStream.range(0, 4)
                .mapToObj(n -> CompletableFuture.supplyAsync(() ->
                        browsers.get(n).submit(steps.get(n), 0, "code", code).status()))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
        assertThat(answers).containsOnlyOnce(302);
        Browser later = new Browser(plane.port());
        assertThat(later.submit(person.password(later), 0, "code", Totp.code(person.secret, step() - 1))
                        .status())
                .as("nor does one from before it")
                .isEqualTo(400);
    }

    @Test
    void aRecoveryCodeSignsInOnceAndIsToldByMail() {
        Person person = new Person();
        person.addApp();
        String code =
                person.recoveryCodes.get(3).toUpperCase(java.util.Locale.ROOT).replace("-", " ");
        Browser browser = new Browser(plane.port());
        browser.follow(browser.submit(person.password(browser), 0, "code", code));
        assertThat(browser.get("/auth/session").status()).isEqualTo(200);
        Browser again = new Browser(plane.port());
        assertThat(again.submit(person.password(again), 0, "code", code).status())
                .isEqualTo(400);
        assertThat(person.audited("user.use_recovery_code")).isEqualTo(1);
        assertThat(person.letters()).contains("A recovery code was used");
        assertThat(plane.database()
                        .count("SELECT count(*) FROM issuer.recovery_code WHERE principal_id = '" + person.user.id()
                                + "'"))
                .isEqualTo(9);
    }

    @Test
    void guessingIsSlowedDownForThePersonAndNotForTheBrowser() {
        Person person = new Person();
        person.addApp();
        List<Integer> answers = new ArrayList<>();
        for (int n = 0; n < 3; n++) {
            Browser browser = new Browser(plane.port());
            Reply page = person.password(browser);
            for (int guess = 0; guess < 3 && page.status() != 429; guess++) {
                page = browser.submit(page, 0, "code", "00000" + guess);
                answers.add(page.status());
            }
        }
        assertThat(answers).contains(400).endsWith(429);
    }

    @Test
    void thievesOfThePasswordDoNotMakeAKnownBrowserWaitAndBecomeNoneThemselves() {
        Person person = new Person();
        Browser known = person.addApp();
        known.cookies().remove(Logins.COOKIE);
        Browser thief = new Browser(plane.port());
        Reply thiefsPage = person.password(thief);
        assertThat(thief.cookies())
                .as("the password alone makes no browser known")
                .doesNotContainKey(KnownBrowsers.COOKIE);
        String everywhere = "FACTOR " + person.user.username();
        plane.database()
                .execute(
                        "INSERT INTO limits.throttle (key, attempts, blocked_until, expires_at) VALUES ('sign-in/account:"
                                + Digests.hexSha256(everywhere.getBytes(StandardCharsets.UTF_8))
                                + "', 200, now() + interval '5 minutes', now() + interval '30 minutes')");
        assertThat(thief.submit(thiefsPage, 0, "code", "000000").status()).isEqualTo(429);
        Reply wrong = known.submit(person.password(known), 0, "code", "000000");
        assertThat(wrong.status()).isEqualTo(400);
        known.follow(known.submit(wrong, 0, "code", person.freshCode()));
        assertThat(known.get("/auth/session").status()).isEqualTo(200);
    }

    @Test
    void fiveWrongCodesAskForThePasswordAgain() {
        Person person = new Person();
        person.addApp();
        Browser browser = new Browser(plane.port());
        person.password(browser);
        plane.database()
                .execute("UPDATE issuer.second_step SET wrong_answers = 4 WHERE principal_id = '" + person.user.id()
                        + "'");
        Reply last = browser.submit(browser.get("/factors/verify"), 0, "code", "000000");
        assertThat(last.location()).isEqualTo("/login?error");
        assertThat(browser.get("/factors/verify").location()).isEqualTo("/login");
    }

    @Test
    void whereItIsDemandedTheFirstFactorIsAddedBeforeAnySessionExists() {
        Person operator = new Person("operator");
        demand("platform_roles");
        Browser browser = new Browser(plane.port());
        Reply page = operator.password(browser);
        assertThat(page.body()).contains("Your account needs a second factor");
        assertNotSignedIn(browser);
        assertThat(browser.submit(page, 0, "code", "000000").status()).isEqualTo(400);
        assertNotSignedIn(browser);
        Reply codes = operator.enrol(browser, browser.get("/factors/enrol"));
        assertThat(operator.recoveryCodes).hasSize(10);
        Matcher next = Pattern.compile("<a href=\"(/oauth2/authorize[^\"]+)\"").matcher(codes.body());
        assertThat(next.find()).as(codes.body()).isTrue();
        browser.follow(browser.get(org.springframework.web.util.HtmlUtils.htmlUnescape(next.group(1))));
        assertThat(browser.get("/auth/session").status()).isEqualTo(200);
        assertThat(browser.get("/api/v1/nodes").status()).isEqualTo(200);

        Person member = new Person();
        assertThat(status(member.signedIn()))
                .as("without a platform role nothing is demanded")
                .isEqualTo(200);
        demand("everybody");
        Browser asked = new Browser(plane.port());
        assertThat(member.password(asked).body()).contains("Your account needs a second factor");
        assertNotSignedIn(asked);
    }

    @Test
    void signInsFromBeforeThePolicyEndAndPersonalTokensStay() {
        Person operator = new Person("operator");
        Browser before = operator.signedIn();
        TestUser cli = new TestUser(plane, operator.user);
        Reply tokens = cli.redeem(cli.code(), TestUser.VERIFIER);
        String access = tokens.text("access_token");
        assertThat(plane.client(access).get("/api/v1/nodes").status()).isEqualTo(200);
        Browser member = new Person().signedIn();
        demand("platform_roles");
        assertThat(status(before)).isEqualTo(401);
        assertThat(plane.client(access).get("/api/v1/nodes").status()).isEqualTo(401);
        Reply refreshed = cli.refresh(tokens.text("refresh_token"));
        assertThat(refreshed.status()).isEqualTo(200);
        assertThat(plane.client(refreshed.text("access_token"))
                        .get("/api/v1/nodes")
                        .status())
                .as("a refreshed token is of the same sign-in")
                .isEqualTo(401);
        assertThat(before.get(TestUser.authorizeCli()).location())
                .as("nor does the login at the issuer give another")
                .contains("/login?");
        assertThat(status(member)).isEqualTo(200);
        assertThat(admin.get("/api/v1/nodes").status())
                .as("a token made for programs")
                .isEqualTo(200);
        demand("optional");
        assertThat(status(before)).isEqualTo(200);
    }

    @Test
    void aRoleOnThePlatformIsNotHeldByASignInWithoutTheFactor() {
        demand("platform_roles");
        Person person = new Person();
        Browser browser = person.signedIn();
        admin.put("/api/v1/users/" + person.user.id() + "/platform-roles", "{\"roles\":[\"operator\"]}");
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(status(browser)).isEqualTo(401));
    }

    @Test
    void theCommandLineAndDevicesInheritIt() throws Exception {
        Person operator = new Person("operator");
        operator.addApp();
        demand("platform_roles");
        Browser browser = new Browser(plane.port());
        Reply step = operator.password(browser, TestUser.authorizeCli());
        assertThat(step.body()).contains("Second factor");
        Reply done = TestUser.consent(browser, browser.follow(browser.submit(step, 0, "code", operator.freshCode())));
        TestUser cli = new TestUser(plane, operator.user);
        Reply tokens = cli.redeem(done.redirected("code"), TestUser.VERIFIER);
        String access = tokens.text("access_token");
        assertThat(com.nimbusds.jwt.SignedJWT.parse(access).getJWTClaimsSet().getStringListClaim("amr"))
                .containsExactly("pwd", "otp", "mfa");
        assertThat(plane.client(access).get("/api/v1/nodes").status()).isEqualTo(200);
        Reply again = cli.refresh(tokens.text("refresh_token"));
        assertThat(again.status()).as(again.body()).isEqualTo(200);
        String refreshed = again.text("access_token");
        assertThat(com.nimbusds.jwt.SignedJWT.parse(refreshed).getJWTClaimsSet().getStringListClaim("amr"))
                .containsExactly("pwd", "otp", "mfa");
        assertThat(plane.client(refreshed).get("/api/v1/nodes").status()).isEqualTo(200);
        Browser device = new Browser(plane.port());
        assertThat(operator.password(device, "/device").body())
                .contains("Second factor")
                .doesNotContain("user_code");
    }

    @Test
    void aPasswordAloneCannotAddOrManageFactors() {
        Person operator = new Person("operator");
        Browser oldLogin = new Browser(plane.port());
        operator.password(oldLogin, "/factors");
        demand("platform_roles");
        Browser thief = new Browser(plane.port());
        Reply thiefsPage = operator.password(thief);
        Matcher thiefsKey = KEY.matcher(thiefsPage.body());
        assertThat(thiefsKey.find()).isTrue();
        byte[] thiefsSecret = decode(thiefsKey.group(1).replace(" ", ""));
        Browser owner = new Browser(plane.port());
        operator.enrol(owner, operator.password(owner));
        assertThat(thief.submit(thiefsPage, 0, "code", Totp.code(thiefsSecret, step()))
                        .location())
                .isEqualTo("/login");
        assertNotSignedIn(thief);
        assertThat(plane.database()
                        .count("SELECT count(*) FROM issuer.second_factor WHERE principal_id = '" + operator.user.id()
                                + "'"))
                .isEqualTo(1);
        demand("optional");
        assertThat(oldLogin.get("/factors").location())
                .as("a login by password alone, from before there was a factor")
                .contains("/login?continue=/factors");
    }

    @Test
    void aPageForAddingThatWasOpenBeforeTheOwnersFactorAddsNone() {
        Person person = new Person();
        Browser thief = new Browser(plane.port());
        Reply open = thief.follow(thief.submit(person.password(thief, "/factors"), 0));
        Matcher key = KEY.matcher(open.body());
        assertThat(key.find()).as(open.body()).isTrue();
        byte[] thiefsSecret = decode(key.group(1).replace(" ", ""));
        Browser owner = person.addApp();
        assertThat(thief.submit(open, 0, "code", Totp.code(thiefsSecret, step()))
                        .location())
                .isEqualTo("/login");
        assertThat(thief.get(TestUser.authorizeCli()).location()).contains("/login?");
        assertThat(plane.bean(FactorStore.class).list(person.user.id())).hasSize(1);
        assertThat(owner.get("/factors").status())
                .as("the owner is still signed in")
                .isEqualTo(200);
    }

    @Test
    void theFirstFactorEndsEverySignInByPasswordAlone() {
        Person person = new Person();
        Browser session = person.signedIn();
        TestUser cli = new TestUser(plane, person.user);
        Reply tokens = cli.redeem(cli.code(), TestUser.VERIFIER);
        Browser owner = person.addApp();
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(status(session)).isEqualTo(401));
        assertThat(session.get(TestUser.authorizeCli()).location())
                .as("the login at the issuer")
                .contains("/login?");
        assertThat(cli.refresh(tokens.text("refresh_token")).status()).isEqualTo(400);
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> plane.client(tokens.text("access_token"))
                                .get("/api/v1/me")
                                .status()
                        == 401);
        owner.follow(owner.get("/auth/login"));
        assertThat(owner.get("/auth/session").status())
                .as("the browser that added it goes on without a password")
                .isEqualTo(200);
        Reply manage = owner.get("/factors");
        Reply page = owner.follow(owner.submit(manage, 1));
        assertThat(KEY.matcher(page.body()).find()).as(page.body()).isTrue();
        person.enrol(owner, page);
        assertThat(plane.bean(FactorStore.class).list(person.user.id())).hasSize(2);
    }

    @Test
    void aLoginByPasswordAloneCountsForNothingBesideAFactor() {
        Person person = new Person();
        Browser before = new Browser(plane.port());
        person.password(before, "/factors");
        String login = before.cookies().get(Logins.COOKIE);
        person.addApp();
        // As if the password had been checked just before the factor was there, and the login opened just after.
        plane.database()
                .execute("INSERT INTO issuer.login (id, secret_digest, principal_id, created_at, expires_at) VALUES ('"
                        + UUID.randomUUID() + "', sha256('" + login + "'), '" + person.user.id()
                        + "', now(), now() + interval '1 hour')");
        before.cookies().put(Logins.COOKIE, login);
        assertThat(before.get("/factors").location()).contains("/login?continue=/factors");
        assertThat(before.get(TestUser.authorizeCli()).location()).contains("/login?");
    }

    @Test
    void factorsAreManagedShortlyAfterSigningInAndTheLastOneStaysWhereItIsDemanded() {
        Person operator = new Person("operator");
        Browser browser = operator.addApp();
        demand("platform_roles");
        Reply page = browser.get("/factors");
        assertThat(page.body()).contains("Authenticator app");
        assertThat(browser.submit(page, 0).status()).as("the last one").isEqualTo(409);
        demand("optional");
        Reply renewed = browser.submit(browser.get("/factors"), 2);
        assertThat(CODE.matcher(renewed.body()).results().map(match -> match.group()))
                .hasSize(10)
                .doesNotContainAnyElementsOf(operator.recoveryCodes);
        plane.database()
                .execute(
                        "UPDATE issuer.login SET created_at = created_at - interval '16 minutes' WHERE principal_id = '"
                                + operator.user.id() + "'");
        assertThat(browser.submit(page, 0).location()).contains("/login?continue=/factors");
        Reply manage =
                browser.follow(browser.submit(operator.password(browser, "/factors"), 0, "code", operator.freshCode()));
        assertThat(browser.submit(manage, 0).location()).isEqualTo("/factors");
        assertThat(operator.audited("user.remove_second_factor")).isEqualTo(1);
        assertThat(operator.letters()).contains("A second factor was removed", "Your recovery codes were replaced");
        operator.secret = new byte[0];
        operator.signedIn();
    }

    @Test
    void aForeignFactorIsNotRemovedByItsId() {
        Person owner = new Person();
        owner.addApp();
        Person other = new Person();
        Browser browser = other.addApp();
        String id = plane.bean(FactorStore.class)
                .list(owner.user.id())
                .getFirst()
                .id()
                .toString();
        assertThat(browser.submit(browser.get("/factors"), 0, "id", id).status())
                .isEqualTo(409);
        assertThat(plane.bean(FactorStore.class).list(owner.user.id())).hasSize(1);
    }

    @Test
    void aNewPasswordLeavesTheFactorAndEndsAStepUnderWay() {
        Person person = new Person();
        person.addApp();
        Browser browser = new Browser(plane.port());
        Reply step = person.password(browser);
        String reset = admin.post("/api/v1/users/" + person.user.id() + "/reset-password", null)
                .text("secret");
        assertThat(browser.submit(step, 0, "code", person.freshCode()).location())
                .as("the old password opened this step")
                .isEqualTo("/login");
        Browser next = new Browser(plane.port());
        Reply page = next.follow(next.get("/auth/login"));
        assertThat(next.follow(next.submit(page, 0, "username", person.user.username(), "password", reset))
                        .body())
                .contains("Second factor");
        assertNotSignedIn(next);
    }

    @Test
    void theDatabaseAloneGivesNoCodes() {
        Person person = new Person();
        person.addApp();
        FactorStore.App app =
                plane.bean(FactorStore.class).apps(person.user.id()).getFirst();
        assertThat(new String(app.sealedSecret(), java.nio.charset.StandardCharsets.ISO_8859_1))
                .doesNotContain(new String(person.secret, java.nio.charset.StandardCharsets.ISO_8859_1));
        FactorSeal seal = plane.bean(FactorSeal.class);
        assertThat(seal.open(app.sealedSecret(), person.user.id())).hasValue(person.secret);
        assertThat(seal.open(app.sealedSecret(), new Person().user.id()))
                .as("a row put to another person opens for nobody")
                .isEmpty();
        person.recoveryCodes.forEach(code -> assertThat(plane.database()
                        .count("SELECT count(*) FROM issuer.recovery_code WHERE encode(digest, 'escape') LIKE '%" + code
                                + "%'"))
                .isZero());
        assertThat(plane.database()
                        .count("SELECT count(*) FROM audit.event WHERE detail LIKE '%" + Totp.base32(person.secret)
                                + "%'"))
                .isZero();
    }

    @Test
    void anOperatorRemovesSomebodysFactorsWithAllTheirPermissionsAndTheirOwnSignIn() {
        Person lost = new Person("operator");
        lost.addApp();
        Browser session = lost.signedIn();
        String address = "/api/v1/users/" + lost.user.id() + "/remove-second-factors";
        var person = plane.principals().personOnPlatform(Role.PLATFORM_ADMIN);
        String narrowed = plane.principals().narrowed(person, List.of("users.manage"));
        assertThat(plane.client(narrowed).post(address, null).text("code")).isEqualTo("credential_too_narrow");
        assertThat(plane.client(plane.principals().onPlatform(Role.OPERATOR))
                        .post(address, null)
                        .status())
                .isEqualTo(403);
        assertThat(plane.client(person.token())
                        .post("/api/v1/users/" + person.id() + "/remove-second-factors", null)
                        .status())
                .as("one's own")
                .isEqualTo(403);
        ApiClient.Reply removed = admin.post(address, null);
        assertThat(removed.status()).as(removed.body()).isEqualTo(200);
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(status(session)).isEqualTo(401));
        assertThat(lost.audited("user.remove_second_factors")).isEqualTo(1);
        assertThat(lost.letters()).contains("Your second factors were removed");
        assertThat(plane.database()
                        .count("SELECT count(*) FROM issuer.recovery_code WHERE principal_id = '" + lost.user.id()
                                + "'"))
                .isZero();
        lost.secret = new byte[0];
        lost.signedIn();
    }

    @Test
    void aForgedFormIsRefused() {
        Person person = new Person();
        Browser browser = person.addApp();
        assertThat(browser.postForm("/factors/recovery-codes", "").status()).isEqualTo(403);
        assertThat(browser.postForm("/factors/add", "").status()).isEqualTo(403);
    }
}
