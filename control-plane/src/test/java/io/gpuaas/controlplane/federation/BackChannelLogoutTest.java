package io.gpuaas.controlplane.federation;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import io.gpuaas.controlplane.Browser;
import io.gpuaas.controlplane.Browser.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Revocations;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.testkit.Against;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** An outside issuer says that a login ended; two processes hear of it. */
@Against("PostgreSQL")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BackChannelLogoutTest {

    private static final String PATH = "/auth/backchannel-logout";
    private static final String EVENT = "http://schemas.openid.net/event/backchannel-logout";
    private static final Duration PROMISED = Duration.ofSeconds(5);

    private final FakeIssuer issuer = new FakeIssuer();
    private final TestControlPlane plane = TestControlPlane.start(issuer.settings());
    private final TestControlPlane twin = plane.startTwin(issuer.settings());
    private String subject = "";
    private String sid = "";

    @BeforeAll
    void awaitIssuer() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> plane.bean(Discovery.class).ready()
                        && twin.bean(Discovery.class).ready());
    }

    @BeforeEach
    void begin() {
        subject = UUID.randomUUID().toString();
        sid = UUID.randomUUID().toString();
        issuer.idToken =
                claims -> claims.subject(subject).claim("name", "Alice").claim("sid", sid);
    }

    @AfterAll
    void stop() {
        twin.close();
        plane.close();
        issuer.close();
    }

    /** A session that both processes have in memory. */
    private Browser signedIn() {
        Browser browser = new Browser(plane.port());
        Reply back = signIn(browser);
        assertThat(back.status()).isEqualTo(303);
        assertThat(onBoth(browser)).containsOnly(200);
        return browser;
    }

    private Reply signIn(Browser browser) {
        return browser.get(browser.get(browser.get("/auth/login").location()).location());
    }

    private List<Integer> onBoth(Browser browser) {
        return Stream.of(plane, twin)
                .map(one -> {
                    Browser there = new Browser(one.port());
                    there.cookies().putAll(browser.cookies());
                    return there.get("/api/v1/me").status();
                })
                .toList();
    }

    private List<Integer> onBoth(String token) {
        return Stream.of(plane, twin)
                .map(one -> one.client(token).get("/api/v1/me").status())
                .toList();
    }

    private JWTClaimsSet.Builder logout() {
        Instant now = Instant.now();
        return new JWTClaimsSet.Builder()
                .issuer(issuer.url())
                .audience(FakeIssuer.CLIENT)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(120)))
                .jwtID(UUID.randomUUID().toString())
                .claim("events", Map.of(EVENT, Map.of()));
    }

    private Reply send(String token) {
        return new Browser(plane.port()).postForm(PATH, Browser.query("logout_token", token));
    }

    private Reply send(JWTClaimsSet.Builder claims) {
        return send(issuer.sign(claims));
    }

    private void assertEndsInTime(Browser browser, Instant told) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(onBoth(browser)).containsOnly(401));
        assertThat(Duration.between(told, Instant.now())).isLessThan(PROMISED);
    }

    @Test
    void aSessionEndsOnEveryProcessWithinFiveSecondsAndOthersOfThePersonStay() {
        Browser ended = signedIn();
        String endedSid = sid;
        sid = UUID.randomUUID().toString();
        Browser other = signedIn();
        Instant told = Instant.now();
        assertThat(send(logout().subject(subject).claim("sid", endedSid)).status())
                .isEqualTo(200);
        assertEndsInTime(ended, told);
        assertThat(onBoth(other)).containsOnly(200);
        assertThat(plane.database()
                        .count("SELECT count(*) FROM audit.event WHERE action = 'session.end' AND target = '"
                                + other.get("/api/v1/me").text("principal_id") + "'"))
                .isEqualTo(1);
    }

    @Test
    void aSessionIsEnoughWithoutAPerson() {
        Browser browser = signedIn();
        Instant told = Instant.now();
        assertThat(send(logout().claim("sid", sid)).status()).isEqualTo(200);
        assertEndsInTime(browser, told);
    }

    @Test
    void theEndOfASessionEndsTheStreamsOfItsPerson() {
        Browser named = signedIn();
        assertStreamsEnd(named, logout().subject(subject).claim("sid", sid));
        subject = UUID.randomUUID().toString();
        sid = UUID.randomUUID().toString();
        Browser unnamed = signedIn();
        assertStreamsEnd(unnamed, logout().claim("sid", sid));
    }

    private void assertStreamsEnd(Browser browser, JWTClaimsSet.Builder logout) {
        PrincipalId person = PrincipalId.parse(browser.get("/api/v1/me").text("principal_id"));
        Revocations revocations = plane.bean(Revocations.class);
        Instant opened = Instant.now();
        assertThat(revocations.endedStreams(person, opened)).isFalse();
        assertThat(send(logout).status()).isEqualTo(200);
        assertThat(revocations.endedStreams(person, opened)).isTrue();
    }

    @Test
    void aPersonWithoutASessionLosesAllOfThem() {
        Browser one = signedIn();
        sid = UUID.randomUUID().toString();
        Browser other = signedIn();
        Instant told = Instant.now();
        assertThat(send(logout().subject(subject)).status()).isEqualTo(200);
        assertEndsInTime(one, told);
        assertEndsInTime(other, told);
    }

    @Test
    void anotherPersonsSessionIsNotEndedByNamingIt() {
        Browser browser = signedIn();
        assertThat(send(logout().subject("somebody-else").claim("sid", "another"))
                        .status())
                .isEqualTo(200);
        assertThat(onBoth(browser)).containsOnly(200);
    }

    @Test
    void accessTokensOfTheLoginEndTooAndPersonalTokensStay() {
        Browser browser = signedIn();
        String csrf = browser.get("/auth/session").text("csrf_token");
        Reply personal = browser.send(
                "POST",
                "/api/v1/me/tokens",
                "{\"name\":\"program\",\"expires_at\":\"%s\"}"
                        .formatted(Instant.now().plusSeconds(3600)),
                "Content-Type",
                "application/json",
                "Idempotency-Key",
                UUID.randomUUID().toString(),
                "X-CSRF-Token",
                csrf,
                "Origin",
                browser.base());
        String ofLogin = issuer.sign(issuer.access(subject).claim("sid", sid));
        String ofAnother = issuer.sign(issuer.access(subject).claim("sid", "another"));
        assertThat(onBoth(ofLogin)).containsOnly(200);
        Instant told = Instant.now();
        send(logout().subject(subject).claim("sid", sid));
        Awaitility.await()
                .pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(onBoth(ofLogin)).containsOnly(401));
        assertThat(Duration.between(told, Instant.now())).isLessThan(PROMISED);
        assertThat(onBoth(ofAnother)).containsOnly(200);
        assertThat(personal.status()).as(personal.body()).isEqualTo(201);
        assertThat(onBoth(personal.text("secret"))).containsOnly(200);
        send(logout().subject(subject));
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(onBoth(ofAnother)).containsOnly(401));
        assertThat(onBoth(personal.text("secret"))).containsOnly(200);
    }

    @Test
    void aLoginThatEndedBeforeTheBrowserCameBackOpensNoSession() {
        Browser browser = new Browser(plane.port());
        String back = browser.get(browser.get("/auth/login").location()).location();
        send(logout().subject(subject).claim("sid", sid));
        assertThat(browser.get(back).status()).isEqualTo(400);
        assertThat(browser.cookies()).doesNotContainKey("__Host-gpuaas");

        String again = browser.get(browser.get("/auth/login").location()).location();
        sid = UUID.randomUUID().toString();
        send(logout().subject(subject).issueTime(Date.from(Instant.now().plusSeconds(20))));
        assertThat(browser.get(again).status()).isEqualTo(400);
    }

    @Test
    void afterALogoutThePersonMaySignInAgain() {
        Browser browser = signedIn();
        send(logout().subject(subject));
        sid = UUID.randomUUID().toString();
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> signIn(browser).status() == 303);
        assertThat(onBoth(browser)).containsOnly(200);
    }

    @Test
    void aTokenWorksOnceOnAnyProcess() {
        Browser browser = signedIn();
        String token = issuer.sign(logout().subject(subject));
        assertThat(send(token).status()).isEqualTo(200);
        Browser again = new Browser(plane.port());
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> signIn(again).status() == 303);
        Reply repeated = new Browser(twin.port()).postForm(PATH, Browser.query("logout_token", token));
        assertThat(repeated.status()).isEqualTo(400);
        assertThat(repeated.text("error")).isEqualTo("invalid_request");
        assertThat(send(token).status()).isEqualTo(400);
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(onBoth(browser)).containsOnly(401));
        assertThat(onBoth(again)).containsOnly(200);
    }

    private void assertRefused(UnaryOperator<JWTClaimsSet.Builder> change) {
        Reply reply = send(change.apply(logout().subject(subject).claim("sid", sid)));
        assertThat(reply.status()).as(reply.body()).isEqualTo(400);
        assertThat(reply.header("Cache-Control")).contains("no-store");
    }

    @Test
    void aTokenThatIsWrongInAnyWayEndsNothing() throws Exception {
        Browser browser = signedIn();
        assertRefused(claims -> claims.issuer("https://evil.example"));
        assertRefused(claims -> claims.audience("another-client"));
        assertRefused(claims -> claims.expirationTime(Date.from(Instant.now().minusSeconds(60))));
        assertRefused(claims -> claims.expirationTime(null));
        assertRefused(claims -> claims.issueTime(null));
        assertRefused(claims -> claims.issueTime(Date.from(Instant.now().plusSeconds(600))));
        assertRefused(claims -> claims.jwtID(null));
        assertRefused(claims -> claims.claim("nonce", "n"));
        assertRefused(claims -> claims.claim("events", null));
        assertRefused(claims -> claims.claim("events", EVENT));
        assertRefused(claims -> claims.claim("events", Map.of(EVENT, "yes")));
        assertRefused(claims -> claims.claim("events", Map.of("another", Map.of())));
        assertRefused(claims -> claims.subject(null).claim("sid", null));
        JWTClaimsSet good = logout().subject(subject).claim("sid", sid).build();
        assertThat(send(new PlainJWT(good).serialize()).status()).isEqualTo(400);
        assertThat(send(FakeIssuer.sign(
                                JWSAlgorithm.HS256,
                                issuer.key.getKeyID(),
                                new MACSigner(issuer.key.toRSAPublicKey().getEncoded()),
                                good))
                        .status())
                .isEqualTo(400);
        var stranger = FakeIssuer.newKey();
        assertThat(send(FakeIssuer.sign(JWSAlgorithm.RS256, issuer.key.getKeyID(), new RSASSASigner(stranger), good))
                        .status())
                .isEqualTo(400);
        assertThat(send("nonsense").status()).isEqualTo(400);
        assertThat(send("").status()).isEqualTo(400);
        Browser inTheAddress = new Browser(plane.port());
        assertThat(inTheAddress
                        .postForm(
                                PATH + "?" + Browser.query("logout_token", issuer.sign(logout().claim("sid", sid))), "")
                        .status())
                .as("a token in the address would stand in logs")
                .isEqualTo(400);
        assertThat(onBoth(browser)).containsOnly(200);
    }

    @Test
    void anIdTokenOrAccessTokenIsNoLogoutTokenAndNoneIsGoodForTheApi() {
        assertThat(send(issuer.access(subject).audience(FakeIssuer.CLIENT).jwtID("j-" + subject))
                        .status())
                .isEqualTo(400);
        assertThat(plane.client(issuer.sign(logout().subject(subject).audience("gpuaas")))
                        .get("/api/v1/me")
                        .status())
                .isEqualTo(401);
    }

    @Test
    void aTokenMayBeTypedAndForTheCommandLine() throws Exception {
        Browser browser = signedIn();
        JWTClaimsSet claims = logout().audience("gpuaas-cli")
                .claim("sid", sid)
                .subject(subject)
                .build();
        var typed = new com.nimbusds.jwt.SignedJWT(
                new com.nimbusds.jose.JWSHeader.Builder(JWSAlgorithm.RS256)
                        .type(new JOSEObjectType("logout+jwt"))
                        .keyID(issuer.key.getKeyID())
                        .build(),
                claims);
        typed.sign(new RSASSASigner(issuer.key));
        Instant told = Instant.now();
        assertThat(send(typed.serialize()).status()).isEqualTo(200);
        assertEndsInTime(browser, told);
    }

    @Test
    void strangersAreSlowedDownAndDoNotKeepTheIssuerOut() throws Exception {
        Browser ended = signedIn();
        Browser stranger = new Browser(plane.port(), InetAddress.ofLiteral("127.0.0.7"));
        List<Integer> answers = Stream.generate(
                        () -> stranger.postForm(PATH, "logout_token=x").status())
                .limit(150)
                .toList();
        assertThat(answers).startsWith(400).containsOnly(400, 429).contains(429);
        Instant told = Instant.now();
        String good = issuer.sign(logout().claim("sid", sid));
        assertThat(stranger.postForm(PATH, Browser.query("logout_token", good)).status())
                .as("from the same address")
                .isEqualTo(200);
        assertEndsInTime(ended, told);
    }
}
