package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.limits.Limit;
import io.gpuaas.controlplane.limits.SharedBuckets;
import io.gpuaas.controlplane.platform.Digests;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2DeviceCodeAuthenticationToken;

/**
 * Answers {@code slow_down} to a device that polls too often (RFC 8628, 3.5), across all processes; the framework does
 * not.
 */
final class DevicePolls implements AuthenticationProvider {

    /** The framework sends devices no interval, so they keep to the default of the RFC. */
    static final Duration INTERVAL = Duration.ofSeconds(5);

    /** Clocks and networks are not exact. */
    private static final Duration TOLERANCE = Duration.ofSeconds(1);

    private static final Limit ONE_AT_A_TIME = new Limit(1, INTERVAL.minus(TOLERANCE));

    private final AuthenticationProvider redeeming;
    private final SharedBuckets buckets;

    DevicePolls(AuthenticationProvider redeeming, SharedBuckets buckets) {
        this.redeeming = redeeming;
        this.buckets = buckets;
    }

    @Override
    public @Nullable Authentication authenticate(Authentication attempt) {
        String code = ((OAuth2DeviceCodeAuthenticationToken) attempt).getDeviceCode();
        String key = "device-poll/" + Digests.hexSha256(code.getBytes(StandardCharsets.UTF_8));
        if (!buckets.take(key, ONE_AT_A_TIME).admitted()) {
            throw new OAuth2AuthenticationException("slow_down");
        }
        return redeeming.authenticate(attempt);
    }

    @Override
    public boolean supports(Class<?> attempt) {
        return redeeming.supports(attempt);
    }
}
