package io.gpuaas.controlplane.federation;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.Browser;
import io.gpuaas.controlplane.Chromium;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.issuer.TestUser;
import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.web.util.HtmlUtils;

/** The realm we ship, in the real Keycloak, with a real browser. */
@Against({"Keycloak", "PostgreSQL"})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KeycloakTest {

    private static final String CLI_REDIRECT = "http://127.0.0.1:45678/callback";
    private static final Pattern LOGIN_FORM = Pattern.compile("<form[^>]*action=\"([^\"]+)\"");

    private final int port = FreePort.find();
    private final String base = "http://127.0.0.1:" + port;
    private final Keycloak keycloak = start();
    private final TestControlPlane plane = TestControlPlane.start(Map.of(
            "gpuaas.server.port",
            String.valueOf(port),
            "gpuaas.identity.issuer",
            "external",
            "gpuaas.identity.external.issuer-url",
            keycloak.issuer(),
            "gpuaas.identity.external.client-secret",
            Keycloak.CONSOLE_SECRET,
            "gpuaas.identity.external.claims.groups",
            "realm_access.roles",
            "gpuaas.identity.external.platform-roles",
            "gpuaas-platform-admin=platform_admin,gpuaas-auditor=auditor"));

    private Keycloak start() {
        try {
            return new Keycloak(base);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @BeforeAll
    void awaitIssuer() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> plane.bean(Discovery.class).ready());
    }

    @AfterAll
    void stop() {
        plane.close();
        keycloak.close();
    }

    @Test
    @Order(1)
    @Against({"Keycloak", "Chromium"})
    void aPersonSignsInAndOutWithABrowser() throws Exception {
        try (Chromium chromium = new Chromium()) {
            chromium.open(base + "/auth/login?return_to=/auth/session");
            chromium.awaitText("Sign In");
            assertThat(chromium.address()).startsWith(keycloak.endpoint("auth"));
            chromium.screenshot(Path.of("target", "sign-in-keycloak.png"));
            chromium.type("#username", Keycloak.USER);
            chromium.type("#password", Keycloak.PASSWORD);
            chromium.click("#kc-login");
            chromium.awaitText("csrf_token");
            assertThat(chromium.address()).isEqualTo(base + "/auth/session");

            chromium.open(base + "/api/v1/me");
            chromium.awaitText("Alice Archer");
            assertThat(chromium.text()).contains("auditor").doesNotContain("platform_admin");

            // As the console will do it; the page at hand is only data, whose policy forbids scripts.
            chromium.call("Page.setBypassCSP", Map.of("enabled", true));
            chromium.open(base + "/auth/session");
            chromium.awaitText("csrf_token");
            chromium.evaluate("""
                    fetch('/auth/logout', {method: 'POST',
                        headers: {'X-CSRF-Token': JSON.parse(document.body.innerText).csrf_token}})
                      .then(answer => answer.json()).then(answer => location = answer.continue_at)""");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> chromium.address().equals(base + "/"));
            chromium.open(base + "/api/v1/me");
            chromium.awaitText("unauthenticated");
            chromium.open(base + "/auth/login");
            chromium.awaitText("Sign In");
            assertThat(chromium.evaluate("document.querySelector('#password') != null")
                            .asBoolean())
                    .as("Keycloak has signed the browser out too")
                    .isTrue();
        }
    }

    /** Signs in with the command line's client and gives the token answer. */
    private tools.jackson.databind.JsonNode signInCli() {
        Browser browser = new Browser(port);
        Browser.Reply page = browser.get(keycloak.endpoint("auth") + "?"
                + Browser.query(
                        "response_type",
                        "code",
                        "client_id",
                        "gpuaas-cli",
                        "scope",
                        "api",
                        "state",
                        "s1",
                        "redirect_uri",
                        CLI_REDIRECT,
                        "code_challenge",
                        TestUser.challenge(TestUser.VERIFIER),
                        "code_challenge_method",
                        "S256"));
        Matcher form = LOGIN_FORM.matcher(page.body());
        assertThat(form.find()).as(page.body()).isTrue();
        Browser.Reply back = browser.postForm(
                HtmlUtils.htmlUnescape(form.group(1)),
                Browser.query("username", Keycloak.USER, "password", Keycloak.PASSWORD));
        assertThat(back.location()).startsWith(CLI_REDIRECT);
        return keycloak.token(
                "gpuaas",
                "grant_type",
                "authorization_code",
                "client_id",
                "gpuaas-cli",
                "redirect_uri",
                CLI_REDIRECT,
                "code",
                back.redirected("code"),
                "code_verifier",
                TestUser.VERIFIER);
    }

    private ApiClient.Reply me(String token) {
        return plane.client(token).get("/api/v1/me");
    }

    @Test
    @Order(2)
    void theCommandLinesTokenIsGoodAndItsOthersAreNot() {
        var tokens = signInCli();
        ApiClient.Reply me = me(tokens.path("access_token").asString());
        assertThat(me.status()).isEqualTo(200);
        assertThat(me.text("display_name")).isEqualTo("Alice Archer");
        assertThat(me.body()).contains("auditor");
        assertThat(plane.database().count("SELECT count(*) FROM identity.principal WHERE email = 'alice@example.com'"))
                .isEqualTo(1);
        assertThat(me(tokens.path("refresh_token").asString()).status()).isEqualTo(401);
    }

    @Test
    @Order(3)
    void tokensOfAnotherRealmOrForAnotherAudienceAreRefused() {
        String otherRealm = keycloak.adminToken();
        assertThat(otherRealm).startsWith("eyJ");
        assertThat(me(otherRealm).status()).isEqualTo(401);
        String otherAudience = keycloak.token(
                        "gpuaas",
                        "grant_type",
                        "password",
                        "client_id",
                        "admin-cli",
                        "username",
                        Keycloak.USER,
                        "password",
                        Keycloak.PASSWORD)
                .path("access_token")
                .asString();
        assertThat(otherAudience).startsWith("eyJ");
        assertThat(me(otherAudience).status()).isEqualTo(401);
    }

    @Test
    @Order(4)
    void theCommandLineMustProveItselfAndMayUseAnotherDevice() {
        Browser browser = new Browser(port);
        Browser.Reply withoutProof = browser.get(keycloak.endpoint("auth") + "?"
                + Browser.query(
                        "response_type",
                        "code",
                        "client_id",
                        "gpuaas-cli",
                        "state",
                        "s1",
                        "redirect_uri",
                        CLI_REDIRECT));
        assertThat(withoutProof.redirected("error")).isEqualTo("invalid_request");
        Browser.Reply elsewhere = browser.get(keycloak.endpoint("auth") + "?"
                + Browser.query(
                        "response_type",
                        "code",
                        "client_id",
                        "gpuaas-cli",
                        "redirect_uri",
                        "https://evil.example/callback"));
        assertThat(elsewhere.status()).isEqualTo(400);
        Browser.Reply device = browser.postForm(
                keycloak.endpoint("auth/device"), Browser.query("client_id", "gpuaas-cli", "scope", "api"));
        assertThat(device.status()).isEqualTo(200);
        assertThat(device.text("user_code")).isNotEmpty();
    }

    @Test
    @Order(5)
    void aRotatedKeyIsFetched() throws Exception {
        String before = signInCli().path("access_token").asString();
        keycloak.rotateKeys();
        String after = signInCli().path("access_token").asString();
        assertThat(SignedJWT.parse(after).getHeader().getKeyID())
                .isNotEqualTo(SignedJWT.parse(before).getHeader().getKeyID());
        // Keycloak makes its first key at the first sign-in, so that this may be the third fetch within ten seconds.
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(me(after).status()).isEqualTo(200));
        assertThat(me(before).status()).isEqualTo(200);
    }

    /** Keycloak itself calls the control plane; nothing here does. */
    @Test
    @Order(6)
    void signingAPersonOutAtKeycloakEndsSessionAndTokenWithinFiveSeconds() throws Exception {
        String token = signInCli().path("access_token").asString();
        Browser browser = new Browser(port);
        Browser.Reply page = browser.get(browser.get("/auth/login").location());
        Matcher form = LOGIN_FORM.matcher(page.body());
        assertThat(form.find()).as(page.body()).isTrue();
        browser.get(browser.postForm(
                        HtmlUtils.htmlUnescape(form.group(1)),
                        Browser.query("username", Keycloak.USER, "password", Keycloak.PASSWORD))
                .location());
        assertThat(browser.get("/api/v1/me").status()).isEqualTo(200);
        assertThat(me(token).status()).isEqualTo(200);
        keycloak.signOut(SignedJWT.parse(token).getJWTClaimsSet().getSubject());
        Awaitility.await()
                .pollInterval(Duration.ofMillis(50))
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> {
                    assertThat(browser.get("/api/v1/me").status()).isEqualTo(401);
                    assertThat(me(token).status()).isEqualTo(401);
                });
    }

    /** The last one: Keycloak does not come back. */
    @Test
    @Order(7)
    void tokensKeepWorkingWithoutKeycloak() {
        String token = signInCli().path("access_token").asString();
        keycloak.close();
        assertThat(me(token).status()).isEqualTo(200);
        assertThat(plane.anonymous().get("/readyz").status()).isEqualTo(200);
    }
}
