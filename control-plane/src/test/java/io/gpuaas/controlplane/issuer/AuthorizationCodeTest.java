package io.gpuaas.controlplane.issuer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.Browser;
import io.gpuaas.controlplane.Browser.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuthorizationCodeTest {

    private final TestControlPlane plane = TestControlPlane.shared();
    private final TestUser person = new TestUser(plane);

    @Test
    void signingInOnThePageGivesATokenTheApiKnows() {
        Reply first = person.browser.get(TestUser.authorizeCli());
        assertThat(first.status()).isEqualTo(302);
        assertThat(first.location()).startsWith("/login?continue=");

        Reply back = person.signIn(first);
        assertThat(back.location()).startsWith(TestUser.CLI_REDIRECT + "?");
        assertThat(back.redirected("state")).isEqualTo("s1");

        Reply tokens = person.redeem(back.redirected("code"), TestUser.VERIFIER);
        assertThat(tokens.status()).as(tokens.body()).isEqualTo(200);
        assertThat(tokens.json().path("expires_in").asInt()).isBetween(890, 900);

        var me = plane.client(tokens.text("access_token")).get("/api/v1/me");
        assertThat(me.status()).as(me.body()).isEqualTo(200);
        assertThat(me.text("principal_id")).isEqualTo(person.user.id().toString());
    }

    @Test
    void aSecondRequestNeedsNoSecondSignIn() {
        person.signIn(person.browser.get(TestUser.authorizeCli()));
        Reply again = person.browser.get(TestUser.authorizeCli());
        assertThat(again.location()).startsWith(TestUser.CLI_REDIRECT + "?code=");
    }

    /** Signed in at the console, which says nothing about the command line. */
    private Reply askedAfterSigningInElsewhere() {
        person.signIn(person.browser.get("/auth/login"));
        Reply asked = person.browser.get(TestUser.authorizeCli());
        assertThat(asked.location()).doesNotContain("code=");
        return person.browser.follow(asked);
    }

    @Test
    void theCommandLineIsAskedAboutOnce() {
        Reply page = askedAfterSigningInElsewhere();
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("Allow the command line to act as you?");
        Reply yes = person.browser.submit(page, 0);
        assertThat(yes.location()).startsWith(TestUser.CLI_REDIRECT + "?");
        assertThat(yes.redirected("state")).isEqualTo("s1");
        assertThat(person.redeem(yes.redirected("code"), TestUser.VERIFIER).status())
                .isEqualTo(200);
        assertThat(person.browser.get(TestUser.authorizeCli()).location()).startsWith(TestUser.CLI_REDIRECT + "?code=");
    }

    @Test
    void aRefusedCommandLineGetsNothingAndIsAskedAboutAgain() {
        Reply no = person.browser.submit(askedAfterSigningInElsewhere(), 1);
        assertThat(no.redirected("error")).isEqualTo("access_denied");
        assertThat(no.redirected("code")).isEmpty();
        Reply again = person.browser.follow(person.browser.get(TestUser.authorizeCli()));
        assertThat(again.body()).contains("Allow the command line to act as you?");
    }

    @Test
    void aYesIsOnlyGoodForThePersonWhoWasAsked() {
        Reply page = askedAfterSigningInElsewhere();
        TestUser other = new TestUser(plane);
        other.signIn(other.browser.get("/auth/login"));
        Reply stolen = other.browser.submit(page, 0);
        assertThat(stolen.location()).doesNotContain("code=");
    }

    @Test
    void aYesEndsWithWhatTheSignInOpened() {
        person.code();
        plane.admin().post("/api/v1/principals/" + person.user.id() + "/revoke", "{\"reason\":\"stolen\"}");
        Reply page = person.browser.follow(person.browser.get(TestUser.authorizeCli()));
        Reply asked = person.browser.follow(
                person.browser.submit(page, 0, "username", person.user.username(), "password", person.user.password()));
        assertThat(asked.body()).contains("Allow the command line to act as you?");
    }

    @Test
    void aDeviceIsAskedAboutEvenWhenTheCommandLineWasNot() {
        person.code();
        Reply device = new Browser(plane.port())
                .postForm("/oauth2/device_authorization", Browser.query("client_id", "gpuaas-cli", "scope", "api"));
        Reply page = person.browser.follow(
                person.browser.get("/oauth2/device_verification?user_code=" + device.text("user_code")));
        assertThat(page.body()).contains("Sign in this device?");
    }

    @Test
    void aWrongVerifierGetsNothing() {
        Reply refused = person.redeem(person.code(), "another-verifier-that-is-long-enough-0123456789abcdef");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("error")).isEqualTo("invalid_grant");
    }

    @Test
    void aMissingVerifierGetsNothing() {
        Reply refused = person.browser.postForm(
                "/oauth2/token",
                Browser.query(
                        "grant_type",
                        "authorization_code",
                        "client_id",
                        "gpuaas-cli",
                        "redirect_uri",
                        TestUser.CLI_REDIRECT,
                        "code",
                        person.code()));
        assertThat(refused.status()).isEqualTo(400);
    }

    @Test
    void aReplayedCodeIsRefusedAndEndsWhatTheFirstOneOpened() {
        String code = person.code();
        String token = person.redeem(code, TestUser.VERIFIER).text("access_token");
        assertThat(plane.client(token).get("/api/v1/me").status()).isEqualTo(200);

        Reply replay = person.redeem(code, TestUser.VERIFIER);
        assertThat(replay.status()).isEqualTo(400);
        assertThat(replay.text("error")).isEqualTo("invalid_grant");
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(
                        () -> assertThat(plane.client(token).get("/api/v1/me").status())
                                .isEqualTo(401));
    }

    @Test
    void withoutPkceThereIsNoCode() {
        Reply refused = person.browser.get(TestUser.authorizeCli(TestUser.CLI_REDIRECT));
        assertThat(refused.redirected("error")).isEqualTo("invalid_request");
        assertThat(refused.redirected("code")).isEmpty();
    }

    @Test
    void plainPkceIsRefused() {
        Reply refused = person.browser.get(TestUser.authorizeCli(
                TestUser.CLI_REDIRECT, "code_challenge", TestUser.VERIFIER, "code_challenge_method", "plain"));
        assertThat(refused.redirected("error")).isEqualTo("invalid_request");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://evil.example/callback",
                "http://127.0.0.1.evil.example:80/callback",
                "http://127.0.0.1@evil.example/callback",
                "http://localhost:45678/callback",
                "http://127.0.0.2:45678/callback",
                "http://127.0.0.1:45678/callback/../other",
                "http://127.0.0.1:45678/callback?x=1",
                "http://127.0.0.1:45678/callback#part",
                "https://127.0.0.1:45678/callback",
                "http://[::1]:45678/callback",
                "http://2130706433:45678/callback",
                "//evil.example/callback",
                "javascript:alert(1)",
                "http://127.0.0.1:45678\\@evil.example/callback"
            })
    void anotherRedirectAddressIsNeverGoneTo(String redirect) {
        Reply refused = person.browser.get(TestUser.authorizeCli(
                redirect, "code_challenge", TestUser.challenge(TestUser.VERIFIER), "code_challenge_method", "S256"));
        assertThat(refused.status()).as(refused.body()).isEqualTo(400);
        assertThat(refused.location()).isEmpty();
    }

    @Test
    void anUnknownClientIsRefused() {
        Reply refused = person.browser.get(TestUser.authorizeCli().replace("gpuaas-cli", "somebody"));
        assertThat(refused.status()).isEqualTo(400);
    }

    @Test
    void aFloodOfStateIsRefusedBeforeAnybodySignsIn() {
        Reply refused = person.browser.get(
                TestUser.authorizeCli(TestUser.CLI_REDIRECT).replace("state=s1", "state=" + "x".repeat(20_000)));
        assertThat(refused.status()).isGreaterThanOrEqualTo(400);
    }

    @Test
    void discoveryAndKeysNameThePublicAddressWhateverTheHostHeaderSays() {
        Reply discovery = person.browser.get("/.well-known/openid-configuration");
        assertThat(discovery.text("issuer")).isEqualTo(person.browser.base());
        assertThat(discovery.text("jwks_uri")).isEqualTo(person.browser.base() + "/oauth2/jwks");
        Reply keys = person.browser.get("/oauth2/jwks");
        assertThat(keys.json().path("keys").path(0).path("kty").asString()).isEqualTo("EC");
        assertThat(keys.body()).doesNotContain("\"d\"");
    }

    @Test
    void nothingThatSignsInIsReadableInTheDatabase() {
        String code = person.code();
        Reply tokens = person.redeem(code, TestUser.VERIFIER);
        for (String secret : new String[] {code, tokens.text("access_token"), tokens.text("refresh_token")}) {
            assertThat(secret).isNotEmpty();
            assertThat(plane.database()
                            .count("SELECT count(*) FROM issuer.client_authorization a, issuer.issued_token t"
                                    + " WHERE (a::text || t::text) LIKE '%" + secret + "%'"))
                    .isZero();
        }
    }
}
