package io.gpuaas.sdk.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.cli.FakeServer;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IssuerTest {

    private static final String DISCOVERY = "GET /.well-known/openid-configuration";

    private final IssuerConnection connection = new IssuerConnection();
    private FakeServer server;
    private FakeServer elsewhere;

    @BeforeEach
    void start() throws IOException {
        server = new FakeServer();
        elsewhere = new FakeServer();
    }

    @AfterEach
    void stop() {
        server.close();
        elsewhere.close();
    }

    private Issuer discover() {
        return Issuer.of(URI.create(server.url() + "/"), connection);
    }

    @Test
    void theServerIsItsOwnIssuer() {
        server.issues();
        Issuer issuer = discover();
        assertThat(issuer.name()).hasToString(server.url());
        assertThat(issuer.tokenEndpoint()).hasToString(server.url() + "/token");
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void anIssuerElsewhereIsAskedItself() {
        elsewhere.issues();
        server.answers(DISCOVERY, 200, """
                {"issuer":"%s","token_endpoint":"%s/steal"}""".formatted(elsewhere.url(), server.url()));
        assertThat(discover().tokenEndpoint()).hasToString(elsewhere.url() + "/token");
    }

    @Test
    void anIssuerThatCallsItselfOtherwiseIsAnother() {
        server.answers(DISCOVERY, 200, "{\"issuer\":\"%s\"}".formatted(elsewhere.url()));
        elsewhere.answers(DISCOVERY, 200, "{\"issuer\":\"https://example.com\"}");
        assertThatThrownBy(this::discover)
                .isInstanceOf(SignInException.class)
                .hasMessageContaining("calls itself 'https://example.com'");
    }

    @Test
    void anAddressThatIsNoneIsNotTrusted() {
        server.answers(DISCOVERY, 200, """
                {"issuer":"%1$s","authorization_endpoint":"javascript:alert(1)","token_endpoint":"%1$s"}""".formatted(server.url()));
        assertThatThrownBy(this::discover).hasMessageContaining("cannot be trusted");
    }

    @Test
    void somethingElseThatAnswersIsNoIssuer() {
        server.answers(DISCOVERY, 200, "<html>hello</html>");
        assertThatThrownBy(this::discover).hasMessageContaining("names no issuer");
    }

    @Test
    void aBrowserThatNeverComesBackEndsTheWait() {
        server.issues();
        Issuer issuer = discover();
        TokenEndpoint endpoint = new TokenEndpoint(issuer, connection, Clock.systemUTC());
        assertThatThrownBy(() -> new BrowserSignIn(issuer, endpoint, Duration.ofMillis(50)).signIn(_ -> {}))
                .isInstanceOf(SignInException.class)
                .hasMessageContaining("Nobody signed in");
    }
}
