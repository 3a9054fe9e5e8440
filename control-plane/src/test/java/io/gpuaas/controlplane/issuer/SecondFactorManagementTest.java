package io.gpuaas.controlplane.issuer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.Browser;
import io.gpuaas.controlplane.Browser.Reply;
import io.gpuaas.controlplane.identity.Role;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Adding, removing and resetting second factors. */
class SecondFactorManagementTest extends SecondFactorScene {

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
    void anOperatorRemovesTheFactorsOfAPersonWithAllTheirPermissions() {
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
}
