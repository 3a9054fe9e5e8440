package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.PrincipalId;
import java.sql.Types;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
@EmbeddedIssuer
class SecondStepStore {

    private final JdbcClient jdbc;

    SecondStepStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    enum Purpose {
        /** The password was right; a factor has to be shown. */
        VERIFY,
        /** The password was right; policy demands a factor and there is none yet. */
        ENROL,
        /** A signed-in person adds a factor. */
        ADD
    }

    /** A browser between the password and the second factor. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Step(
            byte[] secretDigest,
            PrincipalId principal,
            Purpose purpose,
            @Nullable UUID loginId,
            String continueTo,
            byte @Nullable [] sealedSecret,
            byte @Nullable [] challenge) {}

    void add(Step step, Instant expiresAt) {
        jdbc.sql("""
                INSERT INTO issuer.second_step
                  (secret_digest, principal_id, purpose, login_id, continue_to, sealed_secret, expires_at)
                VALUES (:digest, :principal, :purpose, :login, :continue, :secret, :expires)""")
                .param("digest", step.secretDigest())
                .param("principal", step.principal().value())
                .param("purpose", step.purpose().name().toLowerCase(Locale.ROOT))
                .param("login", step.loginId(), Types.OTHER)
                .param("continue", step.continueTo())
                .param("secret", step.sealedSecret())
                .param("expires", Columns.time(expiresAt))
                .update();
    }

    /** Only while the account is active. */
    Optional<Step> find(byte[] secretDigest, Instant now) {
        return jdbc.sql("""
                SELECT s.* FROM issuer.second_step s
                JOIN issuer.user_account u ON u.principal_id = s.principal_id AND u.status = 'active'
                WHERE s.secret_digest = :digest AND s.expires_at > :now""")
                .param("digest", secretDigest)
                .param("now", Columns.time(now))
                .query((row, n) -> new Step(
                        secretDigest,
                        new PrincipalId(row.getObject("principal_id", UUID.class)),
                        Purpose.valueOf(row.getString("purpose").toUpperCase(Locale.ROOT)),
                        row.getObject("login_id", UUID.class),
                        row.getString("continue_to"),
                        row.getBytes("sealed_secret"),
                        row.getBytes("challenge")))
                .optional();
    }

    void setChallenge(Step step, byte[] challenge) {
        jdbc.sql("UPDATE issuer.second_step SET challenge = :challenge WHERE secret_digest = :digest")
                .param("challenge", challenge)
                .param("digest", step.secretDigest())
                .update();
    }

    /** True for exactly one of several concurrent answers. */
    boolean spendChallenge(Step step, byte[] challenge) {
        return jdbc.sql("""
                        UPDATE issuer.second_step SET challenge = NULL
                        WHERE secret_digest = :digest AND challenge = :challenge""")
                        .param("digest", step.secretDigest())
                        .param("challenge", challenge)
                        .update()
                == 1;
    }

    /** How many wrong answers there were, with this one. */
    int countWrongAnswer(Step step) {
        return jdbc.sql("""
                UPDATE issuer.second_step SET wrong_answers = wrong_answers + 1
                WHERE secret_digest = :digest RETURNING wrong_answers""")
                .param("digest", step.secretDigest())
                .query(Integer.class)
                .optional()
                .orElse(Integer.MAX_VALUE);
    }

    /** True for exactly one of several callers that end it. */
    boolean remove(byte[] secretDigest) {
        return jdbc.sql("DELETE FROM issuer.second_step WHERE secret_digest = :digest")
                        .param("digest", secretDigest)
                        .update()
                == 1;
    }

    void removeAll(PrincipalId principal) {
        jdbc.sql("DELETE FROM issuer.second_step WHERE principal_id = :principal")
                .param("principal", principal.value())
                .update();
    }

    int removeExpired(Instant before) {
        return jdbc.sql("DELETE FROM issuer.second_step WHERE expires_at < :before")
                .param("before", Columns.time(before))
                .update();
    }
}
