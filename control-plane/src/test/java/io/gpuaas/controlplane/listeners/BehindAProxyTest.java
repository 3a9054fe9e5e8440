package io.gpuaas.controlplane.listeners;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.Browser;
import io.gpuaas.controlplane.Browser.Reply;
import io.gpuaas.controlplane.Haproxy;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.issuer.TestUser;
import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The client address behind a real proxy, and behind a client that pretends to be one. */
@Against("haproxy")
class BehindAProxyTest {

    private static final String PUBLIC = "https://gpu.example.com";
    private static final String FORGED = "203.0.113.66";
    private static final InetAddress CLIENT = InetAddress.ofLiteral("127.0.1.7");
    private static final InetAddress OTHER_CLIENT = InetAddress.ofLiteral("127.0.1.8");
    private static final InetAddress DIRECT = InetAddress.ofLiteral("127.0.1.9");
    private static final InetAddress PROXY = InetAddress.ofLiteral(Haproxy.ADDRESS);

    private static final TestControlPlane HEADERS = TestControlPlane.start(
            Map.of("gpuaas.proxies.networks", Haproxy.ADDRESS + "/32, 10.0.0.0/8", "gpuaas.server.public-url", PUBLIC));
    private static final TestControlPlane PROTOCOL = HEADERS.startTwin(
            Map.of("gpuaas.proxies.networks", Haproxy.ADDRESS + "/32", "gpuaas.proxies.proxy-protocol", "server"));

    @AfterAll
    static void stop() {
        PROTOCOL.close();
        HEADERS.close();
    }

    /** Asks for something that is refused and leaves a row, and gives the address in the row. */
    private static String audited(Browser browser, String... headers) {
        String correlation = "proxy-" + UUID.randomUUID();
        String[] all = java.util.Arrays.copyOf(headers, headers.length + 2);
        all[headers.length] = "X-Correlation-Id";
        all[headers.length + 1] = correlation;
        Reply reply = browser.get("/api/v1/me", all);
        assertThat(reply.status()).as(reply.body()).isEqualTo(401);
        return addressOf(correlation);
    }

    private static String addressOf(String correlation) {
        try (Connection connection = HEADERS.database().connect();
                PreparedStatement query = connection.prepareStatement(
                        "SELECT source_address FROM audit.event WHERE correlation_id = ?")) {
            query.setString(1, correlation);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? rows.getString(1) : "no row";
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aHeaderOfTheProxyCountsAndWhatTheClientPutBeforeItDoesNot() {
        try (Haproxy proxy = Haproxy.http(HEADERS.port(), "option forwardfor")) {
            Browser client = new Browser(proxy.port(), CLIENT);
            assertThat(audited(client)).isEqualTo("127.0.1.7");
            assertThat(audited(client, "X-Forwarded-For", FORGED)).isEqualTo("127.0.1.7");
            assertThat(audited(client, "X-Forwarded-For", FORGED + ", " + Haproxy.ADDRESS))
                    .isEqualTo("127.0.1.7");
            assertThat(audited(client, "Forwarded", "for=" + FORGED))
                    .as("the header the proxy does not write")
                    .isEqualTo("127.0.1.7");
            assertThat(audited(client, "X-Real-IP", FORGED, "True-Client-IP", FORGED, "CF-Connecting-IP", FORGED))
                    .isEqualTo("127.0.1.7");
        }
    }

    @Test
    void aProxyBehindAProxyIsSkipped() {
        try (Haproxy proxy = Haproxy.http(
                HEADERS.port(), "http-request set-header X-Forwarded-For \"" + FORGED + ", 192.0.2.5, 10.1.2.3\"")) {
            assertThat(audited(new Browser(proxy.port(), CLIENT))).isEqualTo("192.0.2.5");
        }
        try (Haproxy proxy = Haproxy.http(
                HEADERS.port(), "http-request set-header X-Forwarded-For \"" + FORGED + ", unknown, 10.1.2.3\"")) {
            assertThat(audited(new Browser(proxy.port(), CLIENT)))
                    .as("what is no address ends the search")
                    .isEqualTo("10.1.2.3");
        }
    }

    @Test
    void nobodyElseIsBelieved() {
        Browser direct = new Browser(HEADERS.port(), DIRECT);
        assertThat(audited(direct, "X-Forwarded-For", FORGED)).isEqualTo("127.0.1.9");
        assertThat(audited(direct, "Forwarded", "for=" + FORGED)).isEqualTo("127.0.1.9");
        assertThat(HEADERS.admin().get("/api/v1/overview").text("unknown_proxy"))
                .isEqualTo("127.0.1.9");
    }

    @Test
    void theStandardHeaderCountsWhereItIsTheOneConfigured() {
        try (TestControlPlane standard = HEADERS.startTwin(
                        Map.of("gpuaas.proxies.networks", Haproxy.ADDRESS, "gpuaas.proxies.header", "forwarded"));
                Haproxy proxy = Haproxy.http(
                        standard.port(), "http-request add-header Forwarded for=%[src];proto=https;by=_proxy")) {
            Browser client = new Browser(proxy.port(), CLIENT);
            assertThat(audited(client)).isEqualTo("127.0.1.7");
            assertThat(audited(client, "Forwarded", "for=\"[2001:db8::1]:80\"")).isEqualTo("127.0.1.7");
            assertThat(audited(client, "X-Forwarded-For", FORGED)).isEqualTo("127.0.1.7");
        }
    }

    @Test
    void theProxyProtocolTellsTheClient() {
        try (Haproxy proxy = Haproxy.httpWithProxyProtocol(PROTOCOL.port());
                Haproxy bytes = Haproxy.tcpWithProxyProtocol(PROTOCOL.port())) {
            for (Haproxy one : new Haproxy[] {proxy, bytes}) {
                Browser client = new Browser(one.port(), CLIENT);
                assertThat(audited(client)).isEqualTo("127.0.1.7");
                assertThat(audited(client, "X-Forwarded-For", FORGED)).isEqualTo("127.0.1.7");
                assertThat(audited(new Browser(one.port(), OTHER_CLIENT))).isEqualTo("127.0.1.8");
            }
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(
                        () -> assertThat(PROTOCOL.bean(ClientAddresses.class).declarations())
                                .as("nothing is kept of connections that are closed")
                                .isZero());
    }

    @Test
    void theProxyProtocolIsAProxysAlone() throws IOException {
        Browser direct = new Browser(PROTOCOL.port(), DIRECT);
        assertThat(audited(direct)).as("others speak HTTP at once").isEqualTo("127.0.1.9");
        byte[] forged = header("c0000242", "cb007142");
        assertThat(send(PROTOCOL.port(), DIRECT, forged)).startsWith("HTTP/1.1 400");
        assertThat(send(PROTOCOL.port(), PROXY, new byte[0]))
                .as("a proxy that does not begin with it is hung up on")
                .isEmpty();
        assertThat(send(PROTOCOL.port(), PROXY, forged)).startsWith("HTTP/1.1 401");
        assertThat(send(HEADERS.port(), PROXY, forged))
                .as("a listener without it")
                .startsWith("HTTP/1.1 400");
    }

    private static byte[] header(String source, String destination) {
        return HexFormat.of().parseHex("0d0a0d0a000d0a515549540a" + "2111000c" + source + destination + "d43101bb");
    }

    private static String send(int port, InetAddress from, byte[] first) throws IOException {
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress(from, 0));
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(first);
            socket.getOutputStream()
                    .write("GET /api/v1/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (java.net.SocketException hungUp) {
            return "";
        }
    }

    @Test
    void aStrangerWhoFailsToSignInKeepsNobodyElseOut() {
        TestUser victim = new TestUser(HEADERS);
        try (Haproxy proxy = Haproxy.http(HEADERS.port(), "option forwardfor")) {
            Browser stranger = new Browser(proxy.port(), CLIENT);
            int last = 0;
            for (int i = 0; i < 100; i++) {
                String account = i % 2 == 0 ? victim.user.username() : "nobody-" + i;
                last = attempt(stranger, account, "wrong", "X-Forwarded-For", "198.51.100." + i)
                        .status();
            }
            assertThat(last).as("the stranger is slowed down").isEqualTo(429);
            Browser elsewhere = new Browser(proxy.port(), OTHER_CLIENT);
            Reply signedIn = attempt(elsewhere, victim.user.username(), victim.user.password());
            assertThat(signedIn.status()).as(signedIn.body()).isEqualTo(302);
            assertThat(signedIn.location()).isEqualTo("/");
            assertThat(HEADERS.database()
                            .count(
                                    "SELECT count(*) FROM audit.event WHERE action = 'user.sign_in' AND source_address = '"
                                            + OTHER_CLIENT.getHostAddress() + "' AND outcome = 'succeeded'"))
                    .isEqualTo(1);
            assertThat(HEADERS.database()
                            .count("SELECT count(*) FROM audit.event WHERE source_address LIKE '198.51.100.%' OR"
                                    + " source_address = '" + Haproxy.ADDRESS + "'"))
                    .isZero();
        }
    }

    private static Reply attempt(Browser browser, String name, String password, String... headers) {
        Reply page = browser.get("/login", headers);
        String token = page.body().replaceFirst("(?s).*name=\"_csrf\" value=\"([^\"]+)\".*", "$1");
        // A browser behind TLS sends its Secure cookie; this one speaks plain HTTP and keeps it all the same.
        return browser.postForm(
                "/login", Browser.query("username", name, "password", password, "_csrf", token), headers);
    }

    @Test
    void anonymousRequestsOfOneClientLeaveThoseOfOthersAlone() {
        try (Haproxy proxy = Haproxy.http(HEADERS.port(), "option forwardfor")) {
            Browser greedy = new Browser(proxy.port(), InetAddress.ofLiteral("127.0.1.20"));
            int status = 0;
            for (int i = 0; i < 200 && status != 429; i++) {
                status = greedy.get("/api/v1/me", "X-Forwarded-For", "198.51.100." + i)
                        .status();
            }
            assertThat(status).isEqualTo(429);
            assertThat(new Browser(proxy.port(), InetAddress.ofLiteral("127.0.1.21"))
                            .get("/api/v1/me")
                            .status())
                    .isEqualTo(401);
        }
    }

    @Test
    void thePublicUrlIsTheTruthWhateverHeadersSay() {
        try (Haproxy proxy =
                Haproxy.http(HEADERS.port(), "option forwardfor", "http-request set-header X-Forwarded-Proto https")) {
            for (int port : new int[] {proxy.port(), HEADERS.port()}) {
                Reply begun = new Browser(port, CLIENT)
                        .get("/auth/login", "X-Forwarded-Host", "evil.example", "X-Forwarded-Proto", "http");
                assertThat(begun.location()).startsWith(PUBLIC + "/oauth2/authorize");
                assertThat(begun.setCookies()).isNotEmpty().allMatch(cookie -> cookie.contains("Secure"));
                Reply discovery = new Browser(port, CLIENT)
                        .get("/.well-known/openid-configuration", "X-Forwarded-Host", "evil.example");
                assertThat(discovery.text("issuer")).isEqualTo(PUBLIC);
                assertThat(discovery.body()).doesNotContain("evil.example");
            }
        }
    }

    @Test
    void aProxyPassesOnNothingOfTheMetrics() {
        try (Haproxy proxy = Haproxy.http(HEADERS.port(), "option forwardfor")) {
            assertThat(new Browser(proxy.port(), CLIENT).get("/metrics").status())
                    .isEqualTo(404);
            assertThat(HEADERS.metrics().body()).contains("gpuaas_request_seconds_bucket");
        }
    }
}
