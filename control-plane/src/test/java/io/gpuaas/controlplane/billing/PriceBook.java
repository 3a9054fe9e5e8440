package io.gpuaas.controlplane.billing;

import io.gpuaas.kernel.TenantId;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The price of a GPU hour from each second on: for everyone, and for tenants with a price of their own. */
final class PriceBook {

    private static final NavigableMap<Long, Long> NONE = new TreeMap<>();

    private final Map<String, NavigableMap<Long, Long>> lines = new HashMap<>();

    /** False when one begins in that second already. */
    boolean add(String sku, @Nullable TenantId tenant, long fromSecond, long nanos) {
        return lines.computeIfAbsent(tenant == null ? sku : sku + tenant, none -> new TreeMap<>())
                        .putIfAbsent(fromSecond, nanos)
                == null;
    }

    long at(String sku, TenantId tenant, long second) {
        Map.Entry<Long, Long> own = own(sku, tenant).floorEntry(second);
        return own != null ? own.getValue() : general(sku).floorEntry(second).getValue();
    }

    /** The first second after this one in which another price begins; the end of time when none does. */
    long nextChange(String sku, TenantId tenant, long second) {
        Long own = own(sku, tenant).higherKey(second);
        Long general = own(sku, tenant).floorKey(second) == null ? general(sku).higherKey(second) : null;
        return Math.min(own == null ? Long.MAX_VALUE : own, general == null ? Long.MAX_VALUE : general);
    }

    private NavigableMap<Long, Long> own(String sku, TenantId tenant) {
        return lines.getOrDefault(sku + tenant, NONE);
    }

    private NavigableMap<Long, Long> general(String sku) {
        return Objects.requireNonNull(lines.get(sku));
    }
}
