package io.gpuaas.kernel.recording;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Recomputes the chain of a recording from its segments as they are kept, in the order of their numbers. It relies on
 * nothing but the bytes and on the digests they were kept with.
 */
public final class ChainCheck {

    /** Beyond so many nobody looks at each; the recording is broken either way. */
    public static final int FINDINGS_MAX = 1_000;

    private final UUID terminal;
    private final List<Finding> findings = new ArrayList<>();
    private Optional<String> previous = Optional.of(SegmentHeader.NO_DIGEST);
    private int next;
    private int seen;

    public enum Fault {
        /** It is not there. */
        MISSING,
        /** It is not what was kept. */
        ALTERED,
        /** It is another segment, or that of another terminal. */
        MISPLACED,
        /** It is what was kept and does not follow the one before. */
        UNCHAINED
    }

    public record Finding(int number, Fault fault) {}

    public ChainCheck(UUID terminal) {
        this.terminal = terminal;
    }

    /** The next segment there should be, with the digest it was kept with; no bytes when it is gone. */
    public void add(int number, String digest, Optional<byte[]> bytes) {
        if (number < next) {
            throw new IllegalArgumentException("segments are checked in the order of their numbers");
        }
        for (int absent = next; absent < number && findings.size() < FINDINGS_MAX; absent++) {
            find(absent, Fault.MISSING);
            previous = Optional.empty();
        }
        bytes.map(kept -> fault(number, digest, kept))
                .orElse(Optional.of(Fault.MISSING))
                .ifPresent(fault -> find(number, fault));
        // The next segment carries the digest this one was stored with, even if it was changed since.
        previous = Optional.of(digest);
        next = number + 1;
        seen++;
    }

    private Optional<Fault> fault(int number, String digest, byte[] bytes) {
        try {
            Segment segment = Segment.read(bytes);
            SegmentHeader header = segment.header();
            if (header.number() != number || !header.terminal().equals(terminal)) {
                return Optional.of(Fault.MISPLACED);
            }
            if (!Segment.digest(bytes).equals(digest) || segment.isTorn()) {
                return Optional.of(Fault.ALTERED);
            }
            return previous.filter(before -> !before.equals(header.previousDigest()))
                    .map(before -> Fault.UNCHAINED);
        } catch (IOException e) {
            return Optional.of(Fault.ALTERED);
        }
    }

    /** After the last: so many were ever kept. */
    public void end(int segmentsKept) {
        for (int absent = 0; absent < segmentsKept - seen && findings.size() < FINDINGS_MAX; absent++) {
            find(next + absent, Fault.MISSING);
        }
    }

    private void find(int number, Fault fault) {
        if (findings.size() < FINDINGS_MAX) {
            findings.add(new Finding(number, fault));
        }
    }

    /** Empty when the chain is whole. */
    public List<Finding> findings() {
        return List.copyOf(findings);
    }

    public int segments() {
        return seen;
    }

    /** The digest of the last segment, which stands for all before it. */
    public String head() {
        return previous.orElse(SegmentHeader.NO_DIGEST);
    }
}
