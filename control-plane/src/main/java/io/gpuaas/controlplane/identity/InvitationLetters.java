package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Limits invitation letters, so that no mailbox is flooded: one per hour to a mailbox, whichever tenant asks, and a
 * daily limit per tenant.
 */
@Component
class InvitationLetters {

    static final Duration MAILBOX_PAUSE = Duration.ofHours(1);
    static final Duration TENANT_PERIOD = Duration.ofDays(1);

    private final LetterStore store;
    private final Policies policies;

    InvitationLetters(LetterStore store, Policies policies) {
        this.store = store;
        this.policies = policies;
    }

    /** When the mailbox got its last letter, if that is too recent for another one. Serializes concurrent callers. */
    Optional<Instant> findRecent(String email, Instant now) {
        String mailbox = mailbox(email);
        store.lock(mailbox);
        return store.findLast(mailbox).filter(sent -> sent.plus(MAILBOX_PAUSE).isAfter(now));
    }

    /** Counts a letter; refused when the tenant sent its share. The caller holds the tenant's lock. */
    void count(String email, TenantId tenant, Instant now) {
        long most = policies.effective(IdentityPolicies.INVITATION_LETTERS_PER_DAY_MAX, tenant, null);
        List<Instant> sent = store.listSince(tenant, now.minus(TENANT_PERIOD), Math.max(most, 1));
        if (sent.size() >= most) {
            Instant free =
                    sent.isEmpty() ? now.plus(TENANT_PERIOD) : sent.getLast().plus(TENANT_PERIOD);
            throw IdentityErrors.tooManyLetters(most, Duration.between(now, free));
        }
        store.add(mailbox(email), tenant, now);
    }

    /** Most mail servers put what follows a plus into the same mailbox. */
    static String mailbox(String email) {
        int at = email.lastIndexOf('@');
        int plus = email.indexOf('+');
        return plus > 0 && plus < at ? email.substring(0, plus) + email.substring(at) : email;
    }
}
