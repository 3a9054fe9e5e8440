package io.gpuaas.controlplane.platform;

import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.TenantId;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Shares out the open streams of one feed among callers and tenants. */
public final class StreamShares {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final int allMax;
    private final int perCallerMax;
    private final int perTenantMax;
    private final AtomicInteger open = new AtomicInteger();
    private final Map<String, Integer> perCaller = new ConcurrentHashMap<>();
    private final Map<TenantId, Integer> perTenant = new ConcurrentHashMap<>();

    public StreamShares(int allMax, int perCallerMax, int perTenantMax) {
        this.allMax = allMax;
        this.perCallerMax = perCallerMax;
        this.perTenantMax = perTenantMax;
    }

    public void enter(String caller, @Nullable TenantId tenant) {
        if (open.incrementAndGet() > allMax) {
            open.decrementAndGet();
            throw ProblemException.retryLater(
                    ErrorCode.OVERLOADED, "The server cannot accept another stream. Try again later.", RETRY_AFTER);
        }
        boolean callersShare = perCaller.merge(caller, 1, Integer::sum) <= perCallerMax;
        boolean tenantsShare = tenant == null || perTenant.merge(tenant, 1, Integer::sum) <= perTenantMax;
        if (!tenantsShare) {
            leave(caller, tenant);
            throw tooMany("A tenant", perTenantMax);
        }
        if (!callersShare) {
            leave(caller, tenant);
            throw tooMany("A caller", perCallerMax);
        }
    }

    private static ProblemException tooMany(String holder, int max) {
        return ProblemException.of(
                ErrorCode.TOO_MANY, holder + " can have at most " + max + " open streams at a time.");
    }

    public void leave(String caller, @Nullable TenantId tenant) {
        open.decrementAndGet();
        perCaller.computeIfPresent(caller, (id, count) -> count == 1 ? null : count - 1);
        if (tenant != null) {
            perTenant.computeIfPresent(tenant, (id, count) -> count == 1 ? null : count - 1);
        }
    }
}
