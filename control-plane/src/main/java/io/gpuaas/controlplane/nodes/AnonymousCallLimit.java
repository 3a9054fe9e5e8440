package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.limits.AddressGroup;
import io.gpuaas.controlplane.limits.Limit;
import io.gpuaas.controlplane.limits.SharedBuckets;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import java.time.Duration;
import org.springframework.stereotype.Component;

/**
 * Limits calls without a certificate by address, before anything is looked up for them. Each listener that machines join
 * through has buckets of its own.
 */
@Component
public class AnonymousCallLimit {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final SharedBuckets buckets;
    private final Limit limit;

    AnonymousCallLimit(SharedBuckets buckets, GpuaasProperties properties) {
        this.buckets = buckets;
        this.limit = Limit.perMinute(properties.nodes().joinsPerMinuteMax());
    }

    public void require(String listener, String address) {
        String key = listener + "/strangers/" + AddressGroup.of(address);
        if (!buckets.take(key, limit).admitted()) {
            throw ProblemException.retryLater(
                    ErrorCode.RATE_LIMITED, "Too many machines are joining from this address.", RETRY_AFTER);
        }
    }
}
