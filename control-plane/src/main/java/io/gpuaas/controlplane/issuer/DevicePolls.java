package io.gpuaas.controlplane.issuer;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gpuaas.controlplane.platform.Digests;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2DeviceCodeAuthenticationToken;

/** Answers {@code slow_down} to a device that asks too often (RFC 8628, 3.5), which the framework leaves out. */
final class DevicePolls implements AuthenticationProvider {

    /** The framework tells devices no interval, so they keep to the default of the RFC. */
    static final Duration INTERVAL = Duration.ofSeconds(5);

    /** Clocks and networks are not exact. */
    private static final Duration TOLERANCE = Duration.ofSeconds(1);

    private static final int DEVICES_MAX = 100_000;

    private final AuthenticationProvider redeeming;
    private final Clock clock;
    private final Cache<ByteBuffer, Instant> lastPolls = Caffeine.newBuilder()
            .maximumSize(DEVICES_MAX)
            .expireAfterWrite(INTERVAL.multipliedBy(2))
            .build();

    DevicePolls(AuthenticationProvider redeeming, Clock clock) {
        this.redeeming = redeeming;
        this.clock = clock;
    }

    @Override
    public @Nullable Authentication authenticate(Authentication attempt) {
        String code = ((OAuth2DeviceCodeAuthenticationToken) attempt).getDeviceCode();
        ByteBuffer key = ByteBuffer.wrap(Digests.sha256(code));
        Instant now = clock.instant();
        Instant last = lastPolls.getIfPresent(key);
        lastPolls.put(key, now);
        if (last != null && now.isBefore(last.plus(INTERVAL).minus(TOLERANCE))) {
            throw new OAuth2AuthenticationException("slow_down");
        }
        return redeeming.authenticate(attempt);
    }

    @Override
    public boolean supports(Class<?> attempt) {
        return redeeming.supports(attempt);
    }
}
