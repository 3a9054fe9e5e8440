package io.gpuaas.controlplane.platform;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Caches look-ups until the transaction ends, for members of a batch that need the same value. Not for values that the
 * transaction itself changes.
 */
public final class OncePerTransaction {

    private OncePerTransaction() {}

    /** The key is a record of the caller and names the value. Outside of transactions nothing is kept. */
    public static <T> T get(Record key, Supplier<T> lookup) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            return lookup.get();
        }
        Map<Record, Object> known = known();
        @SuppressWarnings("unchecked")
        T value = (T) known.get(key);
        if (value == null) {
            value = lookup.get();
            known.put(key, value);
        }
        return value;
    }

    private static Map<Record, Object> known() {
        for (TransactionSynchronization one : TransactionSynchronizationManager.getSynchronizations()) {
            if (one instanceof Known open) {
                return open.values();
            }
        }
        Known fresh = new Known(new HashMap<>());
        TransactionSynchronizationManager.registerSynchronization(fresh);
        return fresh.values();
    }

    private record Known(Map<Record, Object> values) implements TransactionSynchronization {}
}
