package io.gpuaas.agent.journal;

import io.gpuaas.agent.wire.Envelope;
import io.gpuaas.agent.wire.Json;
import io.gpuaas.agent.wire.TaskKey;
import io.gpuaas.agent.wire.TaskResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Records the tasks that this node accepted and their results. A change is on disk when the method returns, so no task
 * runs unrecorded and no sequence is accepted twice.
 */
public final class Journal implements AutoCloseable {

    /** Reported tasks that are remembered, so that a repeat gets its result again. */
    static final int REPORTED_MAX = 256;

    /** Tasks the server has not heard the end of. Beyond that the agent asks for no more. */
    public static final int UNREPORTED_MAX = 512;

    static final long COMPACTION_BYTES = 4L * 1024 * 1024;

    private final RecordFile file;
    private final Map<TaskKey, Entry> entries = new LinkedHashMap<>();
    private long highestSequence;
    private long compactionBytes = COMPACTION_BYTES;

    private Journal(Path path) throws IOException {
        List<byte[]> records = new ArrayList<>();
        file = RecordFile.open(path, records);
        for (byte[] bytes : records) {
            apply(read(path, bytes));
        }
    }

    public static Journal open(Path path) throws IOException {
        return new Journal(path);
    }

    private static Line read(Path path, byte[] bytes) throws IOException {
        try {
            return Json.LENIENT.readValue(bytes, Line.class);
        } catch (JacksonException e) {
            throw new IOException(path + " was written by a newer agent, or not by an agent", e);
        }
    }

    public synchronized long highestSequence() {
        return highestSequence;
    }

    public synchronized Optional<Entry> find(TaskKey key) {
        return Optional.ofNullable(entries.get(key));
    }

    /** In the order they were accepted. */
    public synchronized List<Entry> listUnreported() {
        return entries.values().stream()
                .filter(entry -> entry.state() != State.REPORTED)
                .toList();
    }

    public synchronized void accept(Envelope envelope) {
        write(new Line(State.ACCEPTED, envelope.taskId(), envelope.attempt(), envelope.sequence(), envelope, null));
    }

    public synchronized void start(TaskKey key) {
        change(key, State.STARTED, null);
    }

    public synchronized void finish(TaskKey key, TaskResult result) {
        change(key, State.FINISHED, result);
    }

    public synchronized void reported(TaskKey key) {
        change(key, State.REPORTED, null);
        try {
            if (file.size() > compactionBytes) {
                compact();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot compact the journal", e);
        }
    }

    private void change(TaskKey key, State state, @Nullable TaskResult result) {
        Entry entry = entries.get(key);
        if (entry == null || entry.state().compareTo(state) >= 0) {
            throw new IllegalStateException(key + " cannot become " + state + " from " + entry);
        }
        write(new Line(state, key.task(), key.attempt(), entry.sequence(), null, result));
    }

    private void write(Line line) {
        try {
            file.append(Json.LENIENT.writeValueAsBytes(line));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the journal", e);
        }
        apply(line);
    }

    private void apply(Line line) {
        highestSequence = Math.max(highestSequence, line.sequence());
        if (line.taskId() == null) {
            return;
        }
        TaskKey key = new TaskKey(line.taskId(), line.attempt());
        Entry before = entries.get(key);
        UnaryOperator<Entry> step = entry -> new Entry(
                key,
                line.sequence(),
                line.state(),
                // A task that began never runs from the journal again, so its envelope has served.
                line.state() == State.ACCEPTED ? line.envelope() : null,
                line.result() == null ? entry.result() : line.result());
        entries.put(key, step.apply(before == null ? Entry.unknown(key) : before));
        if (line.state() == State.REPORTED) {
            forgetOldest();
        }
    }

    private void forgetOldest() {
        List<TaskKey> reported = entries.values().stream()
                .filter(entry -> entry.state() == State.REPORTED)
                .map(Entry::key)
                .toList();
        reported.stream().limit(Math.max(0, reported.size() - REPORTED_MAX)).forEach(entries::remove);
    }

    private void compact() throws IOException {
        List<byte[]> records = new ArrayList<>();
        records.add(Json.LENIENT.writeValueAsBytes(new Line(State.REPORTED, null, 0, highestSequence, null, null)));
        for (Entry entry : entries.values()) {
            records.add(Json.LENIENT.writeValueAsBytes(new Line(
                    entry.state(),
                    entry.key().task(),
                    entry.key().attempt(),
                    entry.sequence(),
                    entry.envelope(),
                    entry.result())));
        }
        file.rewrite(records);
        // The kept records may be large themselves; compacting again at once would gain nothing.
        compactionBytes = Math.max(COMPACTION_BYTES, 2 * file.size());
    }

    @Override
    public synchronized void close() throws IOException {
        file.close();
    }
}
