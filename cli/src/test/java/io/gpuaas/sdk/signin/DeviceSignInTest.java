package io.gpuaas.sdk.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.cli.FakeServer;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How often a device asks, and when it gives up. Time passes only while it rests. */
class DeviceSignInTest {

    private static final String PENDING = "{\"error\":\"authorization_pending\"}";
    private static final String SLOW_DOWN = "{\"error\":\"slow_down\"}";
    private static final String TOKENS = "{\"access_token\":\"a\",\"token_type\":\"bearer\"}";

    private final List<Duration> rests = new ArrayList<>();
    private Instant now = Instant.parse("2026-01-02T03:04:05Z");
    private FakeServer server;

    @BeforeEach
    void start() throws IOException {
        server = new FakeServer().issues();
        server.answers("POST /device", 200, """
                {"device_code":"d","user_code":"U","verification_uri":"http://x/","expires_in":60}""");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Tokens signIn() {
        Clock clock = moving();
        IssuerConnection connection = new IssuerConnection();
        Issuer issuer = Issuer.of(URI.create(server.url()), connection);
        TokenEndpoint endpoint = new TokenEndpoint(issuer, connection, clock);
        return new DeviceSignIn(issuer, connection, endpoint, clock, this::rest).signIn(_ -> {});
    }

    private Clock moving() {
        InstantSource source = () -> now;
        return source.withZone(ZoneOffset.UTC);
    }

    private void rest(Duration duration) {
        rests.add(duration);
        now = now.plus(duration);
    }

    @Test
    void restsFiveSecondsWhenNotToldAndLongerWhenAsked() {
        server.answersNext("POST /token", 400, PENDING)
                .answersNext("POST /token", 400, SLOW_DOWN)
                .answersNext("POST /token", 400, PENDING)
                .answersNext("POST /token", 200, TOKENS);

        Tokens tokens = signIn();
        assertThat(tokens.accessToken()).isEqualTo("a");
        assertThat(tokens.expiresAt()).isNull();
        assertThat(rests)
                .containsExactly(
                        Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(10));
    }

    @Test
    void givesUpWhenTheCodeHasExpired() {
        server.answers("POST /token", 400, PENDING);
        assertThatThrownBy(this::signIn).isInstanceOf(SignInException.class).hasMessageContaining("expired");
        assertThat(rests).hasSize(12);
    }

    @Test
    void saysWhenItWasRefused() {
        server.answers("POST /token", 400, "{\"error\":\"access_denied\"}");
        assertThatThrownBy(this::signIn).isInstanceOf(SignInException.class).hasMessageContaining("was refused");
    }

    @Test
    void anAnswerWithoutATokenIsNone() {
        server.answers("POST /token", 200, "{\"token_type\":\"Bearer\"}");
        assertThatThrownBy(this::signIn).hasMessageContaining("no bearer token");
    }

    @Test
    void asksLessOftenWhileTheIssuerIsAway() {
        server.answers("GET /.well-known/openid-configuration", 200, """
                {"issuer":"%1$s","authorization_endpoint":"%1$s/a","token_endpoint":"http://127.0.0.1:1/token",
                 "device_authorization_endpoint":"%1$s/device"}""".formatted(server.url()));
        assertThatThrownBy(this::signIn).hasMessageContaining("expired");
        assertThat(rests)
                .containsExactly(
                        Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofSeconds(40));
    }
}
