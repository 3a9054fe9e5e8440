package io.gpuaas.controlplane.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.Browser;
import io.gpuaas.controlplane.Browser.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.issuer.TestUser;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SessionTest {

    private static final String PATH = "/api/v1/tenants";

    private final TestControlPlane plane = TestControlPlane.shared();
    private final TestUser person = new TestUser(plane);
    private final Browser browser = person.browser;

    private Reply signIn(String returnTo) {
        return person.signIn(browser.get("/auth/login?" + Browser.query("return_to", returnTo)));
    }

    private String csrf() {
        return browser.get("/auth/session").text("csrf_token");
    }

    /** A change this user has no permission for: 403 permission_denied shows that the session was accepted. */
    private Reply change(String... headers) {
        String[] all = java.util.Arrays.copyOf(headers, headers.length + 4);
        all[headers.length] = "Content-Type";
        all[headers.length + 1] = "application/json";
        all[headers.length + 2] = "Idempotency-Key";
        all[headers.length + 3] = UUID.randomUUID().toString();
        return browser.send("POST", PATH, "{\"slug\":\"x-y-z\",\"name\":\"X\"}", all);
    }

    @Test
    void signingInGivesACookieThatTheApiKnowsAndNoToken() {
        Reply home = signIn("/readyz?from=sign-in");
        assertThat(home.response().uri().toString()).endsWith("/readyz?from=sign-in");
        assertThat(browser.get("/api/v1/me").text("principal_id"))
                .isEqualTo(person.user.id().toString());

        Reply session = browser.get("/auth/session");
        assertThat(session.text("principal_id")).isEqualTo(person.user.id().toString());
        assertThat(session.text("display_name")).isEqualTo("Test user");
        assertThat(session.body())
                .doesNotContain("eyJ")
                .doesNotContain(browser.cookies().get(Sessions.COOKIE));
        assertThat(browser.cookies().values()).noneMatch(value -> value.contains("eyJ"));
    }

    @Test
    void theCookieIsForThisHostAloneAndOutOfReachOfScripts() {
        Reply callback = callback();
        String cookie = callback.setCookies().stream()
                .filter(header -> header.startsWith(Sessions.COOKIE + "="))
                .findFirst()
                .orElseThrow();
        assertThat(cookie)
                .contains("Path=/", "Secure", "HttpOnly", "SameSite=Lax")
                .doesNotContain("Domain");
        assertThat(callback.status()).isEqualTo(303);
        assertThat(callback.location()).isEqualTo("/");
    }

    /** The answer that begins the session, before the browser goes on. */
    private Reply callback() {
        return browser.get(codeAddress());
    }

    /** Signs in at the issuer and stops where the browser would bring the code back. */
    private String codeAddress() {
        Reply begun = browser.get("/auth/login");
        Reply page = browser.follow(begun);
        Reply signedIn =
                browser.submit(page, 0, "username", person.user.username(), "password", person.user.password());
        Reply back = browser.get(signedIn.location());
        assertThat(back.location()).contains("/auth/callback?code=");
        return back.location();
    }

    @Test
    void theDatabaseHoldsNoSecretOfTheSession() {
        callback();
        String secret = browser.cookies().get(Sessions.COOKIE);
        assertThat(secret).hasSizeGreaterThanOrEqualTo(43);
        assertThat(plane.database()
                        .count("SELECT count(*) FROM sessions.session s WHERE s::text LIKE '%" + secret + "%'"))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//evil.example",
                "/\\evil.example",
                "\\\\evil.example",
                "http://evil.example",
                "https:evil.example",
                "evil.example",
                "javascript:alert(1)",
                "/%2Fevil.example",
                "/%5cevil.example",
                "/\t/evil.example",
                "/\r\nLocation: https://evil.example",
                "/ok\u0000",
                "/\u2215evil.example"
            })
    void afterSigningInABrowserGoesNowhereElse(String returnTo) {
        Reply refused = browser.get("/auth/login?" + Browser.query("return_to", returnTo));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("code")).isEqualTo("request_invalid");
        assertThat(refused.location()).isEmpty();
    }

    @Test
    void aChangeNeedsTheTokenAndOurOrigin() {
        signIn("/readyz");
        String token = csrf();
        String here = browser.base();
        assertThat(change().text("code")).isEqualTo("csrf_rejected");
        assertThat(change("Origin", here).text("code")).isEqualTo("csrf_rejected");
        assertThat(change("X-CSRF-Token", token).text("code")).isEqualTo("csrf_rejected");
        assertThat(change("X-CSRF-Token", "guess", "Origin", here).text("code")).isEqualTo("csrf_rejected");
        assertThat(change("X-CSRF-Token", token, "Origin", "https://evil.example")
                        .text("code"))
                .isEqualTo("csrf_rejected");
        assertThat(change("X-CSRF-Token", token, "Sec-Fetch-Site", "same-site").text("code"))
                .isEqualTo("csrf_rejected");
        assertThat(change("X-CSRF-Token", token, "Origin", here).text("code")).isEqualTo("permission_denied");
        assertThat(change("X-CSRF-Token", token, "Sec-Fetch-Site", "same-origin")
                        .text("code"))
                .isEqualTo("permission_denied");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "same-origin,-,true",
                "same-origin,null,true",
                "same-origin,http://here,true",
                "same-origin,http://there,false",
                "-,http://here,true",
                "-,http://there,false",
                "-,null,false",
                "-,-,false",
                "none,-,false",
                "none,http://here,false",
                "same-site,http://here,false",
                "cross-site,http://here,false"
            })
    void whereARequestComesFrom(String site, String origin, boolean here) {
        assertThat(SameOrigin.isFromHere(site, origin, "http://here")).isEqualTo(here);
    }

    @Test
    void anotherSessionsTokenIsNoGood() {
        signIn("/readyz");
        TestUser other = new TestUser(plane);
        other.signIn(other.browser.get("/auth/login?return_to=/readyz"));
        String foreign = other.browser.get("/auth/session").text("csrf_token");
        assertThat(change("X-CSRF-Token", foreign, "Origin", browser.base()).text("code"))
                .isEqualTo("csrf_rejected");
    }

    @Test
    void aBearerTokenWinsOverTheCookie() {
        signIn("/readyz");
        String admin = plane.principals().platformAdmin();
        Reply me = browser.get("/api/v1/me", "Authorization", "Bearer " + admin);
        assertThat(me.text("principal_id"))
                .isNotEmpty()
                .isNotEqualTo(person.user.id().toString());
        assertThat(change("Authorization", "Bearer " + plane.principals().withoutRole())
                        .text("code"))
                .as("no CSRF rule for a bearer token")
                .isEqualTo("permission_denied");
        assertThat(browser.get("/api/v1/me", "Authorization", "Bearer rubbish").status())
                .as("a bad token is not saved by a good cookie")
                .isEqualTo(401);
    }

    @Test
    void signingOutEndsTheSessionHereAndAtTheIssuer() {
        signIn("/readyz");
        String cookie = browser.cookies().get(Sessions.COOKIE);
        assertThat(browser.send("POST", "/auth/logout", null).text("code")).isEqualTo("csrf_rejected");
        assertThat(browser.get("/auth/logout").status()).isEqualTo(405);
        assertThat(browser.get("/api/v1/me").status()).isEqualTo(200);

        Reply out = browser.send("POST", "/auth/logout", null, "X-CSRF-Token", csrf(), "Origin", browser.base());
        assertThat(out.status()).isEqualTo(204);
        assertThat(browser.cookies()).doesNotContainKey(Sessions.COOKIE);
        browser.cookies().put(Sessions.COOKIE, cookie);
        assertThat(browser.get("/api/v1/me").status()).isEqualTo(401);
        assertThat(browser.get("/auth/session").status()).isEqualTo(401);
        Reply again = browser.get(browser.get("/auth/login").location());
        assertThat(again.location())
                .as("the issuer asks for the password again")
                .startsWith("/login");
    }

    @Test
    void aPlantedCookieDoesNotBecomeASession() {
        browser.cookies().put(Sessions.COOKIE, "planted-by-somebody-else");
        callback();
        assertThat(browser.cookies().get(Sessions.COOKIE)).isNotEqualTo("planted-by-somebody-else");
        Browser thief = new Browser(plane.port());
        thief.cookies().put(Sessions.COOKIE, "planted-by-somebody-else");
        assertThat(thief.get("/api/v1/me").status()).isEqualTo(401);
    }

    @Test
    void signingInAgainReplacesTheSession() {
        callback();
        String first = browser.cookies().get(Sessions.COOKIE);
        browser.follow(browser.get("/auth/login?return_to=/readyz"));
        assertThat(browser.cookies().get(Sessions.COOKIE)).isNotEqualTo(first);
        Browser old = new Browser(plane.port());
        old.cookies().put(Sessions.COOKIE, first);
        assertThat(old.get("/api/v1/me").status()).isEqualTo(401);
    }

    @Test
    void aCodeInAnotherBrowserOrASecondTimeSignsNobodyIn() {
        String address = codeAddress();
        Browser victim = new Browser(plane.port());
        Reply strange = victim.get(address);
        assertThat(strange.status()).isEqualTo(400);
        assertThat(victim.cookies()).doesNotContainKey(Sessions.COOKIE);

        assertThat(browser.get(address).status()).isEqualTo(303);
        assertThat(browser.get(address).status()).as("state works once").isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?state=x", "?code=x", "?code=x&state=y", "?error=access_denied&state=y"})
    void rubbishAtTheCallbackIsRefused(String query) {
        browser.get("/auth/login");
        Reply refused = browser.get("/auth/callback" + query);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(browser.cookies()).doesNotContainKey(Sessions.COOKIE);
    }

    @Test
    void oversizeStateAndCodeAreRefused() {
        Reply begun = browser.get("/auth/login");
        String state = Browser.parameters(java.net.URI.create(begun.location()).getRawQuery())
                .getOrDefault("state", "");
        assertThat(browser.get("/auth/callback?state=" + "x".repeat(5_000) + "&code=x")
                        .status())
                .isEqualTo(400);
        assertThat(browser.get("/auth/callback?state=" + state + "&code=" + "x".repeat(5_000))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void anExpiredSignInIsOver() {
        String address = codeAddress();
        plane.database().execute("UPDATE sessions.sign_in SET expires_at = now() - interval '1 second'");
        assertThat(browser.get(address).status()).isEqualTo(400);
    }

    @Test
    void aSessionEndsWhenIdleAndInAnyCaseAfterItsLifetime() {
        Instant now = Instant.EPOCH;
        var principal = new io.gpuaas.kernel.PrincipalId(UUID.randomUUID());
        var session = new SessionStore.Session(principal, null, null, false, now, now, now.plus(Duration.ofHours(12)));
        assertThat(Sessions.isGood(session, now.plus(Duration.ofMinutes(59)), Duration.ofHours(1)))
                .isTrue();
        assertThat(Sessions.isGood(session, now.plus(Duration.ofMinutes(60)), Duration.ofHours(1)))
                .isFalse();
        var busy = new SessionStore.Session(
                principal, null, null, false, now, now.plus(Duration.ofHours(12)), now.plus(Duration.ofHours(12)));
        assertThat(Sessions.isGood(busy, now.plus(Duration.ofHours(12)), Duration.ofHours(1)))
                .isFalse();
    }

    @Test
    void anExpiredSessionIsNotBelieved() {
        callback();
        assertThat(browser.get("/api/v1/me").status()).isEqualTo(200);
        plane.database()
                .execute("UPDATE sessions.session SET expires_at = now() - interval '1 second' WHERE principal_id = '"
                        + person.user.id() + "'");
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(
                        () -> assertThat(browser.get("/api/v1/me").status()).isEqualTo(401));
    }
}
