package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Revocations;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.TestPrincipals.Person;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.controlplane.platform.LateWrites;
import io.gpuaas.controlplane.platform.LiveStreams;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.platform.ServerSentEvents;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** Followers see everything in order, reconnect without missing anything, and are closed when their access ends. */
@Timeout(60)
class AllocationFeedTest {

    private static final TestControlPlane PLANE = TestControlPlane.shared();

    private final AllocationWorld world = new AllocationWorld(PLANE);
    private final Person viewer = PLANE.principals().person(Role.PROJECT_VIEWER, world.tenant, world.project);

    private record Lines(int status, BufferedReader lines) {

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

    private Lines open(HttpClient http, @Nullable String last) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + PLANE.port()
                        + "/api/v1/projects/" + world.project + "/allocation-events"))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + viewer.token());
        if (last != null) {
            request.header("Last-Event-ID", last);
        }
        HttpResponse<InputStream> response = http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        return new Lines(
                response.statusCode(),
                new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8)));
    }

    @Test
    void aReconnectedFollowerMissesNothing() throws Exception {
        world.node(1);
        try (HttpClient http = HttpClient.newHttpClient()) {
            Lines stream = open(http, null);
            assertThat(stream.status()).isEqualTo(200);
            assertThat(stream.next()).element(1).isEqualTo("position");
            AllocationId id = world.create(1);
            List<String> first = stream.next();
            assertThat(first).element(1).isEqualTo("moved");
            stream.lines().close();
            world.bring(id, "active");
            Lines again = open(http, first.getFirst());
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
            Lines stream = open(http, null);
            assertThat(stream.next()).element(1).isEqualTo("position");
            world.admin.delete("/api/v1/projects/" + world.project + "/members/" + viewer.id());
            assertThat(stream.next()).isEmpty();
            assertThat(open(http, null).status()).isEqualTo(404);
            http.shutdownNow();
        }
    }

    /** A feed of its own on the database of the others, whose reads are counted. */
    private final class CountedFeed implements AutoCloseable {

        private final Map<ProjectId, Integer> reads = new ConcurrentHashMap<>();
        private final AtomicInteger looks = new AtomicInteger();
        private final TimelineSignal signal = new TimelineSignal();
        private final TimelineNews news;
        private final LiveStreams live;
        private final AllocationFeed feed;
        private final List<Thread> streams = new ArrayList<>();

        CountedFeed() {
            TimelineStore store = new TimelineStore(PLANE.bean(JdbcClient.class), PLANE.bean(LateWrites.class)) {
                @Override
                List<Fed> feed(ProjectId project, Position after, int limit) {
                    reads.merge(project, 1, Integer::sum);
                    return super.feed(project, after, limit);
                }

                @Override
                News news(long from, int rowsMax) {
                    News found = super.news(from, rowsMax);
                    looks.incrementAndGet();
                    return found;
                }
            };
            news = new TimelineNews(store, signal);
            live = new LiveStreams(PLANE.bean(Revocations.class), Clock.systemUTC());
            feed = new AllocationFeed(store, news, live, PLANE.bean(JsonMapper.class), Clock.systemUTC());
            news.start();
            live.start();
        }

        /** Reads the stream, which begins with its position. */
        ByteArrayOutputStream follow(ProjectId project) {
            ByteArrayOutputStream told = new ByteArrayOutputStream();
            Caller caller = new Caller(viewer.id(), Caller.Kind.USER, "a viewer");
            ServerSentEvents stream = Call.system("test", new CorrelationId("test"))
                    .by(caller)
                    .in(TenantId.parse(world.tenant), project)
                    .run(() -> feed.open(project, null));
            streams.add(Thread.ofVirtual().start(() -> {
                try {
                    stream.follow(told, null);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }));
            AllocationWorld.await(() -> told.size() > 0 && reads.containsKey(project));
            return told;
        }

        /** Until it looked at least so often from begin to end. */
        void awaitLooks(int count) {
            int enough = looks.get() + count + 1;
            AllocationWorld.await(() -> looks.get() >= enough);
        }

        @Override
        public void close() throws InterruptedException {
            live.stop();
            news.stop();
            for (Thread stream : streams) {
                stream.join();
            }
        }
    }

    @Test
    void manyCallersOfOneTenantLeaveRoomForOthers() throws Exception {
        TenantId greedy = TenantId.parse(world.tenant);
        TenantId modest = new TenantId(UUID.randomUUID());
        try (CountedFeed counted = new CountedFeed()) {
            for (int i = 0; i < AllocationFeed.STREAMS_PER_TENANT_MAX; i++) {
                counted.feed.shares.enter("caller " + i, greedy);
            }
            assertThatThrownBy(() -> counted.feed.shares.enter("one more", greedy))
                    .isInstanceOf(ProblemException.class)
                    .hasMessageContaining("A tenant can have at most");
            counted.feed.shares.enter("somebody else", modest);
            counted.feed.shares.leave("caller 0", greedy);
            counted.feed.shares.enter("one more", greedy);
        }
    }

    private void write(Connection connection, AllocationId id, int sequence, String message) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("""
                INSERT INTO allocations.timeline
                    (allocation_id, sequence, project_id, at, kind, state, message, caused_by)
                VALUES (?::uuid, ?, ?::uuid, now(), 'changed', 'active', ?, 'test')""")) {
            statement.setString(1, id.toString());
            statement.setInt(2, sequence);
            statement.setString(3, world.project);
            statement.setString(4, message);
            statement.executeUpdate();
        }
    }

    @Test
    void aTransactionThatCommitsLateAppearsInItsPlace() throws Exception {
        world.node(1);
        AllocationId id = world.active(1);
        try (CountedFeed feed = new CountedFeed();
                Connection early = PLANE.database().connect();
                Connection late = PLANE.database().connect()) {
            ByteArrayOutputStream told = feed.follow(ProjectId.parse(world.project));
            feed.awaitLooks(1);
            early.setAutoCommit(false);
            write(early, id, 1_001, "began first");
            write(late, id, 1_002, "began second");

            feed.awaitLooks(2);
            assertThat(told.toString(StandardCharsets.UTF_8))
                    .as("nothing passes what may still appear")
                    .doesNotContain("began");

            early.commit();
            AllocationWorld.await(() -> told.toString(StandardCharsets.UTF_8).contains("began second"));
            assertThat(told.toString(StandardCharsets.UTF_8)).containsSubsequence("began first", "began second");
        }
    }

    @Test
    void followingAQuietProjectCostsNoQuery() throws Exception {
        world.node(1);
        AllocationId id = world.active(1);
        ProjectId busy = ProjectId.parse(world.project);
        List<ProjectId> quiet = Stream.generate(() -> new ProjectId(UUID.randomUUID()))
                .limit(10)
                .toList();
        try (CountedFeed feed = new CountedFeed();
                Connection writer = PLANE.database().connect()) {
            ByteArrayOutputStream told = feed.follow(busy);
            feed.awaitLooks(1);
            quiet.forEach(feed::follow);
            for (int i = 1; i <= 5; i++) {
                String message = "change " + i;
                write(writer, id, 1_000 + i, message);
                feed.signal.ring();
                AllocationWorld.await(
                        () -> told.toString(StandardCharsets.UTF_8).contains(message));
            }
            feed.awaitLooks(2);
            assertThat(quiet)
                    .as("each read once, when it came")
                    .allSatisfy(project -> assertThat(feed.reads).containsEntry(project, 1));
            assertThat(feed.reads.get(busy)).isBetween(6, 8);
        }
    }
}
