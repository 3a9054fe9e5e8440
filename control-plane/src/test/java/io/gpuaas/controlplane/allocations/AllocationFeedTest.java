package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.TestPrincipals.Person;
import io.gpuaas.kernel.AllocationId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who follows sees everything in order, comes back without missing anything, and is sent away when access ends. */
@Timeout(60)
class AllocationFeedTest {

    private static final TestControlPlane PLANE = TestControlPlane.shared();

    private final AllocationWorld world = new AllocationWorld(PLANE);
    private final Person viewer = PLANE.principals().person(Role.PROJECT_VIEWER, world.tenant, world.project);

    private record Stream(int status, BufferedReader lines) {

        /** The next event: its id, then its name. */
        List<String> next() throws IOException {
            List<String> found = new ArrayList<>();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("id: ") || line.startsWith("event: ")) {
                    found.add(line.substring(line.indexOf(' ') + 1));
                } else if (line.isEmpty() && !found.isEmpty()) {
                    return found;
                }
            }
            return List.of();
        }
    }

    private Stream open(HttpClient http, @Nullable String last) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + PLANE.port()
                        + "/api/v1/projects/" + world.project + "/allocation-events"))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + viewer.token());
        if (last != null) {
            request.header("Last-Event-ID", last);
        }
        HttpResponse<InputStream> response = http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        return new Stream(
                response.statusCode(),
                new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8)));
    }

    @Test
    void whoComesBackMissesNothing() throws Exception {
        world.node(1);
        try (HttpClient http = HttpClient.newHttpClient()) {
            Stream stream = open(http, null);
            assertThat(stream.status()).isEqualTo(200);
            assertThat(stream.next()).element(1).isEqualTo("position");
            AllocationId id = world.create(1);
            List<String> first = stream.next();
            assertThat(first).element(1).isEqualTo("moved");
            stream.lines().close();
            world.bring(id, "active");
            Stream again = open(http, first.getFirst());
            assertThat(again.next()).element(1).isEqualTo("position");
            List<String> kinds = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                kinds.add(again.next().get(1));
            }
            assertThat(kinds).containsExactly("moved", "progressed", "moved");
            again.lines().close();
            http.shutdownNow();
        }
    }

    @Test
    void aPositionThatIsNoneIsRefused() throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            for (String none : List.of("garbage", "1", ".", "1.", "-1.5", "1.-5", "1.x", "99999999999999999999.1")) {
                assertThat(open(http, none).status()).as(none).isEqualTo(400);
                assertThat(world.admin
                                .get("/api/v1/projects/" + world.project + "/allocation-events?after=" + none)
                                .text("code"))
                        .as(none)
                        .isEqualTo("cursor_invalid");
            }
            http.shutdownNow();
        }
    }

    @Test
    void itEndsWhenTheCallersAccessDoes() throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            Stream stream = open(http, null);
            assertThat(stream.next()).element(1).isEqualTo("position");
            world.admin.delete("/api/v1/projects/" + world.project + "/members/" + viewer.id());
            assertThat(stream.next()).isEmpty();
            assertThat(open(http, null).status()).isEqualTo(404);
            http.shutdownNow();
        }
    }
}
