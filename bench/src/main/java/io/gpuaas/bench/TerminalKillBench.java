package io.gpuaas.bench;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TerminalId;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.GpuaasException;
import io.gpuaas.sdk.PageRequest;
import io.gpuaas.sdk.Recording;
import io.gpuaas.sdk.RecordingsApi.ListRecordingsFilter;
import io.gpuaas.sdk.RecordingsApi.PlayRecordingFilter;
import io.gpuaas.sdk.SetPolicy;
import io.gpuaas.sdk.Terminal;
import io.gpuaas.sdk.TerminalAccess;
import io.gpuaas.sdk.TerminalClient;
import io.gpuaas.sdk.TerminalClient.Part;
import io.gpuaas.sdk.TerminalState;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Strict recordings while processes are killed: the gateway and the store's front in the middle of a flood, then the
 * agent. What clients were shown must be in the recording, byte for byte.
 */
final class TerminalKillBench implements Bench.Benchmark {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Override
    public Options options() {
        return Options.of("megabytes", "20", "seed", "42");
    }

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        Random random = new Random(options.number("seed"));
        String text = text(random, options.number("megabytes") * 1_000_000);
        Path file = Files.writeString(workspace.directory().resolve("text"), text);
        RunningProduct product = RunningProduct.start(workspace);
        GpuaasClient client = product.client();
        ProjectId project = product.project(client);
        client.policies().setProjectPolicy(project, "terminal.recording", new SetPolicy("strict", null));
        AllocationId allocation = product.allocate(client);
        Result result = new Result();
        gatewayAndStore(new Place(product, client, project, allocation), file, text, random, result);
        agent(new Place(product, client, project, allocation), file, random, result);
        return result;
    }

    private record Place(RunningProduct product, GpuaasClient client, ProjectId project, AllocationId allocation) {}

    private static String text(Random random, int size) {
        StringBuilder text = new StringBuilder(size + 100);
        while (text.length() < size) {
            for (int i = 0; i < 99; i++) {
                text.append((char) ('A' + random.nextInt(26)));
            }
            text.append('\n');
        }
        return text.toString();
    }

    /** What a client was shown, over all its connections. */
    private static final class Shown implements TerminalClient.Display {

        private final StringBuilder text = new StringBuilder();

        @Override
        public synchronized void show(ByteBuffer bytes) {
            text.append(StandardCharsets.ISO_8859_1.decode(bytes));
        }

        @Override
        public void tell(String notice) {
            Bench.progress(notice);
        }

        synchronized int length() {
            return text.length();
        }

        synchronized String text() {
            return text.toString();
        }
    }

    private static TerminalClient terminal(Shown shown) {
        return new TerminalClient(HttpClient.newHttpClient(), new TerminalClient.Size(80, 24), shown);
    }

    private static void carry(TerminalClient terminal, TerminalAccess access) {
        Thread.ofPlatform().daemon().start(() -> {
            try {
                Bench.progress("connection ended: " + terminal.carry(access, Part.WRITE));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private static TerminalId flood(Place place, TerminalClient terminal, Path file) throws InterruptedException {
        TerminalAccess access = place.client().terminals().openTerminal(place.project(), place.allocation());
        carry(terminal, access);
        terminal.type(("stty raw -echo; PS1=; cat " + file + "; exit\n").getBytes(StandardCharsets.UTF_8));
        return access.terminal().id();
    }

    private static void awaitShown(Shown shown, int length) throws Exception {
        Waiting.until("output", PATIENCE, Duration.ofMillis(5), () -> shown.length() >= length);
    }

    private static void gatewayAndStore(Place place, Path file, String text, Random random, Result result)
            throws Exception {
        Shown shown = new Shown();
        try (TerminalClient terminal = terminal(shown)) {
            TerminalId id = flood(place, terminal, file);
            awaitShown(shown, 500_000 + random.nextInt(text.length() / 2));
            place.product().kill("gateway");
            place.product().kill("control-plane");
            place.product().startAgain();
            comeBack(place, terminal, id);
            String recorded = recorded(place, awaitEnd(place, id));
            result.figure("recorded_bytes_after_gateway_and_store_kill", recorded.length())
                    .say("after kills of gateway and control plane the recording holds all " + text.length()
                            + " bytes: " + Result.verdict(recorded.contains(text)))
                    .require(recorded.contains(text), "the recording misses bytes after a kill of gateway and store");
        }
    }

    /** Who is away for longer than the terminal waits for them finds that it has ended; its recording must be whole. */
    private static void comeBack(Place place, TerminalClient terminal, TerminalId id) {
        try {
            carry(terminal, place.client().terminals().attachTerminal(place.project(), place.allocation(), id));
        } catch (GpuaasException.Conflict e) {
            Bench.progress("nobody came back in time: " + e.getMessage());
        }
    }

    private static void agent(Place place, Path file, Random random, Result result) throws Exception {
        Shown shown = new Shown();
        try (TerminalClient terminal = terminal(shown)) {
            TerminalId id = flood(place, terminal, file);
            awaitShown(shown, 500_000 + random.nextInt(2_000_000));
            place.product().kill("nodes/demo-1");
            place.product().kill("nodes/demo-2");
            place.product().kill("control-plane");
            String seen = shown.text();
            place.product().startAgain();
            String recorded = recorded(place, awaitEnd(place, id));
            boolean isExact = recorded.startsWith(seen);
            result.figure("seen_bytes_before_agent_kill", seen.length())
                    .figure("recorded_bytes_after_agent_kill", recorded.length())
                    .say(String.format(
                            Locale.ROOT,
                            "after a kill of the agent the recording begins with all %d bytes a client saw: %s",
                            seen.length(),
                            Result.verdict(isExact)))
                    .require(isExact, "the recording misses bytes a client saw before the agent was killed")
                    .say("the terminal that died with its agent is listed as ended: "
                            + Result.verdict(isListedAsDied(place, id)));
        }
    }

    private static boolean isListedAsDied(Place place, TerminalId id) throws Exception {
        Waiting.until(
                "the end of the terminal",
                PATIENCE,
                Duration.ofMillis(500),
                () -> find(place, id).state().equals(TerminalState.ENDED));
        return "agent_ended".equals(find(place, id).endReason());
    }

    private static Terminal find(Place place, TerminalId id) {
        return place
                .client()
                .terminals()
                .listTerminals(place.project(), place.allocation(), PageRequest.ofSize(10))
                .items()
                .stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static Recording awaitEnd(Place place, TerminalId id) throws Exception {
        Recording[] found = new Recording[1];
        Waiting.until("the end of the recording", PATIENCE, Duration.ofMillis(500), () -> {
            found[0] = place
                    .client()
                    .recordings()
                    .listRecordings(place.project(), ListRecordingsFilter.none(), PageRequest.ofSize(10))
                    .items()
                    .stream()
                    .filter(one -> one.terminalId().equals(id))
                    .findFirst()
                    .orElseThrow();
            return found[0].endedAt() != null;
        });
        return found[0];
    }

    private static String recorded(Place place, Recording recording) throws IOException {
        StringBuilder text = new StringBuilder();
        try (InputStream in = place.client()
                .recordings()
                .playRecording(place.project(), recording.terminalId(), PlayRecordingFilter.none())) {
            String[] lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1);
            for (int i = 1; i < lines.length; i++) {
                JsonNode event = lines[i].isEmpty() ? JSON.createArrayNode() : JSON.readTree(lines[i]);
                if (event.path(1).asString("").equals("o")) {
                    text.append(event.path(2).asString(""));
                }
            }
        }
        return text.toString();
    }
}
