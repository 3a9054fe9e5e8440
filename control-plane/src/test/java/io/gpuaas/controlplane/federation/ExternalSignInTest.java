package io.gpuaas.controlplane.federation;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.Browser;
import io.gpuaas.controlplane.Browser.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The console's sign-in with an outside issuer that may do anything. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExternalSignInTest {

    private static final String SESSION = "__Host-gpuaas";

    private final FakeIssuer issuer = new FakeIssuer();
    private final TestControlPlane plane = TestControlPlane.start(issuer.settings());
    private Browser browser = new Browser(plane.port());
    private String subject = "";

    @BeforeAll
    void awaitIssuer() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> plane.bean(Discovery.class).ready());
    }

    @BeforeEach
    void begin() {
        browser = new Browser(plane.port());
        subject = UUID.randomUUID().toString();
        issuer.idToken = claims -> claims.subject(subject).claim("name", "Alice");
    }

    @AfterAll
    void stop() {
        plane.close();
        issuer.close();
    }

    /** Where the issuer sends the browser back to. */
    private String codeAddress() {
        return browser.get(browser.get("/auth/login?return_to=/readyz").location())
                .location();
    }

    private void assertRefused(Reply reply) {
        assertThat(reply.status()).isEqualTo(400);
        assertThat(browser.cookies()).doesNotContainKey(SESSION);
    }

    @Test
    void aPersonSignsInWithoutAnyTokenInTheBrowser() {
        Reply begun = browser.get("/auth/login?return_to=/readyz");
        assertThat(begun.location()).startsWith(issuer.url() + "/authorize?");
        assertThat(begun.redirected("code_challenge_method")).isEqualTo("S256");
        assertThat(begun.redirected("scope")).isEqualTo("openid profile email");
        Reply back = browser.get(browser.get(begun.location()).location());
        assertThat(back.status()).isEqualTo(303);
        assertThat(back.location()).isEqualTo("/readyz");
        Reply me = browser.get("/api/v1/me");
        assertThat(me.text("display_name")).isEqualTo("Alice");
        assertThat(browser.cookies().values()).noneMatch(value -> value.contains("eyJ"));
    }

    @Test
    void aWrongOrMissingNonceIsRefused() {
        issuer.idToken = claims -> claims.subject(subject).claim("nonce", "another");
        assertRefused(browser.get(codeAddress()));
        issuer.idToken = claims -> claims.subject(subject).claim("nonce", null);
        assertRefused(browser.get(codeAddress()));
    }

    @Test
    void aWrongStateOrIssuerInTheAnswerIsRefused() {
        String address = codeAddress();
        assertRefused(browser.get(address.replaceAll("state=[^&]*", "state=another")));
        assertRefused(browser.get(address.replaceAll("iss=[^&]*", "iss=https%3A%2F%2Fevil.example")));
        assertRefused(browser.get(address));
    }

    @Test
    void aCodeWorksOnceAndInTheBrowserThatBegan() {
        String address = codeAddress();
        Browser other = new Browser(plane.port());
        assertThat(other.get(address).status()).isEqualTo(400);
        assertThat(other.cookies()).doesNotContainKey(SESSION);
        assertThat(browser.get(address).status()).isEqualTo(303);
        assertThat(browser.get(address).status()).isEqualTo(400);
        String code =
                Browser.parameters(java.net.URI.create(address).getRawQuery()).getOrDefault("code", "");
        String fresh = browser.get(browser.get("/auth/login").location()).location();
        assertThat(browser.get(fresh.replaceAll("code=[^&]*", "code=" + code)).status())
                .as("the issuer refuses a spent code under a fresh state")
                .isEqualTo(400);
    }

    @Test
    void anIdTokenForAnotherClientTimeOrIssuerIsRefused() {
        issuer.idToken = claims -> claims.subject(subject).audience("another-client");
        assertRefused(browser.get(codeAddress()));
        issuer.idToken = claims -> claims.subject(subject).audience(List.of(FakeIssuer.CLIENT, "another-client"));
        assertRefused(browser.get(codeAddress()));
        issuer.idToken = claims -> claims.subject(subject).claim("azp", "another-client");
        assertRefused(browser.get(codeAddress()));
        issuer.idToken = claims ->
                claims.subject(subject).expirationTime(Date.from(Instant.now().minusSeconds(60)));
        assertRefused(browser.get(codeAddress()));
        issuer.idToken = claims -> claims.subject(subject).issuer("https://evil.example");
        assertRefused(browser.get(codeAddress()));
        issuer.idToken = claims -> claims.subject(null);
        assertRefused(browser.get(codeAddress()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"//evil.example", "/\\evil.example", "https://evil.example", "/%2Fevil.example"})
    void afterSigningInABrowserGoesNowhereElse(String returnTo) {
        Reply refused = browser.get("/auth/login?" + Browser.query("return_to", returnTo));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.location()).isEmpty();
    }

    @Test
    void sessionsOutliveAnIssuerThatIsDownAndNewOnesAreToldToWait() {
        browser.get(codeAddress());
        Browser late = new Browser(plane.port());
        String address = late.get(late.get("/auth/login").location()).location();
        issuer.goDown();
        try {
            assertThat(browser.get("/api/v1/me").status()).isEqualTo(200);
            Reply refused = late.get(address);
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.text("code")).isEqualTo("overloaded");
        } finally {
            issuer.comeBack();
        }
    }

    @Test
    void signingOutShowsTheIssuerItsOwnTokenAndTheDatabaseNever() {
        browser.get(codeAddress());
        assertThat(plane.database().count("SELECT count(*) FROM sessions.session WHERE sign_out_hint LIKE '%.eyJ%'"))
                .isZero();
        String csrf = browser.get("/auth/session").text("csrf_token");
        Reply out = browser.send("POST", "/auth/logout", null, "X-CSRF-Token", csrf, "Origin", browser.base());
        assertThat(out.status()).isEqualTo(200);
        String next = out.text("continue_at");
        assertThat(next).startsWith(issuer.url() + "/end?");
        Map<String, String> query = Browser.parameters(java.net.URI.create(next).getRawQuery());
        assertThat(query).containsEntry("post_logout_redirect_uri", browser.base() + "/");
        assertThat(query).containsEntry("client_id", FakeIssuer.CLIENT);
        assertThat(query.get("id_token_hint")).startsWith("eyJ");
        assertThat(browser.get("/api/v1/me").status()).isEqualTo(401);
    }

    @Test
    void revokingEndsTheSession() {
        browser.get(codeAddress());
        String id = browser.get("/api/v1/me").text("principal_id");
        plane.admin().post("/api/v1/principals/" + id + "/revoke", "{\"reason\":\"left\"}");
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(
                        () -> assertThat(browser.get("/api/v1/me").status()).isEqualTo(401));
        browser.get(codeAddress());
        assertThat(browser.get("/api/v1/me").status())
                .as("who may sign in at the issuer may come back")
                .isEqualTo(200);
    }

    @Test
    void aWrongClientSecretSignsNobodyIn() {
        Map<String, String> settings = new HashMap<>(issuer.settings());
        settings.put("gpuaas.identity.external.client-secret", "wrong");
        try (TestControlPlane other = plane.startTwin(settings)) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> other.bean(Discovery.class).ready());
            browser = new Browser(other.port());
            assertRefused(browser.get(codeAddress()));
        }
    }
}
