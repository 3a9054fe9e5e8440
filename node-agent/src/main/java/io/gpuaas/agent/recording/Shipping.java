package io.gpuaas.agent.recording;

import static io.gpuaas.kernel.log.JsonLog.with;

import io.gpuaas.agent.wire.ServerException;
import io.gpuaas.kernel.log.JsonLog;
import io.gpuaas.kernel.recording.Segment;
import io.gpuaas.kernel.recording.SegmentHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Brings sealed segments to the control plane, oldest first, and deletes what it has confirmed. */
public final class Shipping {

    private static final Duration LOOK = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final Spool spool;
    private final Store store;
    private final JsonLog log;
    private String trouble = "";

    /** Where segments go. The answer is the digest of what is kept there. */
    public interface Store {
        String keep(UUID terminal, int number, String digest, byte[] segment) throws ServerException;
    }

    public Shipping(Spool spool, Store store, JsonLog log) {
        this.spool = spool;
        this.store = store;
        this.log = log;
    }

    /** Until it is interrupted. What is left then is shipped after the next start. */
    public void run() throws InterruptedException {
        while (true) {
            try {
                if (!ship(spool.awaitSealed(LOOK))) {
                    Thread.sleep(PAUSE);
                }
            } catch (IOException e) {
                warnOnce("could not read the spool of recordings; retrying", with("error", e));
                Thread.sleep(PAUSE);
            }
        }
    }

    /** False when some could not be shipped now. One terminal's trouble holds up none of the others. */
    boolean ship(List<Path> sealed) throws IOException {
        Set<Path> stuck = new HashSet<>();
        for (Path file : sealed) {
            Path place = file.getParent();
            if (place != null && !stuck.contains(place) && !ship(file)) {
                stuck.add(place);
            }
        }
        return stuck.isEmpty();
    }

    private boolean ship(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        String digest = Segment.digest(bytes);
        Optional<SegmentHeader> header = header(bytes);
        if (header.isEmpty()) {
            warnOnce("could not read recorded segment; set it aside", with("file", file.getFileName()));
            spool.setAside(file);
            return true;
        }
        try {
            if (store.keep(header.get().terminal(), header.get().number(), digest, bytes)
                    .equals(digest)) {
                spool.delete(file);
                trouble = "";
                return true;
            }
            warnOnce("the server stored a segment with another digest; retrying", with("file", file.getFileName()));
            return false;
        } catch (ServerException e) {
            warnOnce("could not ship recorded segment", with("error", e.getMessage()));
            if (!e.isTemporary()) {
                spool.setAside(file);
                return true;
            }
            return false;
        }
    }

    private static Optional<SegmentHeader> header(byte[] bytes) {
        try {
            return Optional.of(Segment.read(bytes).header());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private void warnOnce(String message, JsonLog.Field detail) {
        String now = message + detail.value();
        if (!now.equals(trouble)) {
            trouble = now;
            log.warn(message, detail);
        }
    }
}
