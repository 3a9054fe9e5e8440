package io.gpuaas.agent.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.agent.wire.Envelope;
import io.gpuaas.agent.wire.TaskResult;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {

    private static final NodeId NODE = new NodeId(UUID.randomUUID());

    @TempDir
    Path folder;

    private Path file;

    @SuppressWarnings("NullAway.Init")
    JournalTest() {}

    @BeforeEach
    void name() {
        file = folder.resolve("journal");
    }

    @Test
    void everythingIsThereAfterAnOpenWithoutAClose() throws Exception {
        Envelope accepted = envelope(1, "");
        Envelope started = envelope(2, "");
        Envelope finished = envelope(3, "");
        // Never closed: what counts is what the methods wrote before they returned.
        Journal before = Journal.open(file);
        before.accept(accepted);
        before.accept(started);
        before.start(started.key());
        before.accept(finished);
        before.start(finished.key());
        before.finish(finished.key(), TaskResult.succeeded(Map.of("uid", 7)));

        try (Journal after = Journal.open(file)) {
            assertThat(after.highestSequence()).isEqualTo(3);
            assertThat(after.listUnreported())
                    .extracting(Entry::state)
                    .containsExactly(State.ACCEPTED, State.STARTED, State.FINISHED);
            assertThat(after.find(accepted.key()).orElseThrow().envelope()).isEqualTo(accepted);
            assertThat(after.find(finished.key())).map(Entry::result).contains(TaskResult.succeeded(Map.of("uid", 7)));
        }
    }

    @Test
    void aTornLastRecordIsForgottenWhereverItTore() throws Exception {
        try (Journal journal = Journal.open(file)) {
            journal.accept(envelope(1, ""));
        }
        byte[] whole = Files.readAllBytes(file);
        try (Journal journal = Journal.open(file)) {
            journal.accept(envelope(2, ""));
        }
        byte[] both = Files.readAllBytes(file);
        for (int end = whole.length; end < both.length; end++) {
            Files.write(file, Arrays.copyOf(both, end));
            try (Journal journal = Journal.open(file)) {
                assertThat(journal.highestSequence()).isEqualTo(1);
                journal.accept(envelope(5, ""));
            }
            try (Journal journal = Journal.open(file)) {
                assertThat(journal.highestSequence()).as("torn at " + end).isEqualTo(5);
            }
        }
    }

    @Test
    void spaceThatWasNeverFilledIsNotARecord() throws Exception {
        try (Journal journal = Journal.open(file)) {
            journal.accept(envelope(1, ""));
        }
        Files.write(file, new byte[4096], StandardOpenOption.APPEND);
        try (Journal journal = Journal.open(file)) {
            assertThat(journal.highestSequence()).isEqualTo(1);
        }
    }

    @Test
    void damageBeforeTheLastRecordStopsTheAgent() throws Exception {
        try (Journal journal = Journal.open(file)) {
            journal.accept(envelope(1, ""));
            journal.accept(envelope(2, ""));
        }
        byte[] bytes = Files.readAllBytes(file);
        bytes[20] ^= 1;
        Files.write(file, bytes);
        assertThatThrownBy(() -> Journal.open(file)).hasMessageContaining("damaged at byte 0");
    }

    @Test
    void aStateNeverGoesBack() throws Exception {
        try (Journal journal = Journal.open(file)) {
            Envelope envelope = envelope(1, "");
            journal.accept(envelope);
            journal.start(envelope.key());
            journal.finish(envelope.key(), TaskResult.canceled());
            assertThatThrownBy(() -> journal.start(envelope.key())).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void compactionKeepsWhatIsOpenTheLatestResultsAndTheHighestSequence() throws Exception {
        String payload = "x".repeat(60_000);
        Envelope open = envelope(1, payload);
        int count = 300;
        try (Journal journal = Journal.open(file)) {
            journal.accept(open);
            for (int i = 2; i <= count; i++) {
                Envelope envelope = envelope(i, payload);
                journal.accept(envelope);
                journal.start(envelope.key());
                journal.finish(envelope.key(), TaskResult.succeeded(Map.of("n", i)));
                journal.reported(envelope.key());
            }
        }
        assertThat(Files.size(file)).isLessThan(Journal.COMPACTION_BYTES + 200_000);
        try (Journal journal = Journal.open(file)) {
            assertThat(journal.highestSequence()).isEqualTo(count);
            assertThat(journal.listUnreported()).extracting(Entry::key).containsExactly(open.key());
            assertThat(journal.find(open.key()).orElseThrow().envelope()).isEqualTo(open);
        }
    }

    @Test
    void theHighestSequenceOutlivesTheTasksItCameFrom() throws Exception {
        try (Journal journal = Journal.open(file)) {
            for (int i = 1; i <= Journal.REPORTED_MAX + 50; i++) {
                Envelope envelope = envelope(i, "");
                journal.accept(envelope);
                journal.finish(envelope.key(), TaskResult.refused("no", "no"));
                journal.reported(envelope.key());
            }
            assertThat(journal.highestSequence()).isEqualTo(Journal.REPORTED_MAX + 50);
        }
    }

    private static Envelope envelope(long sequence, String payload) {
        return new Envelope(
                new TaskId(new UUID(1, sequence)),
                NODE,
                "user.provision",
                1,
                sequence,
                Instant.EPOCH,
                Instant.EPOCH.plusSeconds(1),
                payload,
                "k1",
                "");
    }
}
