package io.gpuaas.controlplane.audit;

import io.gpuaas.api.AuditVerification;
import io.micrometer.core.instrument.MeterRegistry;
import java.security.MessageDigest;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Seals what was recorded, some time after, and checks the seals when asked. */
@Component
class AuditSealer {

    static final int ROWS_PER_SEAL_MAX = 5_000;

    private static final Logger log = LoggerFactory.getLogger(AuditSealer.class);
    private static final int SEALS_PER_READ = 100;

    private final AuditStore store;
    private final SealKey key;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private final AtomicLong sealNumber;

    AuditSealer(AuditStore store, SealKey key, TransactionTemplate transaction, Clock clock, MeterRegistry metrics) {
        // A number that falls tells that the newest seals were cut off, which the trail alone cannot.
        this.sealNumber = metrics.gauge("gpuaas_audit_seal_number", new AtomicLong());
        this.store = store;
        this.key = key;
        this.transaction = transaction;
        this.clock = clock;
    }

    @Scheduled(fixedDelayString = "${gpuaas.audit.seal-interval}")
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
        return Objects.requireNonNull(transaction.execute(status -> verifySeals()));
    }

    private AuditVerification verifySeals() {
        byte[] previous = Seal.FIRST;
        long number = 0;
        long sealedTo = 0;
        long rows = 0;
        for (List<Seal> seals = store.sealsAfter(0, SEALS_PER_READ);
                !seals.isEmpty();
                seals = store.sealsAfter(number, SEALS_PER_READ)) {
            for (Seal seal : seals) {
                Fault fault = check(seal, number, sealedTo, previous);
                if (fault != null) {
                    return new AuditVerification(
                            false, number, rows, store.rowsFrom(sealedTo), fault.row(), fault.explanation());
                }
                previous = seal.seal();
                number = seal.number();
                sealedTo = seal.toTx();
                rows += seal.rowIds().size();
            }
        }
        return new AuditVerification(true, number, rows, store.rowsFrom(sealedTo), null, null);
    }

    private record Fault(@Nullable Long row, String explanation) {}

    private @Nullable Fault check(Seal seal, long previousNumber, long previousTo, byte[] previousSeal) {
        if (seal.number() != previousNumber + 1 || seal.fromTx() != previousTo) {
            return new Fault(null, "seal " + (previousNumber + 1) + " is missing");
        }
        if (!MessageDigest.isEqual(seal.seal(), seal.expected(previousSeal, key.value()))) {
            return new Fault(null, "seal " + seal.number() + " was altered, or made with another key");
        }
        return checkRows(seal);
    }

    private @Nullable Fault checkRows(Seal seal) {
        List<AuditRow> rows = store.rowsOfTransactions(seal.fromTx(), seal.toTx(), Integer.MAX_VALUE);
        for (int i = 0; i < Math.max(rows.size(), seal.rowIds().size()); i++) {
            Long sealed = i < seal.rowIds().size() ? seal.rowIds().get(i) : null;
            AuditRow found = i < rows.size() ? rows.get(i) : null;
            if (sealed == null
                    || (found != null && found.id() != sealed && !seal.rowIds().contains(found.id()))) {
                return new Fault(found == null ? null : found.id(), "a row was slipped in after sealing");
            }
            if (found == null || found.id() != sealed) {
                return new Fault(sealed, "row " + sealed + " is missing");
            }
            if (!MessageDigest.isEqual(found.hash(), seal.rowHash(i))) {
                return new Fault(sealed, "row " + sealed + " was altered after sealing");
            }
        }
        return null;
    }
}
