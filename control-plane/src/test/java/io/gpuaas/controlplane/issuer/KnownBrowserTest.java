package io.gpuaas.controlplane.issuer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.Browser;
import io.gpuaas.controlplane.Browser.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.testkit.Against;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Strangers at many addresses cannot make an account's owner wait in a browser that signed in before. */
@Against("PostgreSQL")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KnownBrowserTest {

    private static final String COOKIE = KnownBrowsers.COOKIE;

    /** Addresses, more than enough to use up the attempts at an account from everywhere. */
    private static final int STRANGERS = 40;

    /** Its own, because addresses are throttled. */
    private final TestControlPlane plane = TestControlPlane.start(Map.of());

    private int addresses;
    private int strangers;

    @AfterAll
    void stop() {
        plane.close();
    }

    private Browser browser() {
        addresses++;
        return new Browser(plane.port(), InetAddress.ofLiteral("127.0.2." + addresses));
    }

    private static Reply attempt(Browser browser, TestUser person, String password) {
        return browser.submit(browser.get("/login"), 0, "username", person.user.username(), "password", password);
    }

    private Browser signedIn(TestUser person) {
        Browser browser = browser();
        assertThat(attempt(browser, person, person.user.password()).location()).isEqualTo("/");
        browser.cookies().remove(Logins.COOKIE);
        return browser;
    }

    /** Guesses from many addresses until the account waits, and as if that had gone on until it waits for minutes. */
    private void strangersGuess(TestUser person) {
        String username = person.user.username();
        Throwable refused = null;
        for (int i = 0; i < STRANGERS && refused == null; i++) {
            strangers++;
            String address = "2001:db8:0:" + Integer.toHexString(strangers) + "::1";
            for (int guess = 1; guess < LoginThrottle.ACCOUNT_ATTEMPTS_FREE && refused == null; guess++) {
                refused = catchThrowable(() -> plane.bean(LoginThrottle.class).begin(username, address));
            }
        }
        assertThat(refused).isInstanceOf(LoginThrottle.Throttled.class);
        plane.database()
                .execute("UPDATE limits.throttle SET attempts = 200, blocked_until = now() + interval '5 minutes'"
                        + " WHERE key = 'sign-in/account:"
                        + Digests.hexSha256(username.getBytes(StandardCharsets.UTF_8)) + "'");
        assertThat(attempt(browser(), person, person.user.password()).status())
                .as("a browser that nobody knows")
                .isEqualTo(429);
    }

    @Test
    void strangersDoNotMakeAKnownBrowserWait() {
        TestUser person = new TestUser(plane);
        Browser known = signedIn(person);
        strangersGuess(person);
        assertThat(attempt(known, person, "wrong").location()).contains("error");
        assertThat(attempt(known, person, person.user.password()).location()).isEqualTo("/");
        assertThat(attempt(browser(), person, person.user.password()).status())
                .as("the owner's sign-in gives strangers no new attempts")
                .isEqualTo(429);
    }

    @Test
    void aNeighbourAtTheSameAddressDoesNotMakeAKnownBrowserWait() {
        TestUser person = new TestUser(plane);
        Browser known = signedIn(person);
        LoginThrottle throttle = plane.bean(LoginThrottle.class);
        String address = "127.0.2." + addresses;
        for (int i = 0; i < 2 * LoginThrottle.ADDRESS_ATTEMPTS_FREE; i++) {
            try {
                throttle.begin("neighbour-" + UUID.randomUUID(), address);
            } catch (LoginThrottle.Throttled e) {
                break;
            }
        }
        Browser neighbour = new Browser(plane.port(), InetAddress.ofLiteral(address));
        assertThat(attempt(neighbour, person, person.user.password()).status()).isEqualTo(429);
        assertThat(attempt(known, person, person.user.password()).location()).isEqualTo("/");
    }

    @Test
    void aStolenCookieGivesNoMoreThanTheUsualAttempts() {
        TestUser person = new TestUser(plane);
        String stolen = signedIn(person).cookies().get(COOKIE);
        assertThat(stolen).isNotNull();
        strangersGuess(person);
        List<Integer> answers = Stream.generate(() -> {
                    Browser thief = browser();
                    thief.cookies().put(COOKIE, stolen);
                    return attempt(thief, person, "wrong").status();
                })
                .limit(2L * LoginThrottle.ACCOUNT_ATTEMPTS_FREE)
                .toList();
        long looked = answers.stream().filter(status -> status == 302).count();
        // A second or two of waiting may have passed meanwhile.
        assertThat(looked).isBetween(5L, LoginThrottle.ACCOUNT_ATTEMPTS_FREE + 2L);
        assertThat(answers).endsWith(429);
    }

    @Test
    void theCookieCountsForItsOwnAccountOnly() {
        TestUser person = new TestUser(plane);
        TestUser other = new TestUser(plane);
        Browser others = signedIn(other);
        strangersGuess(person);
        assertThat(others.cookies()).containsKey(COOKIE);
        assertThat(attempt(others, person, person.user.password()).status()).isEqualTo(429);
    }

    @Test
    void theCookieIsForThisHostAloneAndOutOfReachOfScripts() {
        TestUser person = new TestUser(plane);
        String cookie = attempt(browser(), person, person.user.password()).setCookies().stream()
                .filter(header -> header.startsWith(COOKIE + "="))
                .findFirst()
                .orElseThrow();
        assertThat(cookie)
                .contains("Path=/", "Secure", "HttpOnly", "SameSite=Lax", "Max-Age=7776000")
                .doesNotContain(
                        "Domain", person.user.username(), person.user.id().toString());
    }

    @Test
    void aWrongPasswordMakesNoBrowserKnown() {
        TestUser person = new TestUser(plane);
        Browser browser = browser();
        attempt(browser, person, "wrong");
        assertThat(browser.cookies()).doesNotContainKey(COOKIE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "AAAA", "not base64 url!", "....", "\u00e4"})
    void aCookieThatIsNotOursCountsForNothing(String value) {
        TestUser person = new TestUser(plane);
        strangersGuess(person);
        Browser browser = browser();
        browser.cookies().put(COOKIE, value);
        assertThat(attempt(browser, person, person.user.password()).status()).isEqualTo(429);
        browser.cookies().put(COOKIE, "A".repeat(3_000));
        assertThat(attempt(browser, person, person.user.password()).status()).isEqualTo(429);
    }

    @Test
    void aChangedCookieCountsForNothing() {
        TestUser person = new TestUser(plane);
        Browser known = signedIn(person);
        strangersGuess(person);
        String value = Objects.requireNonNull(known.cookies().get(COOKIE));
        for (int at : List.of(0, value.length() / 2, value.length() - 2)) {
            char other = value.charAt(at) == 'A' ? 'B' : 'A';
            known.cookies().put(COOKIE, value.substring(0, at) + other + value.substring(at + 1));
            assertThat(attempt(known, person, person.user.password()).status()).isEqualTo(429);
        }
    }

    @Test
    void aBrowserIsKnownForNinetyDays() {
        TestUser person = new TestUser(plane);
        Visitor visitor = new Visitor("127.0.0.1", signedIn(person).cookies().get(COOKIE));
        assertThat(knownIn(Duration.ofDays(89)).find(visitor, person.user.username()))
                .isPresent();
        assertThat(knownIn(Duration.ofDays(91)).find(visitor, person.user.username()))
                .isEmpty();
    }

    private KnownBrowsers knownIn(Duration later) {
        return new KnownBrowsers(
                plane.bean(PasswordUserStore.class),
                plane.bean(FactorSeal.class),
                Clock.offset(Clock.systemUTC(), later),
                plane.bean(IdSource.class));
    }

    record Ending(String name, Consumer<Ended> act) {
        @Override
        public String toString() {
            return name;
        }
    }

    record Ended(TestUser person, ApiClient admin) {}

    static List<Ending> endings() {
        return List.of(
                new Ending("an operator resets the password", ended -> {
                    ApiClient.Reply reset = ended.admin()
                            .post("/api/v1/users/" + ended.person().user.id() + "/reset-password", null);
                    assertThat(reset.status()).as(reset.body()).isEqualTo(200);
                }),
                new Ending("signed out everywhere", ended -> {
                    ApiClient.Reply revoked = ended.admin()
                            .post(
                                    "/api/v1/principals/" + ended.person().user.id() + "/revoke",
                                    "{\"reason\":\"lost laptop\"}");
                    assertThat(revoked.status()).as(revoked.body()).isEqualTo(200);
                }),
                new Ending("the person changes the password", ended -> {
                    TestUser person = ended.person();
                    String token =
                            person.redeem(person.code(), TestUser.VERIFIER).text("access_token");
                    ApiClient.Reply changed = person.plane
                            .client(token)
                            .post(
                                    "/api/v1/me/password",
                                    "{\"current_password\":\"" + person.user.password()
                                            + "\",\"new_password\":\"another long password\"}");
                    assertThat(changed.status()).as(changed.body()).isEqualTo(200);
                }));
    }

    @ParameterizedTest
    @MethodSource("endings")
    void aKnownBrowserEndsWithTheSignInsOfItsPerson(Ending ending) {
        TestUser person = new TestUser(plane);
        Browser known = signedIn(person);
        assertThat(known.cookies()).containsKey(COOKIE);
        ending.act().accept(new Ended(person, plane.admin()));
        strangersGuess(person);
        assertThat(attempt(known, person, person.user.password()).status()).isEqualTo(429);
    }
}
