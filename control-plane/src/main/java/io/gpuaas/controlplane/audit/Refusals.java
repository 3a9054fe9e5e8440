package io.gpuaas.controlplane.audit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.kernel.ErrorCode;
import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Audits attempts that were refused or failed. The first few of a kind are written at once, so that whoever looks for
 * one by its correlation id finds it; more within a minute are counted and written as one row, so that a flood of
 * refusals cannot flood the trail.
 */
@Component
public class Refusals {

    private static final Logger log = LoggerFactory.getLogger(Refusals.class);
    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int KINDS_MAX = 50_000;

    /** More than a program or a person tries again before somebody looks why. */
    static final int WRITTEN_OF_A_KIND_MAX = 10;

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
    private final Cache<Kind, Attempts> recent;

    Refusals(AuditTrail trail) {
        this.trail = trail;
        this.recent = Caffeine.newBuilder()
                .maximumSize(KINDS_MAX)
                .expireAfterWrite(WINDOW)
                .scheduler(Scheduler.systemScheduler())
                .executor(Runnable::run)
                .<Kind, Attempts>removalListener((kind, attempts, cause) -> writeRepeats(attempts))
                .build();
    }

    public void record(Call call, String action, @Nullable String target, ErrorCode code) {
        AuditEntry entry = AuditEntry.ended(call, action, target, code);
        // What broke on our side is always written: its correlation id is what the operator looks for.
        if (code.status() >= 500 || attempts(entry, code) <= WRITTEN_OF_A_KIND_MAX) {
            write(entry);
        }
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
            log.error(
                    "could not audit the refused attempt {} of {}",
                    entry.action(),
                    entry.call().caller().id(),
                    e);
        }
    }
}
