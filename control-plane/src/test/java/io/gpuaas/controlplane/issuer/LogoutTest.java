package io.gpuaas.controlplane.issuer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.Browser;
import io.gpuaas.controlplane.Browser.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import org.junit.jupiter.api.Test;

/** Sign-out requested by a client (OpenID Connect RP-initiated logout), and the answer of /userinfo. */
class LogoutTest {

    private final TestControlPlane plane = TestControlPlane.shared();
    private final TestUser person = new TestUser(plane);

    private Reply tokens() {
        String callback = person.browser.base() + "/auth/callback";
        Reply begun = person.browser.get("/oauth2/authorize?"
                + Browser.query(
                        "response_type",
                        "code",
                        "client_id",
                        "gpuaas-console",
                        "scope",
                        "openid",
                        "nonce",
                        "n1",
                        "redirect_uri",
                        callback,
                        "code_challenge",
                        TestUser.challenge(TestUser.VERIFIER),
                        "code_challenge_method",
                        "S256"));
        Reply page = person.browser.follow(begun);
        Reply signedIn =
                person.browser.submit(page, 0, "username", person.user.username(), "password", person.user.password());
        Reply back = person.browser.get(signedIn.location());
        Reply tokens = person.browser.postForm(
                "/oauth2/token",
                Browser.query(
                        "grant_type",
                        "authorization_code",
                        "client_id",
                        "gpuaas-console",
                        "redirect_uri",
                        callback,
                        "code",
                        back.redirected("code"),
                        "code_verifier",
                        TestUser.VERIFIER));
        assertThat(tokens.status()).as(tokens.body()).isEqualTo(200);
        return tokens;
    }

    @Test
    void aClientSignsItsUserOutAtTheIssuer() {
        String idToken = tokens().text("id_token");
        assertThat(person.browser.get(TestUser.authorizeCli()).location()).contains("/oauth2/consent");
        Reply out = person.browser.get("/connect/logout?"
                + Browser.query("id_token_hint", idToken, "post_logout_redirect_uri", person.browser.base() + "/"));
        assertThat(out.location()).as(out.body()).isEqualTo(person.browser.base() + "/");
        assertThat(person.browser.get(TestUser.authorizeCli()).location()).startsWith("/login");
    }

    @Test
    void anotherAddressAfterSigningOutIsRefused() {
        String idToken = tokens().text("id_token");
        Reply refused = person.browser.get("/connect/logout?"
                + Browser.query("id_token_hint", idToken, "post_logout_redirect_uri", "https://evil.example/"));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.location()).isEmpty();
    }

    @Test
    void anIdTokenIsNoAccessToken() {
        Reply tokens = tokens();
        assertThat(plane.client(tokens.text("id_token")).get("/api/v1/me").status())
                .isEqualTo(401);
        assertThat(tokens.text("refresh_token"))
                .as("the console keeps a session instead")
                .isEmpty();
    }

    @Test
    void userInfoTellsWhoTheTokenBelongsTo() {
        Reply tokens = tokens();
        Reply info =
                new Browser(plane.port()).get("/userinfo", "Authorization", "Bearer " + tokens.text("access_token"));
        assertThat(info.status()).as(info.body()).isEqualTo(200);
        assertThat(info.text("sub")).isEqualTo(person.user.id().toString());
        assertThat(info.setCookies()).isEmpty();
        assertThat(new Browser(plane.port()).get("/userinfo").status()).isEqualTo(401);
    }
}
