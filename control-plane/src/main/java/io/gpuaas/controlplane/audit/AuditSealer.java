package io.gpuaas.controlplane.audit;

import io.gpuaas.api.AuditVerification;
import io.gpuaas.controlplane.anchors.Anchors;
import io.gpuaas.controlplane.anchors.Anchors.Anchored;
import io.gpuaas.controlplane.audit.Archive.Checkpoint;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.Rounds;
import io.micrometer.core.instrument.MeterRegistry;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Seals audit rows some time after they were recorded, and verifies the seals on request. */
@Component
class AuditSealer implements BackgroundWork {

    static final int ROWS_PER_SEAL_MAX = 5_000;

    private static final Logger log = LoggerFactory.getLogger(AuditSealer.class);
    private static final int SEALS_PER_READ = 100;

    private final AuditStore store;
    private final ArchiveStore archives;
    private final SealKey key;
    private final Anchors anchors;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private final AtomicLong sealNumber;
    private final Duration interval;

    AuditSealer(
            AuditStore store,
            ArchiveStore archives,
            SealKey key,
            Anchors anchors,
            TransactionTemplate transaction,
            Clock clock,
            MeterRegistry metrics,
            GpuaasProperties properties) {
        // A falling number shows that the newest seals were cut off. So do anchors, where they are on.
        this.sealNumber = metrics.gauge("gpuaas_audit_seal_number", new AtomicLong());
        this.store = store;
        this.archives = archives;
        this.key = key;
        this.anchors = anchors;
        this.transaction = transaction;
        this.clock = clock;
        this.interval = properties.audit().sealInterval();
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(interval, "audit.seals", this::sealAll);
    }

    void sealAll() {
        while (sealSome()) {
            log.debug("sealed a full batch, there is more");
        }
    }

    /** Makes one seal; true when it was full, so that there may be more to seal. */
    private boolean sealSome() {
        return Boolean.TRUE.equals(transaction.execute(status -> {
            if (!store.lockSealing()) {
                return false;
            }
            Optional<Seal> last = store.newestSeal();
            long from = last.map(Seal::toTx).orElse(0L);
            long horizon = store.sealHorizon();
            List<AuditRow> rows = store.rowsOfTransactions(from, horizon, ROWS_PER_SEAL_MAX + 1);
            if (rows.isEmpty()) {
                return false;
            }
            boolean full = rows.size() > ROWS_PER_SEAL_MAX;
            long to = full ? rows.getLast().tx() : horizon;
            List<AuditRow> complete =
                    full ? rows.stream().filter(row -> row.tx() < to).toList() : rows;
            if (complete.isEmpty()) {
                // One transaction fills a seal alone: it is sealed whole, however large.
                add(last, from, to + 1, store.rowsOfTransactions(from, to + 1, Integer.MAX_VALUE));
            } else {
                add(last, from, to, complete);
            }
            return full;
        }));
    }

    private void add(Optional<Seal> last, long from, long to, List<AuditRow> rows) {
        Seal seal = Seal.over(
                last.map(Seal::number).orElse(0L) + 1,
                from,
                to,
                rows,
                last.map(Seal::seal).orElse(Seal.FIRST),
                key.value());
        store.add(seal, clock.instant());
        sealNumber.set(seal.number());
    }

    /** The transaction number up to which rows are sealed. */
    long sealedUpTo() {
        return store.newestSeal().map(Seal::toTx).orElse(0L);
    }

    AuditVerification verify() {
        Anchored anchored = anchors.of(AuditChain.NAME);
        return Objects.requireNonNull(transaction.execute(status -> verifySeals(anchored)));
    }

    /** From the seal after the archived months to the newest. */
    private AuditVerification verifySeals(Anchored anchored) {
        List<Archive> archived = archives.dropped();
        Checkpoint at =
                archived.isEmpty() ? Checkpoint.BEGINNING : archived.getLast().checkpoint();
        RowIds archivedRows =
                RowIds.union(archived.stream().map(Archive::rowsUnderLaterSeals).toList());
        Fault fault = checkArchives(archived, at);
        long rows = 0;
        List<Seal> seals = store.sealsAfter(at.seal(), SEALS_PER_READ);
        while (fault == null && !seals.isEmpty()) {
            for (Seal seal : seals) {
                fault = check(seal, at, archivedRows);
                if (fault != null) {
                    break;
                }
                at = new Checkpoint(seal.number(), seal.toTx(), seal.seal());
                rows += seal.rowIds().stream()
                        .filter(row -> !archivedRows.contains(row))
                        .count();
            }
            seals = store.sealsAfter(at.seal(), SEALS_PER_READ);
        }
        if (fault == null) {
            fault = anchored.fault(at.seal(), store::hmacs)
                    .map(explanation -> new Fault(null, explanation))
                    .orElse(null);
        }
        return new AuditVerification(
                fault == null,
                at.seal(),
                rows,
                store.rowsFrom(at.toTx()),
                fault == null ? null : fault.row(),
                fault == null ? null : fault.explanation(),
                archived.stream().map(archive -> archive.month().toString()).toList(),
                archived.stream().mapToLong(archive -> archive.content().rows()).sum(),
                (long) anchored.anchors().size());
    }

    private @Nullable Fault checkArchives(List<Archive> archived, Checkpoint checkpoint) {
        for (Archive archive : archived) {
            if (!archive.isGenuine(key.value())) {
                return new Fault(
                        null,
                        "the record of archived month " + archive.month() + " was altered, or made with another key");
            }
        }
        return archives.rowBefore(checkpoint.toTx())
                .map(row -> new Fault(row, "a row was inserted after sealing"))
                .orElse(null);
    }

    private record Fault(@Nullable Long row, String explanation) {}

    private @Nullable Fault check(Seal seal, Checkpoint before, RowIds archivedRows) {
        if (seal.number() != before.seal() + 1 || seal.fromTx() != before.toTx()) {
            return new Fault(null, "seal " + (before.seal() + 1) + " is missing");
        }
        if (!MessageDigest.isEqual(seal.seal(), seal.expected(before.hmac(), key.value()))) {
            return new Fault(null, "seal " + seal.number() + " was altered, or made with another key");
        }
        return checkRows(seal, archivedRows);
    }

    /** Rows of archived months that lie under the seal are in the object store. */
    private @Nullable Fault checkRows(Seal seal, RowIds archivedRows) {
        List<AuditRow> rows = store.rowsOfTransactions(seal.fromTx(), seal.toTx(), Integer.MAX_VALUE);
        int[] here = IntStream.range(0, seal.rowIds().size())
                .filter(i -> !archivedRows.contains(seal.rowIds().get(i)))
                .toArray();
        for (int i = 0; i < Math.max(rows.size(), here.length); i++) {
            Long sealed = i < here.length ? seal.rowIds().get(here[i]) : null;
            AuditRow found = i < rows.size() ? rows.get(i) : null;
            if (sealed == null
                    || (found != null && found.id() != sealed && !seal.rowIds().contains(found.id()))) {
                return new Fault(found == null ? null : found.id(), "a row was inserted after sealing");
            }
            if (found == null || found.id() != sealed) {
                return new Fault(sealed, "row " + sealed + " is missing");
            }
            if (!MessageDigest.isEqual(found.hash(), seal.rowHash(here[i]))) {
                return new Fault(sealed, "row " + sealed + " was altered after sealing");
            }
        }
        return null;
    }
}
