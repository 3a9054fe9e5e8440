package io.gpuaas.controlplane.custody;

import io.gpuaas.controlplane.custody.SecretRows.State;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.Rounds;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Moves secrets to the outside store and removes destroyed ones from it, where there is one; wraps the keys of tenants
 * again after the key-encryption key was rotated.
 */
@Component
class SecretMoves implements BackgroundWork {

    static final int MOVES_MAX = 100;
    static final int KEYS_MAX = 1_000;

    /**
     * A move that was under way when its secret was destroyed has ended by then, so nothing is written to the outside
     * store after it was told to forget.
     */
    static final Duration ENDING_AFTER = Duration.ofMinutes(2);

    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration REWRAP_INTERVAL = Duration.ofMinutes(1);

    private static final Logger log = LoggerFactory.getLogger(SecretMoves.class);

    private final SecretRows rows;
    private final SecretCustody custody;
    private final CustodyKeys keys;
    private final Optional<OutsideStore> outside;
    private final TransactionTemplate transaction;
    private final Clock clock;

    SecretMoves(
            SecretRows rows,
            SecretCustody custody,
            CustodyKeys keys,
            Optional<OutsideStore> outside,
            TransactionTemplate transaction,
            Clock clock) {
        this.rows = rows;
        this.custody = custody;
        this.keys = keys;
        this.outside = outside;
        this.transaction = transaction;
        this.clock = clock;
    }

    @Override
    public void declare(Rounds rounds) {
        if (outside.isPresent()) {
            rounds.every(INTERVAL, Role.LIFECYCLE, "custody.move", this::moveAll);
        }
        rounds.every(REWRAP_INTERVAL, Role.LIFECYCLE, "custody.rewrap", this::rewrapAll);
    }

    void moveAll() {
        outside.ifPresent(store -> {
            Instant now = clock.instant();
            rows.listWaiting(now, now.minus(ENDING_AFTER), MOVES_MAX).forEach(row -> move(row, store));
        });
    }

    private void move(SecretRows.Row row, OutsideStore store) {
        try {
            if (row.state() == State.HERE) {
                store.write(row.name(), custody.unseal(row.name(), SecretCustody.requireSealed(row)));
                rows.change(row.name(), State.HERE, State.OUTSIDE, clock.instant());
            } else {
                store.destroy(row.name());
                rows.change(row.name(), State.ENDING, State.DESTROYED, clock.instant());
            }
        } catch (CustodyException e) {
            log.atWarn()
                    .addKeyValue("secret", row.name().text())
                    .addKeyValue("reason", e.getMessage())
                    .log("could not move a secret; retrying");
            rows.postpone(row.name(), row.state(), clock.instant());
        }
    }

    /** Wraps keys that an older key-encryption key wraps, so that the older one can be removed from the keyset. */
    void rewrapAll() {
        transaction.executeWithoutResult(status -> rows.lockWrappedByOthers(keys.primary(), KEYS_MAX)
                .forEach(key -> rows.replaceTenantKey(
                        key.tenant(), keys.primary(), keys.rewrap(key.tenant(), key.wrapped()), clock.instant())));
    }
}
