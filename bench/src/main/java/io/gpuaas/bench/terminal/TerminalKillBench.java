package io.gpuaas.bench.terminal;

import io.gpuaas.bench.kit.Benchmark;
import io.gpuaas.bench.kit.Options;
import io.gpuaas.bench.kit.Progress;
import io.gpuaas.bench.kit.Result;
import io.gpuaas.bench.kit.RunningProduct;
import io.gpuaas.bench.kit.Waiting;
import io.gpuaas.bench.kit.Workspace;
import io.gpuaas.kernel.TerminalId;
import io.gpuaas.kernel.recording.ChainCheck;
import io.gpuaas.kernel.recording.RecordedEvent;
import io.gpuaas.kernel.recording.RecordedEvent.Kind;
import io.gpuaas.kernel.recording.Segment;
import io.gpuaas.sdk.PageRequest;
import io.gpuaas.sdk.RecordingsApi.DownloadRecordingFilter;
import io.gpuaas.sdk.RecordingsApi.ListRecordingsFilter;
import io.gpuaas.sdk.SetPolicy;
import io.gpuaas.sdk.Terminal;
import io.gpuaas.sdk.TerminalState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Strict recordings while processes are killed at random, again and again: gateway, control plane and object store
 * under one terminal that prints, then agents, with a terminal for each. What clients were shown must be in the
 * recording, byte for byte, and its chain whole.
 */
public final class TerminalKillBench implements Benchmark {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final List<String> AGENTS = List.of("nodes/demo-1", "nodes/demo-2");

    /** Starting the control plane takes so much longer than all others that one kill in so many is its. */
    private static final int CONTROL_PLANE_SELDOM = 6;

    private enum Victim {
        GATEWAY,
        CONTROL_PLANE,
        STORE
    }

    @Override
    public Options options() {
        return Options.of("kills", "10", "rounds", "4", "seed", "42");
    }

    private record Scene(RunningProduct product, StoreProcess store, NumberedFlood.Place place, Path folder) {}

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        Random random = new Random(options.number("seed"));
        StoreProcess store = StoreProcess.start(workspace);
        RunningProduct product = RunningProduct.start(workspace, store.environment());
        var client = product.client();
        var project = product.project(client);
        client.policies().setProjectPolicy(project, "terminal.recording", new SetPolicy("strict", null));
        Scene scene = new Scene(
                product,
                store,
                new NumberedFlood.Place(client, project, product.allocate(client)),
                workspace.directory());
        Result result = new Result();
        carriers(scene, victims(random, options.number("kills")), random, result);
        int storeKills = 0;
        for (int round = 1; round <= options.number("rounds"); round++) {
            storeKills += agents(scene, round, random, result) ? 1 : 0;
        }
        result.figure("agent_kills", options.number("rounds")).figure("store_kills_with_agents", storeKills);
        return result;
    }

    /** Each at least once, in any order. */
    private static List<Victim> victims(Random random, int count) {
        List<Victim> first = new ArrayList<>(List.of(Victim.values()));
        Collections.shuffle(first, random);
        List<Victim> all = new ArrayList<>(first.subList(0, Math.min(count, first.size())));
        while (all.size() < count) {
            boolean isSeldom = random.nextInt(CONTROL_PLANE_SELDOM) == 0;
            all.add(isSeldom ? Victim.CONTROL_PLANE : random.nextBoolean() ? Victim.GATEWAY : Victim.STORE);
        }
        return all;
    }

    private static void carriers(Scene scene, List<Victim> victims, Random random, Result result) throws Exception {
        Map<Victim, Integer> kills = new EnumMap<>(Victim.class);
        try (NumberedFlood flood =
                NumberedFlood.begin(scene.place(), scene.folder().resolve("carried"))) {
            for (Victim victim : victims) {
                flood.awaitMore(100_000 + random.nextInt(900_000));
                kills.merge(victim, 1, Integer::sum);
                Progress.say("kills the " + victim + " at byte " + flood.received());
                kill(scene, victim, random);
            }
            flood.awaitMore(100_000);
            long received = flood.received();
            long lines = flood.stop();
            Recorded recorded = recorded(scene, flood.id());
            boolean isWhole = NumberedFlood.isWhole(recorded.output, lines);
            kills.forEach((victim, count) -> result.figure(victim.name().toLowerCase(Locale.ROOT) + "_kills", count));
            result.figure("recorded_bytes", recorded.output.length)
                    .say(String.format(
                            Locale.ROOT,
                            "after %d kills (%s) the recording holds all %d lines: %s",
                            victims.size(),
                            kills,
                            lines,
                            Result.verdict(isWhole)))
                    .require(isWhole, "the recording misses bytes after kills of gateway, control plane and store")
                    .require(recorded.output.length >= received, "a client saw more than was recorded")
                    .say("its chain is whole: " + Result.verdict(recorded.isChained))
                    .require(recorded.isChained, "the chain of the recording is broken");
        }
    }

    private static void kill(Scene scene, Victim victim, Random random) throws Exception {
        switch (victim) {
            case GATEWAY -> scene.product().killAndStart(List.of("gateway"));
            case CONTROL_PLANE -> {
                scene.product().kill("control-plane");
                scene.product().startAgain();
            }
            case STORE -> {
                scene.store().kill();
                // Meanwhile segments pile up on the host.
                Thread.sleep(random.nextInt(5_000));
                scene.store().startAgain();
            }
        }
    }

    /** Whether the store was killed as well. */
    private static boolean agents(Scene scene, int round, Random random, Result result) throws Exception {
        try (NumberedFlood flood =
                NumberedFlood.begin(scene.place(), scene.folder().resolve("round-" + round))) {
            flood.awaitMore(100_000 + random.nextInt(900_000));
            boolean isStoreKilled = random.nextBoolean();
            if (isStoreKilled) {
                scene.store().kill();
                flood.awaitMore(1 + random.nextInt(500_000));
            }
            Progress.say("kills the agents at byte " + flood.received() + (isStoreKilled ? " after the store" : ""));
            scene.product().killAndStart(AGENTS);
            byte[] seen = flood.shown();
            flood.close();
            if (isStoreKilled) {
                scene.store().startAgain();
            }
            Recorded recorded = recorded(scene, flood.id());
            byte[] output = recorded.output;
            boolean isExact =
                    output.length >= seen.length && Arrays.equals(output, 0, seen.length, seen, 0, seen.length);
            boolean isListed = isListedAsDied(scene, flood.id());
            result.figure("seen_bytes_before_agent_kill_" + round, seen.length)
                    .figure("recorded_bytes_after_agent_kill_" + round, output.length)
                    .say(String.format(
                            Locale.ROOT,
                            "after kill %d of the agent%s the recording begins with all %d bytes a client saw: %s",
                            round,
                            isStoreKilled ? " and the store" : "",
                            seen.length,
                            Result.verdict(isExact)))
                    .require(isExact, "the recording misses bytes a client saw before the agent was killed")
                    .require(recorded.isChained, "the chain of the recording is broken")
                    .say("the terminal that died with its agent is listed as ended: " + Result.verdict(isListed))
                    .require(isListed, "a terminal that died with its agent is not listed as ended");
            return isStoreKilled;
        }
    }

    private static boolean isListedAsDied(Scene scene, TerminalId id) throws Exception {
        Waiting.until(
                "the end of the terminal",
                PATIENCE,
                Duration.ofMillis(500),
                () -> find(scene, id).state().equals(TerminalState.ENDED));
        return "agent_ended".equals(find(scene, id).endReason());
    }

    private static Terminal find(Scene scene, TerminalId id) {
        return scene
                .place()
                .client()
                .terminals()
                .listTerminals(scene.place().project(), scene.place().allocation(), PageRequest.ofSize(50))
                .items()
                .stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /** The recorded output, and whether the chain of its segments is intact. */
    private static final class Recorded {

        private final byte[] output;
        private final boolean isChained;

        Recorded(byte[] output, boolean isChained) {
            this.output = output;
            this.isChained = isChained;
        }
    }

    private static Recorded recorded(Scene scene, TerminalId id) throws Exception {
        awaitEnd(scene, id);
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        ChainCheck check = new ChainCheck(id.value());
        try (ZipInputStream zip = new ZipInputStream(scene.place()
                .client()
                .recordings()
                .downloadRecording(scene.place().project(), id, DownloadRecordingFilter.none()))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                byte[] bytes = zip.readAllBytes();
                String[] name = entry.getName().split("[-.]", 3);
                check.add(Integer.parseInt(name[0]), name[1], Optional.of(bytes));
                append(output, bytes);
            }
        }
        return new Recorded(output.toByteArray(), check.findings().isEmpty());
    }

    private static void append(ByteArrayOutputStream output, byte[] segment) throws IOException {
        for (RecordedEvent event : Segment.read(segment).events()) {
            if (event.kind() == Kind.OUTPUT) {
                output.writeBytes(event.bytes());
            }
        }
    }

    private static void awaitEnd(Scene scene, TerminalId id) throws Exception {
        Waiting.until(
                "the end of the recording",
                PATIENCE,
                Duration.ofMillis(500),
                () -> scene
                        .place()
                        .client()
                        .recordings()
                        .listRecordings(scene.place().project(), ListRecordingsFilter.none(), PageRequest.ofSize(50))
                        .items()
                        .stream()
                        .filter(one -> one.terminalId().equals(id))
                        .anyMatch(one -> one.endedAt() != null));
    }
}
