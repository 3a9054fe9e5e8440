package io.gpuaas.controlplane.gateways;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;

/** Where readers find the gateways that are there, for pages that must name whom they speak to. */
@Component
public class GatewayAddresses {

    private static final Duration CACHE_TIME = Duration.ofSeconds(3);

    private final LoadingCache<String, List<String>> addresses;

    GatewayAddresses(GatewayStore store, Clock clock) {
        this.addresses = Caffeine.newBuilder()
                .expireAfterWrite(CACHE_TIME)
                .build(all -> store.publicUrls(clock.instant().minus(Gateways.SILENCE_MAX)).stream()
                        .flatMap(url -> GatewayAddress.parse(url).stream())
                        .map(url -> url.getScheme() + "://" + url.getRawAuthority())
                        .distinct()
                        .toList());
    }

    /** Scheme, host and port of each, as {@code wss://gateway.example.com}. */
    public List<String> list() {
        return addresses.get("all");
    }
}
