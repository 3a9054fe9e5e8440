package io.gpuaas.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.agent.host.Shell;
import io.gpuaas.agent.recording.Recorder;
import io.gpuaas.agent.recording.RecordingMode;
import io.gpuaas.agent.recording.Spool;
import io.gpuaas.kernel.log.JsonLog;
import io.gpuaas.kernel.recording.RecordedEvent;
import io.gpuaas.kernel.recording.RecordedEvent.Kind;
import io.gpuaas.kernel.recording.Segment;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings on a disk that is really full: a file system of 2 MB. Mounting it needs root. */
class DiskFullTest {

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final int PAGE_BYTES = 4_096;

    @TempDir
    Path folder;

    private Path disk;

    @SuppressWarnings("NullAway.Init")
    DiskFullTest() {}

    @BeforeEach
    void mount() throws Exception {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "needs root");
        disk = Files.createDirectories(folder.resolve("disk"));
        run("mount", "-t", "tmpfs", "-o", "size=2m", "none", disk.toString());
    }

    @AfterEach
    void unmount() throws Exception {
        if (disk != null) {
            run("umount", "--lazy", disk.toString());
        }
    }

    private static void run(String... command) throws Exception {
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor())
                .as(String.join(" ", command))
                .isZero();
    }

    private Terminal terminal(RecordingMode mode, String script) throws IOException {
        Terminal made = new Terminal(
                UUID.randomUUID(),
                UUID.randomUUID(),
                new Shell(List.of("sh", "-c", script), Map.of("PATH", "/usr/bin:/bin"), folder, null),
                new Limits(LONG, LONG, LONG),
                new Tape(new Tape.Order(new Spool(disk, 100_000_000), mode, false)),
                new Pictures(10_000_000),
                JsonLog.discarding(),
                ended -> {});
        made.start();
        return made;
    }

    private List<RecordedEvent> events() throws IOException {
        List<RecordedEvent> events = new ArrayList<>();
        try (var files = Files.walk(disk)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                events.addAll(Segment.read(Files.readAllBytes(file)).events());
            }
        }
        return events;
    }

    private static String output(List<RecordedEvent> events) {
        StringBuilder text = new StringBuilder();
        events.stream().filter(event -> event.kind() == Kind.OUTPUT).forEach(event -> text.append(event.text()));
        return text.toString();
    }

    @Test
    void aStrictTerminalEndsAndNobodySawWhatIsNotOnTheDisk() throws Exception {
        Client client = Client.open(
                terminal(RecordingMode.STRICT, "stty raw; head -c 6000000 /dev/urandom | base64; sleep 60"), "one");
        await().atMost(Duration.ofSeconds(30)).until(client.ended::isDone);
        assertThat(client.ended.join()).contains("recording_failed");
        assertThat(client.bytes().length).isGreaterThan(1_000_000);
        assertThat(output(events())).startsWith(client.screen());
    }

    @Test
    void outputBeforeAKillIsShippedEvenIfTheFullDiskTakesNoEndMark() throws Exception {
        Recorder killed = new Recorder(
                new Spool(disk, 100_000_000),
                RecordingMode.STRICT,
                new Recorder.Subject(UUID.randomUUID(), Instant.EPOCH, 80, 24),
                () -> new byte[0]);
        Path part = onlyFile();
        long before = Files.size(part);
        killed.output(new byte[] {'x'}, 1);
        int overhead = (int) (Files.size(part) - before) - 1;
        // To the end of a page: the next byte needs another.
        byte[] rest = new byte[2 * PAGE_BYTES - (int) ((Files.size(part) + overhead) % PAGE_BYTES)];
        Arrays.fill(rest, (byte) 'x');
        killed.output(rest, rest.length);
        Path filler = disk.resolve("filler");
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(new byte[PAGE_BYTES]);
            }
        } catch (IOException e) {
            // Full, as it should be.
        }
        Spool next = new Spool(disk, 100_000_000);
        assertThat(next).isNotNull();
        Files.delete(filler);
        assertThat(onlyFile().toString()).endsWith(".segment");
        assertThat(output(events())).isEqualTo("x".repeat(1 + rest.length));
    }

    private Path onlyFile() throws IOException {
        try (var files = Files.walk(disk)) {
            return files.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
    }

    @Test
    void aLenientTerminalGoesOnAndItsRecordingSaysWhatIsMissing() throws Exception {
        Client client = Client.open(
                terminal(
                        RecordingMode.BEST_EFFORT,
                        "stty raw -echo; head -c 3000000 /dev/zero | base64 -w 0; echo full; head -c 1 >/dev/null; echo after"),
                "one");
        client.awaitScreen("full");
        assertThat(client.received()).isGreaterThan(4_000_000);
        try (var files = Files.walk(disk)) {
            for (Path file :
                    files.filter(found -> found.toString().endsWith(".segment")).toList()) {
                Files.delete(file);
            }
        }
        client.type("x");
        assertThat(client.ended.get()).contains("\"code\":0");
        List<RecordedEvent> left = events();
        assertThat(left).anyMatch(event -> event.kind() == Kind.GAP);
        assertThat(output(left)).endsWith("after\n");
    }
}
