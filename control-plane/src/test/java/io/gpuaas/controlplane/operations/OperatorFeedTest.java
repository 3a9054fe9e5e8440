package io.gpuaas.controlplane.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.TestPrincipals.Person;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Operators see what changes as it changes, and hear it when they missed something. */
@Timeout(60)
class OperatorFeedTest {

    private static final TestControlPlane PLANE = TestControlPlane.shared();

    private final ApiClient admin = PLANE.admin();
    private final Person operator = PLANE.principals().personOnPlatform(Role.OPERATOR);
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void hangUp() {
        http.shutdownNow();
    }

    private record Told(String id, String kind, String data) {}

    private record Stream(int status, BufferedReader lines) {

        /** The next event, or null when there is no other. */
        @Nullable Told next() throws IOException {
            String id = "";
            String kind = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("event: ")) {
                    kind = line.substring(7);
                } else if (line.startsWith("data: ")) {
                    return new Told(id, kind, line.substring(6));
                }
            }
            return null;
        }

        Told nextAbout(String subject) throws IOException {
            for (Told told = next(); told != null; told = next()) {
                if (told.data().contains(subject)) {
                    return told;
                }
            }
            throw new AssertionError("nothing was told about " + subject);
        }
    }

    private Stream open(@Nullable String last) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + PLANE.port() + "/api/v1/operator-events"))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + operator.token());
        if (last != null) {
            request.header("Last-Event-ID", last);
        }
        HttpResponse<InputStream> response = http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        return new Stream(
                response.statusCode(),
                new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8)));
    }

    private String newNode() {
        return admin.post("/api/v1/nodes", "{\"name\":\"n-" + UUID.randomUUID() + "\"}")
                .text("id");
    }

    @Test
    void aReconnectedClientMissesNothing() throws Exception {
        Stream stream = open(null);
        assertThat(stream.status()).isEqualTo(200);
        assertThat(stream.next()).extracting(Told::kind).isEqualTo("position");
        Told first = stream.nextAbout(newNode());
        assertThat(first.kind()).isEqualTo("changed");
        assertThat(first.data()).contains("nodes.node_changed", "\"subject_type\":\"node\"");
        stream.lines().close();

        String whileAway = newNode();
        Stream again = open(first.id());
        assertThat(again.next()).extracting(Told::kind).isEqualTo("position");
        again.nextAbout(whileAway);
        again.lines().close();
    }

    @Test
    void aClientOfAnotherProcessIsAskedToReload() throws Exception {
        Stream stream = open(UUID.randomUUID() + ".7");
        assertThat(stream.next()).extracting(Told::kind).isEqualTo("missed");
        stream.lines().close();
    }

    @Test
    void positionsOutsideTheBufferAreNotReached() {
        RecentEvents events = PLANE.bean(RecentEvents.class);
        RecentEvents.Position end = events.end();
        assertThat(events.reachesBackTo(end)).isTrue();
        assertThat(events.reachesBackTo(new RecentEvents.Position(end.process(), end.number() + 1_000_000)))
                .isFalse();
        assertThat(events.reachesBackTo(
                        new RecentEvents.Position(end.process(), end.number() - RecentEvents.KEPT_MAX - 1)))
                .isFalse();
    }

    @Test
    void itEndsWhenTheCallersAccessDoes() throws Exception {
        Stream stream = open(null);
        assertThat(stream.next()).extracting(Told::kind).isEqualTo("position");
        admin.put("/api/v1/users/" + operator.id() + "/platform-roles", "{\"roles\":[]}");
        Told told = stream.next();
        while (told != null) {
            told = stream.next();
        }
        assertThat(open(null).status()).isEqualTo(403);
    }

    @Test
    void everyTypeItListensForIsInTheContract() throws IOException {
        String contract = Files.readString(Path.of("../contracts/asyncapi.yaml"));
        assertThat(PLANE.bean(RecentEvents.class).types())
                .allSatisfy(type -> assertThat(contract).contains("name: " + type + "\n"));
    }
}
