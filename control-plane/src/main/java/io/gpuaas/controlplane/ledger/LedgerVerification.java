package io.gpuaas.controlplane.ledger;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The findings of the verifier. */
public record LedgerVerification(
        boolean intact,
        long seals,
        long sealedTransfers,
        long unsealedTransfers,
        List<Long> accountsOff,
        @Nullable String explanation) {

    public LedgerVerification {
        accountsOff = List.copyOf(accountsOff);
    }
}
