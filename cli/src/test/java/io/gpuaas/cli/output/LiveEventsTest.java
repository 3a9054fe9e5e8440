package io.gpuaas.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.cli.FakeServer;
import io.gpuaas.cli.Shell;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.AllocationEvent;
import io.gpuaas.sdk.AllocationsApi.StreamAllocationEventsFilter;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.GpuaasException;
import io.gpuaas.sdk.RetryLimits;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Watching continues when the server ends a stream, as servers do after a while. */
@Timeout(60)
class LiveEventsTest {

    private static final String P = "0198c0de-0000-7000-8000-000000000002";
    private static final String A = "0198c0de-0000-7000-8000-000000000009";
    private static final String EVENTS = "GET /api/v1/projects/" + P + "/allocation-events";
    private static final Instant NOW = Instant.parse("2026-11-16T08:00:00Z");

    @TempDir
    Path folder;

    private FakeServer server;
    private Shell shell;

    @BeforeEach
    void start() throws IOException {
        server = new FakeServer();
        shell = new Shell(folder).set("GPUAAS_SERVER", server.url()).set("GPUAAS_PROJECT", P);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String event(int number) {
        return "id: 7." + number + "\nevent: moved\ndata: {\"allocation_id\":\"" + A + "\",\"sequence\":" + number
                + ",\"at\":\"2026-11-16T06:00:00Z\",\"kind\":\"moved\",\"state\":\"active\"}\n\n";
    }

    @Test
    void aStreamThatEndsOrBreaksIsFollowedFromWhereItWas() {
        String half = event(3).substring(0, 40);
        server.answersNext(EVENTS, 200, event(1))
                .answersNext(EVENTS + "?after=7.1", 200, event(2) + half)
                .breaksOffNext(EVENTS + "?after=7.2", event(3))
                .refuses(EVENTS + "?after=7.3", 404, "not_found");

        int code = shell.set("GPUAAS_TOKEN", "t").type("allocations watch --output json");

        assertThat(shell.printed().lines())
                .as("each once, in order")
                .extracting(line -> line.replaceAll(".*\"sequence\":(\\d).*", "$1"))
                .containsExactly("1", "2", "3");
        assertThat(code).as("the server does not want it any more").isOne();
        assertThat(shell.said()).contains("--after 7.3").contains("not_found");
    }

    /** A token of a sign-in lasts as long as a stream does. */
    @Test
    void theTokenIsRenewedForTheNextStream() throws IOException {
        Files.createDirectories(folder.resolve("config/gpuaas"));
        Files.writeString(
                folder.resolve("config/gpuaas/default.json"), """
                {"server":"%1$s","issuer":"%1$s","access_token":"a-1","expires_at":"%2$s","refresh_token":"r-1"}""".formatted(server.url(), NOW.plusSeconds(900)));
        server.issues()
                .answersNext("POST /token", 200, """
                        {"access_token":"a-2","refresh_token":"r-2","token_type":"Bearer","expires_in":900}""")
                .answers(EVENTS, 200, event(1))
                .refuses(EVENTS + "?after=7.1", 404, "not_found");
        InstantSource time = () -> server.received().isEmpty() ? NOW : NOW.plus(Duration.ofMinutes(16));

        shell.at(time.withZone(ZoneOffset.UTC)).type("allocations watch");

        assertThat(server.received())
                .filteredOn(one -> one.request().startsWith(EVENTS))
                .extracting(FakeServer.Received::token)
                .containsExactly("Bearer a-1", "Bearer a-2");
    }

    @Test
    void whileTheServerFailsThePausesGrowUpToABoundAndItIsSaidOnce() {
        server.answers(EVENTS, 200, event(1));
        for (int i = 0; i < 30; i++) {
            server.answersNext(EVENTS + "?after=7.1", 503, "no");
        }
        server.answersNext(EVENTS + "?after=7.1", 200, event(2)).refuses(EVENTS + "?after=7.2", 404, "not_found");
        List<Duration> pauses = new ArrayList<>();
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Output output = new Output(new PrintWriter(out, true), new PrintWriter(err, true), Form.JSON);
        StreamAllocationEventsFilter none = StreamAllocationEventsFilter.none();

        try (GpuaasClient client =
                GpuaasClient.connect(URI.create(server.url()), "t").retrying(RetryLimits.NONE)) {
            LiveEvents<AllocationEvent> events = new LiveEvents<>(
                    AllocationEvent.class, event -> event.state().wire(), output, pauses::add);
            assertThatThrownBy(() -> events.follow(
                            null,
                            after -> client.allocations()
                                    .streamAllocationEvents(
                                            ProjectId.parse(P), after == null ? none : none.after(after))))
                    .isInstanceOf(GpuaasException.NotFound.class);
        }

        assertThat(out.toString()).hasLineCount(2);
        assertThat(err.toString().lines())
                .filteredOn(line -> line.contains("reconnecting"))
                .hasSize(1);
        assertThat(pauses).hasSize(32).startsWith(LiveEvents.PAUSE).endsWith(LiveEvents.PAUSE);
        assertThat(pauses.get(30)).isEqualTo(LiveEvents.PAUSE_MAX);
        assertThat(pauses).allSatisfy(pause -> assertThat(pause).isLessThanOrEqualTo(LiveEvents.PAUSE_MAX));
    }
}
