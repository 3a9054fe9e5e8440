package io.gpuaas.controlplane.custody;

import com.google.crypto.tink.Aead;
import io.gpuaas.controlplane.custody.SecretRows.State;
import io.gpuaas.kernel.TenantId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Keeps secrets for other domains. */
@Component
public class SecretCustody {

    public static final int SECRET_BYTES_MAX = 64 * 1024;

    private final SecretRows rows;
    private final CustodyKeys keys;
    private final Optional<OutsideStore> outside;
    private final Clock clock;

    SecretCustody(SecretRows rows, CustodyKeys keys, Optional<OutsideStore> outside, Clock clock) {
        this.rows = rows;
        this.keys = keys;
        this.outside = outside;
        this.clock = clock;
    }

    /** Stores a secret under a name that was never used, in the caller's transaction. */
    public void put(SecretName name, byte[] secret) {
        requireTransaction();
        if (secret.length == 0 || secret.length > SECRET_BYTES_MAX) {
            throw new IllegalArgumentException("a secret has 1 to " + SECRET_BYTES_MAX + " bytes");
        }
        if (!rows.insert(name, seal(name, secret), clock.instant())) {
            throw new CustodyException("the name " + name.text() + " was used before");
        }
    }

    /**
     * Opens a secret; empty when there is none of that name, or it was destroyed. Must not be called inside a
     * transaction, since the secret may lie in another system.
     */
    public Optional<byte[]> open(SecretName name) {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("a secret is opened outside of transactions");
        }
        return rows.find(name).flatMap(row -> switch (row.state()) {
            case HERE -> Optional.of(unseal(name, requireSealed(row)));
            case OUTSIDE -> read(name);
            case ENDING, DESTROYED -> Optional.empty();
        });
    }

    /** Destroys a secret in the caller's transaction. One that does not exist counts as destroyed. */
    public void destroy(SecretName name) {
        requireTransaction();
        // A move to the outside store may be under way, so what was here may be there.
        State end = outside.isPresent() ? State.ENDING : State.DESTROYED;
        if (!rows.change(name, State.HERE, end, clock.instant())) {
            rows.change(name, State.OUTSIDE, State.ENDING, clock.instant());
        }
    }

    private Optional<byte[]> read(SecretName name) {
        OutsideStore store = outside.orElseThrow(() -> new CustodyException(
                "the secret " + name.text() + " lies in an outside store, and gpuaas.custody.kind names none"));
        Optional<byte[]> found = store.read(name);
        if (found.isEmpty() && isOutside(name)) {
            throw new CustodyException("the outside store lost the secret " + name.text());
        }
        return found;
    }

    /** False when it was destroyed meanwhile. */
    private boolean isOutside(SecretName name) {
        return rows.find(name).filter(row -> row.state() == State.OUTSIDE).isPresent();
    }

    byte[] unseal(SecretName name, byte[] sealed) {
        byte[] wrapped = rows.findTenantKey(name.tenant())
                .orElseThrow(() -> new CustodyException("tenant " + name.tenant() + " has no key"));
        try {
            return keys.unwrap(name.tenant(), wrapped).decrypt(sealed, context(name));
        } catch (GeneralSecurityException e) {
            throw new CustodyException(
                    "the secret " + name.text() + " does not open: its row was altered or swapped", e);
        }
    }

    private byte[] seal(SecretName name, byte[] secret) {
        try {
            return tenantKey(name.tenant()).encrypt(secret, context(name));
        } catch (GeneralSecurityException e) {
            throw new CustodyException("could not seal the secret " + name.text(), e);
        }
    }

    private Aead tenantKey(TenantId tenant) {
        byte[] wrapped = rows.findTenantKey(tenant).orElseGet(() -> {
            rows.addTenantKey(tenant, keys.primary(), keys.newTenantKey(tenant), clock.instant());
            // Another transaction may have been first.
            return rows.findTenantKey(tenant).orElseThrow();
        });
        return keys.unwrap(tenant, wrapped);
    }

    static byte[] requireSealed(SecretRows.Row row) {
        byte[] sealed = row.sealed();
        if (sealed == null) {
            throw new CustodyException("the row of " + row.name().text() + " has no secret");
        }
        return sealed;
    }

    private static byte[] context(SecretName name) {
        return ("gpuaas custody secret/" + name.text()).getBytes(StandardCharsets.UTF_8);
    }

    private static void requireTransaction() {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("a secret is stored and destroyed in the transaction that says why");
        }
    }
}
