package io.gpuaas.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.agent.recording.RecordingMode;
import io.gpuaas.agent.recording.Spool;
import io.gpuaas.kernel.log.JsonLog;
import io.gpuaas.kernel.recording.RecordedEvent;
import io.gpuaas.kernel.recording.Segment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Recordings of terminals, and terminals whose recording cannot be written. */
class TerminalRecordingTest extends RealShells {

    private Terminal recorded(Spool spool, String script) {
        return recorded(spool, true, script);
    }

    private Terminal recorded(Spool spool, boolean hasInput, String script) {
        Tape tape = new Tape(new Tape.Order(spool, RecordingMode.STRICT, hasInput));
        return start(LONG, tape, new Pictures(10_000_000), JsonLog.discarding(), "sh", "-c", script);
    }

    @Test
    void aRecordingHoldsWhatWasSeenAndTypedByteForByte() throws Exception {
        Path folder = Files.createDirectories(home.resolve("spool"));
        Spool spool = new Spool(folder, 10_000_000);
        Client client = Client.open(recorded(spool, "read word; echo got $word; exit 3"), "one");
        assertThat(client.texts.getFirst()).contains("\"recorded\":true,\"records_input\":true");
        client.type("hello\r");
        client.ended.get();
        StringBuilder printed = new StringBuilder();
        StringBuilder typed = new StringBuilder();
        try (var files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                for (RecordedEvent event :
                        Segment.read(Files.readAllBytes(file)).events()) {
                    if (event.kind() == RecordedEvent.Kind.OUTPUT) {
                        printed.append(event.text());
                    } else if (event.kind() == RecordedEvent.Kind.INPUT) {
                        typed.append(event.text());
                    }
                }
            }
        }
        assertThat(printed.toString()).isEqualTo(client.screen()).contains("got hello");
        assertThat(typed.toString()).isEqualTo("hello\r");
    }

    @Test
    void inputWithoutEchoIsNotRecordedUnlessItWasOrdered() throws Exception {
        Path folder = Files.createDirectories(home.resolve("spool"));
        Client client = Client.open(
                recorded(new Spool(folder, 10_000_000), false, "stty -echo; echo ready; read word; echo thanks"),
                "one");
        assertThat(client.texts.getFirst()).contains("\"recorded\":true,\"records_input\":false");
        client.awaitScreen("ready");
        client.type("hunter2\r");
        client.ended.get();
        try (var files = Files.walk(folder)) {
            List<Path> segments = files.filter(Files::isRegularFile).toList();
            assertThat(segments).isNotEmpty();
            for (Path file : segments) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .contains("thanks")
                        .doesNotContain("hunter2");
            }
        }
    }

    @Test
    void withoutItsRecordingAStrictTerminalEndsAndSaysWhy() throws Exception {
        Path folder = Files.createDirectories(home.resolve("spool"));
        Client never = Client.open(recorded(new Spool(folder, 10), "echo never > never"), "one");
        assertThat(never.ended.get()).contains("recording_failed");
        assertThat(home.resolve("never")).doesNotExist();
    }

    @Test
    void aStrictTerminalThatWaitsForRoomEndsWhenItIsReleased() throws Exception {
        Path folder = Files.createDirectories(home.resolve("spool"));
        Terminal terminal = recorded(new Spool(folder, 1_000_000), "yes");
        Client client = Client.open(terminal, "one");
        AtomicLong before = new AtomicLong();
        await().pollInterval(Duration.ofMillis(300)).until(() -> {
            long now = client.received();
            return now > 0 && before.getAndSet(now) == now;
        });
        terminal.end(End.RELEASED);
        assertThat(terminal.awaitEnd(Duration.ofSeconds(5))).isTrue();
        assertThat(client.ended.get()).contains("released");
    }
}
