package io.gpuaas.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.agent.host.SilentProgress;
import io.gpuaas.agent.host.SimulatedHost;
import io.gpuaas.agent.host.Simulation;
import io.gpuaas.agent.recording.Spool;
import io.gpuaas.agent.task.UserTasks.ProvisionUser;
import io.gpuaas.agent.telemetry.GuestTokens;
import io.gpuaas.kernel.log.JsonLog;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.management.ObjectName;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many terminals in which programs print without end on screens that cost as much as any can, and nobody reads. */
class StoppedReadersTest {

    private static final int TERMINALS = Math.min(40, Terminals.OPEN_MAX - 1);
    private static final String KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGx5 me@example";

    /** Output read ahead of the ring, including the read in progress. */
    private static final long AHEAD_BYTES_MAX = 192 * 1024;

    /** Arrays of a flood that are read into again. */
    private static final long SPARE_BYTES_MAX = 128 * 1024;

    /** Output that the kernel buffers before it blocks the program. */
    private static final long KERNEL_BYTES_MAX = 64 * 1024;

    /** Two of the largest, each cell with its marks. */
    private static final long SCREENS_BYTES_MAX = 2 * 32 * 1024 * (Integer.BYTES + 2 * Long.BYTES);

    /** The screens, threads, connections: whatever is not output. */
    private static final long OTHER_BYTES_MAX = SCREENS_BYTES_MAX + SPARE_BYTES_MAX + 128 * 1024;

    private static final String MARKS = "printf 'e\\314\\201\\n%.0s' $(seq 65)";

    @TempDir
    Path folder;

    private final UUID allocation = UUID.randomUUID();
    private final List<Client> came = new CopyOnWriteArrayList<>();
    private Terminals terminals;

    @SuppressWarnings("NullAway.Init")
    StoppedReadersTest() {}

    @BeforeEach
    void makeLogin() throws Exception {
        SimulatedHost host = new SimulatedHost(
                new Simulation(folder.resolve("host"), "H100", 1, 1_000, List.of()),
                new GuestTokens(folder.resolve("guests")),
                Clock.systemUTC());
        host.provisionUser(
                new ProvisionUser(allocation, "ada", null, List.of(), List.of(KEY), List.of(), null, null),
                new SilentProgress());
        terminals = new Terminals(
                host,
                (url, listener) -> {
                    Client client = new Client(listener);
                    came.add(client);
                    return CompletableFuture.completedFuture(client);
                },
                new Spool(Files.createDirectories(folder.resolve("spool")), 1_000_000),
                (terminal, report) -> {},
                JsonLog.discarding(),
                Files.createDirectories(folder.resolve("terminals")));
    }

    @AfterEach
    void endAll() throws Exception {
        terminals.release(allocation);
    }

    @Test
    void eachHoldsItsRingWhatIsReadAheadAndOneFrameAndNoMore() throws Exception {
        // Classes and caches are loaded before the first measurement.
        awaitStill(List.of(flood()));
        long before = heldBytes();
        List<Flood> floods = new ArrayList<>();
        for (int i = 0; i < TERMINALS; i++) {
            floods.add(flood());
        }
        awaitStill(floods);
        long most = Terminal.RING_BYTES + AHEAD_BYTES_MAX;
        assertThat(floods)
                .allSatisfy(flood -> assertThat(flood.printedBytes())
                        .isBetween((long) Terminal.RING_BYTES, most + KERNEL_BYTES_MAX));
        assertThat((heldBytes() - before) / TERMINALS)
                .isBetween(Terminal.RING_BYTES + SCREENS_BYTES_MAX * 9 / 10, most + OTHER_BYTES_MAX);

        // Now they ask for more, and the network takes one frame and stands still.
        for (Flood flood : floods) {
            flood.client().takesBytes = new CompletableFuture<>();
            flood.client().goOnReading();
        }
        await().until(() -> floods.stream().allMatch(flood -> flood.client().bytes().length > 0));
        awaitStill(floods);
        assertThat(floods)
                .allSatisfy(
                        flood -> assertThat(flood.client().bytes()).hasSizeLessThanOrEqualTo(Terminal.FRAME_BYTES_MAX));
        long testsOwn = 2 * Terminal.FRAME_BYTES_MAX;
        assertThat((heldBytes() - before) / TERMINALS - testsOwn)
                .isLessThan(most + Terminal.FRAME_BYTES_MAX + OTHER_BYTES_MAX)
                .isLessThan(Terminals.BYTES_EACH);
    }

    /** A program that prints until it is made to wait, in a terminal whose reader grants nothing. */
    private record Flood(Client client, String name, AtomicReference<Path> process) {

        /** Its number in its own namespace is another one, so it is found by its name. */
        boolean runs() throws IOException {
            if (process.get() == null) {
                try (Stream<Path> all = Files.list(Path.of("/proc"))) {
                    all.filter(this::isIt).findFirst().ifPresent(process::set);
                }
            }
            return process.get() != null;
        }

        private boolean isIt(Path candidate) {
            try {
                return Files.readString(candidate.resolve("cmdline")).startsWith(name);
            } catch (IOException e) {
                return false; // no process, or one that has just ended
            }
        }

        /** For the message of a test that waited in vain. */
        String state() {
            try {
                if (runs()) {
                    return "has printed " + printedBytes();
                }
            } catch (IOException e) {
                return "is gone: " + e.getMessage();
            }
            client.goOnReading();
            try {
                await().atMost(Duration.ofSeconds(5)).until(() -> client.bytes().length > 0);
            } catch (ConditionTimeoutException e) {
                return "never ran, and its terminal is empty";
            }
            return "never ran, and its terminal shows " + new String(client.bytes(), StandardCharsets.UTF_8);
        }

        long printedBytes() throws IOException {
            return Files.readAllLines(process.get().resolve("io")).stream()
                    .filter(line -> line.startsWith("wchar: "))
                    .mapToLong(line -> Long.parseLong(line.substring("wchar: ".length())))
                    .sum();
        }
    }

    private Flood flood() throws Exception {
        UUID terminal = UUID.randomUUID();
        String name = "flood-" + terminal;
        terminals.open(OpenTasks.begin(terminal, allocation, "ada"));
        Client client = came.getLast();
        client.stopReading();
        Client.open(client, "one", 0, true);
        client.tell("{\"type\":\"resize\",\"columns\":500,\"rows\":65}");
        client.type(MARKS + " && printf '\\033[?1049h' && " + MARKS + " && stty -opost && exec -a " + name
                + " yes 0123456789abcdef\r");
        return new Flood(client, name, new AtomicReference<>());
    }

    /** Every program has filled what there is, and waits. */
    private static void awaitStill(List<Flood> floods) {
        AtomicLong before = new AtomicLong();
        try {
            await().atMost(Duration.ofMinutes(4))
                    .pollInterval(Duration.ofMillis(300))
                    .until(() -> {
                        long now = 0;
                        for (Flood flood : floods) {
                            if (!flood.runs() || flood.printedBytes() < Terminal.RING_BYTES) {
                                return false;
                            }
                            now += flood.printedBytes();
                        }
                        return before.getAndSet(now) == now;
                    });
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(floods.stream().map(Flood::state).toList().toString(), e);
        }
    }

    /** By all objects that are still used: those are looked for first. */
    private static long heldBytes() throws Exception {
        String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        String total = histogram
                .lines()
                .filter(line -> line.startsWith("Total"))
                .findFirst()
                .orElseThrow();
        return Long.parseLong(total.strip().split(" +", -1)[2]);
    }
}
