package io.gpuaas.controlplane.audit;

import io.gpuaas.api.AuditOutcome;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.ErrorCode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts refusals without a row of their own, until one row reports their number, kind and origin. */
final class UnwrittenRefusals {

    static final String ACTION = "refusals.counted";

    private static final int ADDRESSES_MAX = 10_000;
    private static final int ADDRESSES_NAMED_MAX = 10;

    private final Map<String, Long> byAddress = new HashMap<>();
    private final Map<String, Long> byCode = new TreeMap<>();
    private long count;

    /** Always false: it is not written. */
    synchronized boolean count(String address, ErrorCode code) {
        count++;
        byCode.merge(code.code(), 1L, Long::sum);
        if (byAddress.size() < ADDRESSES_MAX || byAddress.containsKey(address)) {
            byAddress.merge(address, 1L, Long::sum);
        }
        return false;
    }

    synchronized Optional<AuditEntry> takeAll(CorrelationId correlation) {
        if (count == 0) {
            return Optional.empty();
        }
        Map<String, String> detail = Map.of(
                "count", String.valueOf(count),
                "addresses", (byAddress.size() < ADDRESSES_MAX ? "" : "at least ") + byAddress.size(),
                "codes", joined(byCode),
                "most_from", joined(byAddress));
        count = 0;
        byAddress.clear();
        byCode.clear();
        return Optional.of(new AuditEntry(
                Call.system("countRefusals", correlation),
                ACTION,
                null,
                AuditOutcome.REFUSED,
                null,
                new TreeMap<>(detail)));
    }

    private static String joined(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(ADDRESSES_NAMED_MAX)
                .map(one -> one.getKey() + "=" + one.getValue())
                .collect(Collectors.joining(", "));
    }
}
