package io.gpuaas.controlplane.audit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import io.gpuaas.controlplane.limits.AddressGroup;
import io.gpuaas.controlplane.limits.Limit;
import io.gpuaas.controlplane.limits.SharedBuckets;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.IdSource;
import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Audits attempts that were refused or failed, and bounds how many rows they add. The first few are written at once, so
 * that they are found by their correlation id; the rest is counted.
 *
 * <p>Anonymous requests, and requests over a limit, have a bound for each address and one in total, over all processes;
 * so have server errors, with a higher bound. Of other refusals the first few of a kind are written, and a caller has a
 * bound too.
 */
@Component
public class Refusals implements BackgroundWork {

    private static final Logger log = LoggerFactory.getLogger(Refusals.class);
    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int KINDS_MAX = 50_000;
    private static final int SENTENCE_MAX = 500;

    /** More than a program or a person retries before checking the cause. */
    static final int WRITTEN_OF_A_KIND_MAX = 10;

    private static final Limit ROWS_OF_A_CALLER = Limit.inAnyMinute(200);
    private static final Limit FAILURES_OF_AN_ADDRESS = Limit.inAnyMinute(200);
    private static final Limit FAILURES = Limit.inAnyMinute(2_000);
    /** Rows that count the rest come on top: one a minute and process. */
    private static final int ROWS_THAT_COUNT = 20;

    private record Kind(
            String who,
            @Nullable String address,
            String action,
            @Nullable String target,
            ErrorCode code) {}

    private record Attempts(AuditEntry first, AtomicLong count) {

        /** Those that have no row of their own. */
        long unwritten() {
            return count.get() - WRITTEN_OF_A_KIND_MAX;
        }
    }

    private final AuditTrail trail;
    private final SharedBuckets buckets;
    private final IdSource ids;
    private final UnwrittenRefusals unwritten = new UnwrittenRefusals();
    private final Limit strangersOfAnAddress;
    private final Limit strangers;
    private final Cache<Kind, Attempts> recent;

    Refusals(AuditTrail trail, SharedBuckets buckets, IdSource ids, GpuaasProperties properties) {
        this.trail = trail;
        this.buckets = buckets;
        this.ids = ids;
        this.strangersOfAnAddress = Limit.inAnyMinute(properties.audit().refusalsPerAddressMax());
        this.strangers = Limit.inAnyMinute(Math.max(2, properties.audit().refusalsMax() - ROWS_THAT_COUNT));
        this.recent = Caffeine.newBuilder()
                .maximumSize(KINDS_MAX)
                .expireAfterWrite(WINDOW)
                .scheduler(Scheduler.systemScheduler())
                .executor(Runnable::run)
                .<Kind, Attempts>removalListener((kind, attempts, cause) -> writeRepeats(attempts))
                .build();
    }

    public void record(Call call, String action, @Nullable String target, ErrorCode code) {
        record(call, action, target, code, null);
    }

    /**
     * Keeps the sentence that the caller got, so that others can find out why. Callers without a name write no text of
     * theirs into the trail, and a sentence about an invalid request may repeat what was sent.
     */
    public void record(Call call, String action, @Nullable String target, ErrorCode code, @Nullable String sentence) {
        AuditEntry ended = AuditEntry.ended(call, action, target, code);
        boolean isLeftOut = code == ErrorCode.REQUEST_INVALID || call.caller().kind() == Caller.Kind.ANONYMOUS;
        AuditEntry entry =
                sentence == null || isLeftOut ? ended : ended.with(Map.of(AuditEntry.SENTENCE, shortened(sentence)));
        if (mayWrite(entry, code)) {
            write(entry);
        }
    }

    private static String shortened(String sentence) {
        return sentence.length() <= SENTENCE_MAX ? sentence : sentence.substring(0, SENTENCE_MAX) + "…";
    }

    private boolean mayWrite(AuditEntry entry, ErrorCode code) {
        Call call = entry.call();
        String address = AddressGroup.of(call.sourceAddress());
        if (code.status() >= 500) {
            return within("failures", address, FAILURES_OF_AN_ADDRESS, FAILURES) || unwritten.count(address, code);
        }
        if (call.caller().kind() == Caller.Kind.ANONYMOUS || code == ErrorCode.RATE_LIMITED) {
            return within("strangers", address, strangersOfAnAddress, strangers) || unwritten.count(address, code);
        }
        return attempts(entry, code) <= WRITTEN_OF_A_KIND_MAX
                && (buckets.take("refusals/caller/" + call.caller().id(), ROWS_OF_A_CALLER)
                                .admitted()
                        || unwritten.count(address, code));
    }

    private boolean within(String which, String address, Limit ofAnAddress, Limit inAll) {
        return buckets.take("refusals/" + which + "/" + address, ofAnAddress).admitted()
                && buckets.take("refusals/" + which, inAll).admitted();
    }

    /** How many of this kind there were within the window, this one included. */
    private long attempts(AuditEntry entry, ErrorCode code) {
        Call call = entry.call();
        Kind kind = new Kind(call.caller().id(), call.sourceAddress(), entry.action(), entry.target(), code);
        return recent.get(kind, first -> new Attempts(entry, new AtomicLong()))
                .count()
                .incrementAndGet();
    }

    @PreDestroy
    void flush() {
        recent.invalidateAll();
        recent.cleanUp();
        writeUnwritten();
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofMinutes(1), "audit.refusals", this::writeUnwritten)
                .firstAfter(Duration.ofMinutes(1));
    }

    /** One row for all that found no room. */
    void writeUnwritten() {
        unwritten.takeAll(CorrelationId.create(ids)).ifPresent(this::write);
    }

    private void writeRepeats(@Nullable Attempts attempts) {
        if (attempts != null && attempts.unwritten() > 0) {
            write(attempts.first().with(Map.of("repeated", String.valueOf(attempts.unwritten()))));
        }
    }

    private void write(AuditEntry entry) {
        try {
            trail.recordAlone(entry);
        } catch (RuntimeException e) {
            log.atError()
                    .setCause(e)
                    .addKeyValue("action", entry.action())
                    .addKeyValue("actor", entry.call().caller().id())
                    .log("could not audit a refused attempt");
        }
    }
}
