package io.gpuaas.controlplane.notifications;

import java.time.Clock;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Where a domain leaves letters: rows in the transaction that made the change, or nothing. */
@Component
public class MailOutbox {

    private final MailStore store;
    private final Clock clock;

    MailOutbox(MailStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Plain text to one address. */
    public record Letter(String recipient, String subject, String body) {}

    public void write(Letter letter) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("a letter was written outside the transaction of its change");
        }
        store.add(letter, clock.instant());
    }
}
