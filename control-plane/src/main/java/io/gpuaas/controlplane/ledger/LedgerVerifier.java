package io.gpuaas.controlplane.ledger;

import io.gpuaas.controlplane.anchors.Anchors;
import io.gpuaas.controlplane.anchors.Anchors.Anchored;
import io.gpuaas.controlplane.ledger.LedgerSeal.Range;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.Rounds;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.annotation.PostConstruct;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Seals transfers some time after they were made, and compares balances with sums all the time. */
@Component
public class LedgerVerifier implements BackgroundWork {

    private static final Logger log = LoggerFactory.getLogger(LedgerVerifier.class);
    private static final int TRANSFERS_PER_SEAL = 20_000;
    private static final int SEALS_PER_READ = 100;

    private final SealStore store;
    private final LedgerSealKey key;
    private final Anchors anchors;
    private final TransactionTemplate transaction;
    private final TransactionTemplate oneView;
    private final Clock clock;
    private final AtomicLong sealNumber;
    private final AtomicLong accountsOff;
    private final AtomicLong altered;
    private final Duration interval;
    private final Duration allInterval;

    LedgerVerifier(
            SealStore store,
            LedgerSealKey key,
            Anchors anchors,
            PlatformTransactionManager transactions,
            Clock clock,
            MeterRegistry metrics,
            GpuaasProperties properties) {
        this.store = store;
        this.key = key;
        this.anchors = anchors;
        this.transaction = new TransactionTemplate(transactions);
        this.oneView = new TransactionTemplate(transactions);
        // Of its own: within a transaction that sees each commit of others, sums and balances would be of different
        // moments.
        oneView.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        oneView.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        oneView.setReadOnly(true);
        this.clock = clock;
        this.sealNumber = metrics.gauge("gpuaas_ledger_seal_number", new AtomicLong());
        this.accountsOff = metrics.gauge("gpuaas_ledger_accounts_off", new AtomicLong());
        this.interval = properties.billing().verifyInterval();
        this.allInterval = properties.billing().verifyAllInterval();
        this.altered = metrics.gauge("gpuaas_ledger_altered", new AtomicLong());
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofHours(12), "ledger.partitions", this::keepPartitions)
                .firstAfter(Duration.ofHours(12));
        rounds.every(interval, Role.BILLING_WORKER, "ledger.verify", this::sealAndCompare);
        // Comparing trusts the seals; reading every sealed row again is done less often.
        rounds.every(allInterval, Role.BILLING_WORKER, "ledger.verify-all", this::verify)
                .firstAfter(interval);
    }

    /** Also before the first transfer: after months of rest the months at hand may all be over. */
    @PostConstruct
    void keepPartitions() {
        store.keepPartitions(clock.instant());
    }

    void sealAndCompare() {
        sealAll();
        compare();
    }

    /** Ends: each round seals what was there when it began, and the last one finds too little. */
    public void sealAll() {
        while (Boolean.TRUE.equals(transaction.execute(status -> sealSome()))) {
            log.debug("sealed a full batch; sealing the next");
        }
    }

    /** True when there may be more. */
    private boolean sealSome() {
        if (!store.lock()) {
            return false;
        }
        Optional<LedgerSeal> last = store.newest();
        long from = last.map(seal -> seal.range().toTx()).orElse(0L);
        long horizon = store.horizon();
        Range range = new Range(from, store.endOf(new Range(from, horizon), TRANSFERS_PER_SEAL));
        LedgerSeal.Content content = store.content(range);
        if (content.transfers() == 0) {
            return false;
        }
        LedgerSeal seal = LedgerSeal.over(
                last.map(LedgerSeal::number).orElse(0L) + 1,
                range,
                content,
                last.map(LedgerSeal::seal).orElse(LedgerSeal.FIRST),
                key);
        store.add(seal, clock.instant());
        sealNumber.set(seal.number());
        return range.toTx() < horizon;
    }

    /** Sums are taken in one view of the database: what is booked meanwhile is in both, or in neither. */
    public List<Long> compare() {
        List<Long> off = Objects.requireNonNull(oneView.execute(status -> store.accountsOff(
                store.newest().map(seal -> seal.range().toTx()).orElse(0L))));
        accountsOff.set(off.size());
        if (!off.isEmpty()) {
            log.atError()
                    .addKeyValue("accounts", off)
                    .log("balances of accounts differ from the sums of their transfers");
        }
        return off;
    }

    /** Everything, from the first transfer on. */
    public LedgerVerification verify() {
        Anchored anchored = anchors.of(LedgerChain.NAME);
        LedgerVerification found = Objects.requireNonNull(oneView.execute(status -> verifyChain(anchored)));
        altered.set(found.intact() ? 0 : 1);
        if (!found.intact()) {
            log.atError().addKeyValue("reason", found.explanation()).log("the ledger differs from what was booked");
        }
        return found;
    }

    private LedgerVerification verifyChain(Anchored anchored) {
        byte[] previous = LedgerSeal.FIRST;
        long number = 0;
        long sealedTo = 0;
        long sealed = 0;
        String fault = null;
        List<LedgerSeal> seals = store.after(0, SEALS_PER_READ);
        while (!seals.isEmpty() && fault == null) {
            for (LedgerSeal seal : seals) {
                fault = fault(seal, number, sealedTo, previous);
                if (fault != null) {
                    break;
                }
                previous = seal.seal();
                number = seal.number();
                sealedTo = seal.range().toTx();
                sealed += seal.content().transfers();
            }
            seals = store.after(number, SEALS_PER_READ);
        }
        if (fault == null) {
            fault = anchored.fault(number, store::hmacs).orElse(null);
        }
        List<Long> off = store.accountsOffFromTheBeginning();
        List<Long> holds = store.holdsOff();
        if (fault == null && !off.isEmpty()) {
            fault = "balances differ from the sums of their transfers";
        }
        if (fault == null && !holds.isEmpty()) {
            fault = "holds differ from the balance of account " + holds.getFirst();
        }
        return new LedgerVerification(fault == null, number, sealed, store.transfersFrom(sealedTo), off, fault);
    }

    private @Nullable String fault(LedgerSeal seal, long previousNumber, long previousTo, byte[] previous) {
        if (!seal.follows(previousNumber, previousTo)) {
            return "seal " + (previousNumber + 1) + " is missing";
        }
        if (!seal.isGenuine(previous, key)) {
            return "seal " + seal.number() + " was altered, or made with another key";
        }
        return store.content(seal.range()).matches(seal.content())
                ? null
                : "a transfer under seal " + seal.number() + " was altered, removed or inserted";
    }
}
