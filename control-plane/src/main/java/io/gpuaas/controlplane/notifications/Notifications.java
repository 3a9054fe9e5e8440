package io.gpuaas.controlplane.notifications;

import io.gpuaas.api.NotificationPreference;
import io.gpuaas.controlplane.notifications.NotificationStore.Held;
import io.gpuaas.controlplane.notifications.Recipients.Recipient;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.NotificationId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Notifies people according to their preferences. After some letters of one kind the next ones are held and sent as
 * one.
 */
@Component
class Notifications {

    private static final int DIGESTS_AT_A_TIME = 100;

    private final NotificationStore store;
    private final MailOutbox mail;
    private final Policies policies;
    private final TransactionTemplate transaction;
    private final IdSource ids;
    private final Clock clock;

    Notifications(
            NotificationStore store,
            MailOutbox mail,
            Policies policies,
            TransactionTemplate transaction,
            IdSource ids,
            Clock clock) {
        this.store = store;
        this.mail = mail;
        this.policies = policies;
        this.transaction = transaction;
        this.ids = ids;
        this.clock = clock;
    }

    /** In the caller's transaction. */
    void tell(Recipient recipient, News news) {
        NotificationPreference wish = store.preference(recipient.person(), news.kind());
        String address = wish.mail() ? recipient.address() : null;
        if (!wish.console() && address == null) {
            return;
        }
        Instant now = clock.instant();
        Duration window = policies.effective(NotificationPolicies.DIGEST_WINDOW);
        boolean held = address != null
                && store.mailedSince(recipient.person(), news.kind(), now.minus(window))
                        >= policies.effective(NotificationPolicies.DIGEST_OVER);
        store.add(
                new NotificationStore.New(
                        new NotificationId(ids.next()),
                        recipient.person(),
                        news.kind(),
                        news.subject(),
                        news.title(),
                        news.body(),
                        wish.console(),
                        address == null ? "none" : held ? "held" : "mailed",
                        address,
                        held ? now.plus(window) : null),
                now);
        if (address != null && !held) {
            mail.write(new MailOutbox.Letter(address, news.title(), news.body() + "\n"));
        }
    }

    /** Sends one email per person and kind whose digest is due. */
    int writeDigests() {
        List<Held> due = store.due(clock.instant(), DIGESTS_AT_A_TIME);
        due.forEach(held -> transaction.executeWithoutResult(status -> digest(held)));
        return due.size();
    }

    private void digest(Held held) {
        List<String> titles = store.digest(held);
        if (titles.isEmpty()) {
            return;
        }
        String kind = held.kind().wire().replace('_', ' ');
        String counted = titles.stream()
                .collect(Collectors.groupingBy(title -> title, java.util.TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .limit(50)
                .map(entry -> String.format(Locale.ROOT, "%4d × %s", entry.getValue(), entry.getKey()))
                .collect(Collectors.joining("\n"));
        mail.write(new MailOutbox.Letter(
                held.address(),
                titles.size() + " more about " + kind,
                "New since the last email:\n\n" + counted + "\n\nSee the console for details.\n"));
    }
}
