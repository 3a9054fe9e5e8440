package io.gpuaas.bench.terminal;

import io.gpuaas.bench.kit.Progress;
import io.gpuaas.bench.kit.Waiting;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TerminalId;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.GpuaasException;
import io.gpuaas.sdk.ServerUnreachableException;
import io.gpuaas.sdk.TerminalAccess;
import io.gpuaas.sdk.TerminalClient;
import io.gpuaas.sdk.TerminalClient.Ending;
import io.gpuaas.sdk.TerminalClient.Part;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

/** A terminal that prints numbered lines until it is told to stop, and a client that comes back whenever it can. */
final class NumberedFlood implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration AWAY = Duration.ofMillis(500);
    private static final int LINES_AT_ONCE = 2_000;
    private static final String PAUSE_SECONDS = "0.3";
    private static final String REST = "abcdefghijklmnopqrstuvwxyz".repeat(3);
    private static final int LINE_BYTES = 20 + 1 + REST.length() + 1;

    private final Place place;
    private final Path folder;
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final HttpClient http = HttpClient.newHttpClient();
    private final TerminalClient client =
            new TerminalClient(http, new TerminalClient.Size(80, 24), new TerminalClient.Display() {
                @Override
                public void show(ByteBuffer bytes) {
                    byte[] copy = new byte[bytes.remaining()];
                    bytes.get(copy);
                    synchronized (shown) {
                        shown.writeBytes(copy);
                    }
                }

                @Override
                public void tell(String notice) {
                    Progress.say(notice);
                }
            });
    private final TerminalId id;
    private volatile boolean isOver;

    record Place(GpuaasClient client, ProjectId project, AllocationId allocation) {}

    private NumberedFlood(Place place, Path folder, TerminalAccess access) {
        this.place = place;
        this.folder = folder;
        this.id = access.terminal().id();
    }

    /** The folder is its own. */
    static NumberedFlood begin(Place place, Path folder) throws Exception {
        Files.createDirectories(folder);
        TerminalAccess access = place.client().terminals().openTerminal(place.project(), place.allocation());
        NumberedFlood flood = new NumberedFlood(place, folder, access);
        Thread.ofPlatform().daemon().start(() -> flood.stay(access));
        String script = "stty raw -echo; PS1=; n=0; while [ ! -e " + folder + "/stop ]; do seq -f '%020.0f " + REST
                + "' $((n+1)) $((n+" + LINES_AT_ONCE + ")); n=$((n+" + LINES_AT_ONCE + ")); sleep " + PAUSE_SECONDS
                + "; done; echo $n > " + folder + "/count; exit\n";
        flood.client.type(script.getBytes(StandardCharsets.UTF_8));
        return flood;
    }

    TerminalId id() {
        return id;
    }

    private void stay(TerminalAccess first) {
        try {
            Ending ending = client.carry(first, Part.WRITE);
            while (!ending.isFinal() && !isOver) {
                Thread.sleep(AWAY);
                ending = again();
            }
            Progress.say("the terminal's client is done: " + ending.reason());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Ending again() throws InterruptedException {
        try {
            return client.carry(
                    place.client().terminals().attachTerminal(place.project(), place.allocation(), id), Part.WRITE);
        } catch (ServerUnreachableException e) {
            return new Ending("not reached", null, false);
        } catch (GpuaasException e) {
            // A host that is being started again, or too many tries: both pass.
            return new Ending(String.valueOf(e.getMessage()), null, false);
        }
    }

    /** The byte up to which everything was shown. */
    long received() {
        return client.received();
    }

    void awaitMore(long bytes) throws Exception {
        long enough = received() + bytes;
        Waiting.until("output", PATIENCE, Duration.ofMillis(5), () -> received() >= enough);
    }

    byte[] shown() {
        synchronized (shown) {
            return shown.toByteArray();
        }
    }

    /** How many lines it printed in all. */
    long stop() throws Exception {
        Files.createFile(folder.resolve("stop"));
        Path count = folder.resolve("count");
        Waiting.until(
                "the last line",
                PATIENCE,
                Duration.ofMillis(50),
                () -> Files.exists(count) && Files.readString(count).endsWith("\n"));
        return Long.parseLong(Files.readString(count).strip());
    }

    /** Whether these bytes hold every line once, in order, and nothing between them. */
    static boolean isWhole(byte[] bytes, long lines) {
        int at = indexOf(bytes, line(1));
        if (at < 0 || bytes.length - at < lines * LINE_BYTES) {
            return false;
        }
        for (long number = 1; number <= lines; number++) {
            if (!Arrays.equals(bytes, at, at + LINE_BYTES, line(number), 0, LINE_BYTES)) {
                return false;
            }
            at += LINE_BYTES;
        }
        return true;
    }

    private static byte[] line(long number) {
        return String.format(Locale.ROOT, "%020d %s\n", number, REST).getBytes(StandardCharsets.US_ASCII);
    }

    private static int indexOf(byte[] bytes, byte[] wanted) {
        for (int at = 0; at + wanted.length <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
                return at;
            }
        }
        return -1;
    }

    @Override
    public void close() {
        isOver = true;
        client.close();
        http.shutdownNow();
    }
}
