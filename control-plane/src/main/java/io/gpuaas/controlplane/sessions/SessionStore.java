package io.gpuaas.controlplane.sessions;

import io.gpuaas.controlplane.identity.AccessHolder;
import io.gpuaas.kernel.PrincipalId;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class SessionStore implements AccessHolder {

    /** A further sign-in of a user ends the oldest session. */
    private static final int SESSIONS_OF_ONE_USER_MAX = 50;

    private final JdbcClient jdbc;

    SessionStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** A sign-in under way. */
    record SignIn(String nonce, String codeVerifier, String returnTo) {}

    record Session(
            PrincipalId principal,
            @Nullable String issuerLogin,
            @Nullable String signOutHint,
            boolean secondFactor,
            Instant createdAt,
            Instant lastUsedAt,
            Instant expiresAt) {}

    void add(SignIn signIn, byte[] stateDigest, byte[] browserDigest, Instant expiresAt) {
        jdbc.sql("""
                INSERT INTO sessions.sign_in (state_digest, browser_digest, nonce, code_verifier, return_to, expires_at)
                VALUES (:state, :browser, :nonce, :verifier, :return, :expires)""")
                .param("state", stateDigest)
                .param("browser", browserDigest)
                .param("nonce", signIn.nonce())
                .param("verifier", signIn.codeVerifier())
                .param("return", signIn.returnTo())
                .param("expires", utc(expiresAt))
                .update();
    }

    /** Gives a sign-in once, to the browser that began it. */
    Optional<SignIn> take(byte[] stateDigest, byte[] browserDigest, Instant now) {
        return jdbc.sql("""
                DELETE FROM sessions.sign_in
                WHERE state_digest = :state AND browser_digest = :browser AND expires_at > :now
                RETURNING nonce, code_verifier, return_to""")
                .param("state", stateDigest)
                .param("browser", browserDigest)
                .param("now", utc(now))
                .query((row, n) -> new SignIn(row.getString(1), row.getString(2), row.getString(3)))
                .optional();
    }

    void add(Session session, byte[] idDigest) {
        jdbc.sql("""
                INSERT INTO sessions.session
                  (id_digest, principal_id, issuer_login, sign_out_hint, second_factor, created_at, last_used_at,
                   expires_at)
                VALUES (:id, :principal, :login, :hint, :factor, :created, :used, :expires)""")
                .param("id", idDigest)
                .param("principal", session.principal().value())
                .param("login", session.issuerLogin())
                .param("hint", session.signOutHint())
                .param("factor", session.secondFactor())
                .param("created", utc(session.createdAt()))
                .param("used", utc(session.lastUsedAt()))
                .param("expires", utc(session.expiresAt()))
                .update();
        jdbc.sql("""
                DELETE FROM sessions.session WHERE id_digest IN (
                  SELECT id_digest FROM sessions.session WHERE principal_id = :principal
                  ORDER BY created_at DESC OFFSET :max)""")
                .param("principal", session.principal().value())
                .param("max", SESSIONS_OF_ONE_USER_MAX)
                .update();
    }

    Optional<Session> find(byte[] idDigest) {
        return jdbc.sql("""
                SELECT principal_id, issuer_login, sign_out_hint, created_at, last_used_at, expires_at, second_factor
                FROM sessions.session WHERE id_digest = :id""")
                .param("id", idDigest)
                .query((row, n) -> new Session(
                        new PrincipalId(row.getObject(1, UUID.class)),
                        row.getString(2),
                        row.getString(3),
                        row.getBoolean(7),
                        row.getObject(4, OffsetDateTime.class).toInstant(),
                        row.getObject(5, OffsetDateTime.class).toInstant(),
                        row.getObject(6, OffsetDateTime.class).toInstant()))
                .optional();
    }

    void touch(byte[] idDigest, Instant now) {
        jdbc.sql("UPDATE sessions.session SET last_used_at = :now WHERE id_digest = :id AND last_used_at < :now")
                .param("now", utc(now))
                .param("id", idDigest)
                .update();
    }

    void remove(byte[] idDigest) {
        jdbc.sql("DELETE FROM sessions.session WHERE id_digest = :id")
                .param("id", idDigest)
                .update();
    }

    @Override
    public void endAll(PrincipalId principal) {
        jdbc.sql("DELETE FROM sessions.session WHERE principal_id = :principal")
                .param("principal", principal.value())
                .update();
    }

    /** Ends the sessions of one login; with a person, those of that person that know no login as well. */
    Set<PrincipalId> endLogin(String login, @Nullable PrincipalId person) {
        return Set.copyOf(jdbc.sql("""
                DELETE FROM sessions.session
                WHERE (issuer_login = :login AND (:person::uuid IS NULL OR principal_id = :person::uuid))
                   OR (issuer_login IS NULL AND principal_id = :person::uuid)
                RETURNING principal_id""")
                .param("login", login)
                .param("person", person == null ? null : person.value(), Types.OTHER)
                .query((row, n) -> new PrincipalId(row.getObject(1, UUID.class)))
                .set());
    }

    void removeExpired(Instant now, Instant idleSince) {
        jdbc.sql("DELETE FROM sessions.session WHERE expires_at < :now OR last_used_at < :idle")
                .param("now", utc(now))
                .param("idle", utc(idleSince))
                .update();
        jdbc.sql("DELETE FROM sessions.sign_in WHERE expires_at < :now")
                .param("now", utc(now))
                .update();
    }

    private static OffsetDateTime utc(Instant at) {
        return at.atOffset(ZoneOffset.UTC);
    }
}
