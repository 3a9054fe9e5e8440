package io.gpuaas.controlplane.ledger;

import io.gpuaas.kernel.TenantId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Names an account; it is made when it is first used. */
public record Account(
        AccountKind kind,
        @Nullable TenantId tenant,
        @Nullable UUID lot) {

    public static Account of(AccountKind kind, TenantId tenant) {
        return new Account(kind, tenant, null);
    }

    public static Account ofPlatform(AccountKind kind) {
        return new Account(kind, null, null);
    }

    static Account ofLot(TenantId tenant, UUID lot) {
        return new Account(AccountKind.PROMOTIONAL, tenant, lot);
    }
}
