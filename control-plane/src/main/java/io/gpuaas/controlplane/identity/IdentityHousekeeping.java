package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.identity.machines.ServiceAccountKeyStore;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Rounds;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.IntUnaryOperator;
import org.springframework.stereotype.Component;

/** Deletes ended records: unlisted ones at once, listed ones later. */
@Component
class IdentityHousekeeping implements BackgroundWork {

    private static final int BATCH = 1_000;
    private static final Duration SHOWN_AFTER_END = Duration.ofDays(30);

    private final AccessTokenStore tokens;
    private final ServiceAccountKeyStore keys;
    private final InvitationStore invitations;
    private final LetterStore letters;
    private final Clock clock;

    IdentityHousekeeping(
            AccessTokenStore tokens,
            ServiceAccountKeyStore keys,
            InvitationStore invitations,
            LetterStore letters,
            Clock clock) {
        this.tokens = tokens;
        this.keys = keys;
        this.invitations = invitations;
        this.letters = letters;
        this.clock = clock;
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofMinutes(1), "identity.delete-ended", this::deleteEnded)
                .firstAfter(Duration.ofMinutes(1));
    }

    void deleteEnded() {
        Instant now = clock.instant();
        Instant longAgo = now.minus(SHOWN_AFTER_END);
        inBatches(batch -> tokens.deleteMintedExpiredBefore(now, batch));
        inBatches(batch -> keys.deleteAssertionsExpiredBefore(now, batch));
        inBatches(batch -> tokens.deleteExpiredBefore(longAgo, batch));
        inBatches(batch -> keys.deleteEndedBefore(longAgo, batch));
        inBatches(batch -> invitations.deleteExpiredBefore(longAgo, batch));
        inBatches(batch -> letters.deleteBefore(now.minus(InvitationLetters.TENANT_PERIOD), batch));
    }

    private static void inBatches(IntUnaryOperator delete) {
        int deleted = BATCH;
        while (deleted == BATCH) {
            deleted = delete.applyAsInt(BATCH);
        }
    }
}
