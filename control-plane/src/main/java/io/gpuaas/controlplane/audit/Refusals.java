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
 * Audits attempts that were refused or failed. The first of a kind is written at once; repeats within
 * a minute are counted and written as one row, so that a flood of refusals cannot flood the trail.
 */
@Component
public class Refusals {

    private static final Logger log = LoggerFactory.getLogger(Refusals.class);
    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int KINDS_MAX = 50_000;

    private record Kind(
            String who,
            @Nullable String address,
            String action,
            @Nullable String target,
            ErrorCode code) {}

    private record Repeats(AuditEntry first, AtomicLong count) {}

    private final AuditTrail trail;
    private final Cache<Kind, Repeats> recent;

    Refusals(AuditTrail trail) {
        this.trail = trail;
        this.recent = Caffeine.newBuilder()
                .maximumSize(KINDS_MAX)
                .expireAfterWrite(WINDOW)
                .scheduler(Scheduler.systemScheduler())
                .executor(Runnable::run)
                .<Kind, Repeats>removalListener((kind, repeats, cause) -> writeRepeats(repeats))
                .build();
    }

    public void record(Call call, String action, @Nullable String target, ErrorCode code) {
        AuditEntry entry = AuditEntry.ended(call, action, target, code);
        Kind kind = new Kind(call.caller().id(), call.sourceAddress(), action, target, code);
        Repeats fresh = new Repeats(entry, new AtomicLong());
        Repeats seen = recent.asMap().putIfAbsent(kind, fresh);
        // What broke on our side is always written: its correlation id is what the operator looks for.
        if (seen == null || code.status() >= 500) {
            write(entry);
        } else {
            seen.count().incrementAndGet();
        }
    }

    @PreDestroy
    void flush() {
        recent.invalidateAll();
        recent.cleanUp();
    }

    private void writeRepeats(@Nullable Repeats repeats) {
        if (repeats != null && repeats.count().get() > 0) {
            write(repeats.first()
                    .with(Map.of("repeated", String.valueOf(repeats.count().get()))));
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
