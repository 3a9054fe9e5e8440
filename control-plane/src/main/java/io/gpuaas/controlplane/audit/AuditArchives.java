package io.gpuaas.controlplane.audit;

import io.gpuaas.api.AuditOutcome;
import io.gpuaas.controlplane.audit.Archive.Checkpoint;
import io.gpuaas.controlplane.objects.ObjectStore;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import java.io.IOException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Moves months of the trail to the object store when policy says so. A month is exported, recorded, read back and
 * recomputed; only then is its table dropped, in one transaction with the audit row that reports it. Each step can be
 * repeated, so that a process may die at any point.
 */
@Component
class AuditArchives implements BackgroundWork {

    private static final Logger log = LoggerFactory.getLogger(AuditArchives.class);
    private static final Duration LEASE = Duration.ofMinutes(15);
    /** Requests that write to the trail queue behind the lock while this waits for it. */
    private static final Duration LOCK_WAIT = Duration.ofSeconds(2);

    private static final int MONTHS_PER_ROUND_MAX = 24;
    private static final int SEALS_PER_DELETE = 2_000;
    private static final int DELETES_PER_ROUND_MAX = 1_000;

    private final AuditStore trail;
    private final ArchiveStore store;
    private final ObjectStore objects;
    private final SealKey key;
    private final Policies policies;
    private final TransactionTemplate transaction;
    private final IdSource ids;
    private final Clock clock;

    AuditArchives(
            AuditStore trail,
            ArchiveStore store,
            ObjectStore objects,
            SealKey key,
            Policies policies,
            PlatformTransactionManager transactions,
            IdSource ids,
            Clock clock) {
        this.trail = trail;
        this.store = store;
        this.objects = objects;
        this.key = key;
        this.policies = policies;
        this.transaction = new TransactionTemplate(transactions);
        this.ids = ids;
        this.clock = clock;
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofHours(1), Role.EVENT_CONSUMERS, "audit.archives", this::archiveDue)
                .firstAfter(Duration.ofMinutes(14));
    }

    /** Archives the months that are old enough, oldest first, and stops at the first that cannot be. */
    void archiveDue() throws IOException {
        long keepMonths = policies.effective(AuditPolicies.RETENTION_MONTHS);
        if (!store.takeLease(clock.instant(), clock.instant().plus(LEASE))) {
            return;
        }
        try {
            for (int i = 0; keepMonths > 0 && i < MONTHS_PER_ROUND_MAX; i++) {
                Optional<YearMonth> oldest = store.oldestMonth().filter(month -> isDue(month, keepMonths));
                if (oldest.isEmpty() || !archive(oldest.get())) {
                    break;
                }
            }
            deleteArchivedSeals();
        } finally {
            store.extendLease(clock.instant());
        }
    }

    /** Whole months lie between the end of the month and the present one. */
    private boolean isDue(YearMonth month, long keepMonths) {
        return month.plusMonths(keepMonths)
                .isBefore(YearMonth.from(clock.instant().atOffset(ZoneOffset.UTC)));
    }

    /** True when the month left the database. */
    private boolean archive(YearMonth month) throws IOException {
        ArchiveStore.Facts facts = store.facts(month);
        long sealedUpTo = trail.newestSeal().map(Seal::toTx).orElse(0L);
        if (facts.rows() > 0 && facts.lastTx() >= sealedUpTo) {
            log.atWarn().addKeyValue("month", month).log("kept an audit month that has unsealed rows");
            return false;
        }
        List<Archive> before = store.dropped();
        if (!before.isEmpty() && !month.isAfter(before.getLast().month())) {
            log.atError()
                    .addKeyValue("month", month)
                    .log("kept an audit month that was archived before and has a table again");
            return false;
        }
        Archive archive = exported(month, before);
        Optional<String> fault = ArchiveCheck.fault(objects, key.value(), archive, before);
        if (fault.isPresent()) {
            log.atError()
                    .addKeyValue("month", month)
                    .addKeyValue("reason", fault.get())
                    .log("kept an audit month because its export could not be verified");
            return false;
        }
        return Boolean.TRUE.equals(transaction.execute(status -> drop(archive)));
    }

    /** Reuses the export of an earlier round if it is still complete. */
    private Archive exported(YearMonth month, List<Archive> before) throws IOException {
        Optional<Archive> earlier = store.find(month);
        if (earlier.isPresent()
                && earlier.get().content().rows() == store.facts(month).rows()
                && ArchiveCheck.fault(objects, key.value(), earlier.get(), before)
                        .isEmpty()) {
            return earlier.get();
        }
        Checkpoint from =
                before.isEmpty() ? Checkpoint.BEGINNING : before.getLast().checkpoint();
        Archive archive = new ArchiveExport(trail, store, objects, month, ArchiveExport.PART_BYTES)
                .run(from, () -> store.extendLease(clock.instant().plus(LEASE)), clock.instant())
                .signed(key.value());
        transaction.executeWithoutResult(status -> store.put(archive));
        return archive;
    }

    /** Only a month that was read back: the record must be the same, and no row may have been added since. */
    private boolean drop(Archive archive) {
        YearMonth month = archive.month();
        store.lockAgainstWriting(month);
        boolean unchanged = store.find(month)
                        .filter(now -> MessageDigest.isEqual(now.mac(), archive.mac()))
                        .isPresent()
                && store.facts(month).rows() == archive.content().rows();
        if (!unchanged) {
            log.atWarn().addKeyValue("month", month).log("kept an audit month that changed while it was archived");
            return false;
        }
        store.drop(month, LOCK_WAIT, clock.instant());
        trail.add(entry(archive), clock.instant());
        log.atInfo()
                .addKeyValue("month", month)
                .addKeyValue("rows", archive.content().rows())
                .log("archived an audit month");
        return true;
    }

    private AuditEntry entry(Archive archive) {
        Map<String, String> detail = new TreeMap<>(Map.of(
                "rows", String.valueOf(archive.content().rows()),
                "sha256", archive.content().sha256(),
                "last_seal", String.valueOf(archive.checkpoint().seal())));
        return new AuditEntry(
                Call.system("archiveAuditMonth", CorrelationId.create(ids)),
                "audit.archive",
                archive.month().toString(),
                AuditOutcome.SUCCEEDED,
                null,
                detail);
    }

    private void deleteArchivedSeals() {
        for (int i = 0; i < DELETES_PER_ROUND_MAX; i++) {
            if (store.deleteArchivedSeals(SEALS_PER_DELETE) < SEALS_PER_DELETE) {
                return;
            }
        }
    }
}
