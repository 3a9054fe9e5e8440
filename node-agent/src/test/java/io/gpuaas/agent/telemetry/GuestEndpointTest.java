package io.gpuaas.agent.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.MovableClock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuestEndpointTest {

    private static final String FIGURES =
            "{\"gpus\":[{\"uuid\":\"GPU-1\",\"pci_address\":\"0000:01:00.0\",\"utilization_percent\":50,\"xid\":[]}]}";

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final MovableClock clock = MovableClock.stoppedAt(Instant.parse("2026-03-01T12:00:00Z"));
    private GuestTokens tokens;
    private GuestEndpoint endpoint;

    @SuppressWarnings("NullAway.Init")
    GuestEndpointTest() {}

    @BeforeEach
    void start() throws Exception {
        tokens = new GuestTokens(folder.resolve("guests.json"));
        endpoint = new GuestEndpoint(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), tokens, clock);
    }

    @AfterEach
    void stop() {
        endpoint.close();
        client.close();
    }

    @Test
    void figuresOfAGuestAreKeptUntilItFallsSilent() throws Exception {
        String token = tokens.issue("slice-1");
        assertThat(push(token, FIGURES)).isEqualTo(204);
        assertThat(endpoint.listFresh()).singleElement().satisfies(guest -> {
            assertThat(guest.guestId()).isEqualTo("slice-1");
            assertThat(guest.gpus().getFirst().utilizationPercent()).isEqualTo(50);
        });
        clock.forward(Duration.ofSeconds(91));
        assertThat(endpoint.listFresh()).isEmpty();
    }

    @Test
    void withoutItsTokenNobodyIsHeard() throws Exception {
        tokens.issue("slice-1");
        assertThat(push("guessed", FIGURES)).isEqualTo(401);
        assertThat(push("", FIGURES)).isEqualTo(401);
        assertThat(endpoint.listFresh()).isEmpty();
    }

    @Test
    void aRevokedGuestIsHeardNoMore() throws Exception {
        String token = tokens.issue("slice-1");
        push(token, FIGURES);
        tokens.revoke("slice-1");
        assertThat(endpoint.listFresh()).isEmpty();
        assertThat(push(token, FIGURES)).isEqualTo(401);
    }

    @Test
    void aGuestCannotFloodTheHost() throws Exception {
        String token = tokens.issue("slice-1");
        assertThat(push(token, "x".repeat(GuestEndpoint.BODY_BYTES_MAX + 1))).isEqualTo(413);
        assertThat(push(token, FIGURES)).isEqualTo(204);
        assertThat(push(token, FIGURES)).isEqualTo(429);
        clock.forward(Duration.ofSeconds(30));
        assertThat(push(token, FIGURES)).isEqualTo(204);
    }

    @Test
    void aReportWithoutFiguresIsRefused() throws Exception {
        String token = tokens.issue("slice-1");
        assertThat(push(token, "{\"gpus\":[],\"more\":1}")).isEqualTo(400);
        assertThat(push(token, "nonsense")).isEqualTo(400);
        assertThat(push(token, "{}")).isEqualTo(400);
    }

    @Test
    void tokensAreKeptAsDigestsAndOutliveTheAgent() throws Exception {
        String token = tokens.issue("slice-1");
        assertThat(Files.readString(folder.resolve("guests.json"))).doesNotContain(token);
        assertThat(new GuestTokens(folder.resolve("guests.json")).findGuest(token))
                .contains("slice-1");
    }

    private int push(String token, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + endpoint.address().getPort() + GuestEndpoint.PATH))
                .header("Authorization", "Bearer " + token)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }
}
