package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.limits.AddressGroup;
import io.gpuaas.controlplane.limits.Limit;
import io.gpuaas.controlplane.limits.SharedBuckets;
import io.gpuaas.controlplane.limits.Taken;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.TenantId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/** Limits requests, failed sign-ins and uploads, so that one tenant or address leaves room for others. */
@Component
class RegistryLimits {

    /** Each upload in progress holds a segment in memory, which bounds them per process. */
    static final int UPLOADS_PER_TENANT_MAX = 24;

    static final int UPLOADS_MAX = 64;

    static final Limit FAILED_SIGN_INS = Limit.perMinute(1_200);

    private static final Duration UPLOAD_RETRY = Duration.ofSeconds(2);

    private final SharedBuckets buckets;
    private final Policies policies;

    // Guarded by this.
    private final Map<TenantId, Integer> uploads = new HashMap<>();
    private int allUploads;

    RegistryLimits(SharedBuckets buckets, Policies policies) {
        this.buckets = buckets;
        this.policies = policies;
    }

    void requireRequest(TenantId tenant) {
        Limit limit = Limit.perMinute(policies.effective(RegistryPolicies.REQUESTS_PER_MINUTE, tenant, null));
        require(buckets.take("registry/" + tenant, limit), "too many requests of this tenant");
    }

    /** Looks up a credential. Only those that are not found count. */
    <T> Optional<T> lookUp(String address, Supplier<Optional<T>> lookUp) {
        String key = "registry/unknown/" + AddressGroup.of(address);
        require(buckets.take(key, FAILED_SIGN_INS), "too many requests with unknown credentials");
        Optional<T> found = lookUp.get();
        if (found.isPresent()) {
            buckets.giveBack(key, FAILED_SIGN_INS);
        }
        return found;
    }

    private static void require(Taken taken, String otherwise) {
        if (!taken.admitted()) {
            throw RegistryException.tooManyRequests(otherwise, taken.retryAfter());
        }
    }

    /** A place for an upload's bytes in this process, until it is closed. */
    interface UploadPlace extends AutoCloseable {

        @Override
        void close();
    }

    synchronized UploadPlace openUpload(TenantId tenant) {
        if (allUploads >= UPLOADS_MAX || uploads.getOrDefault(tenant, 0) >= UPLOADS_PER_TENANT_MAX) {
            throw RegistryException.tooManyRequests("too many uploads at the same time", UPLOAD_RETRY);
        }
        allUploads++;
        uploads.merge(tenant, 1, Integer::sum);
        return () -> closeUpload(tenant);
    }

    private synchronized void closeUpload(TenantId tenant) {
        allUploads--;
        uploads.computeIfPresent(tenant, (same, open) -> open > 1 ? open - 1 : null);
    }
}
