package io.gpuaas.controlplane.issuer;

import io.gpuaas.kernel.PrincipalId;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
@EmbeddedIssuer
class PasswordUserStore {

    private static final String SELECT =
            "SELECT principal_id, username, password_hash, status, browsers_epoch FROM issuer.user_account WHERE ";

    private final JdbcClient jdbc;

    PasswordUserStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** @param browsersEpoch the number that cookies of known browsers must carry */
    record Account(PrincipalId principal, String username, String passwordHash, boolean active, long browsersEpoch) {}

    void add(PrincipalId principal, String username, String passwordHash, Instant now) {
        jdbc.sql("""
                INSERT INTO issuer.user_account
                  (principal_id, username, password_hash, status, created_at, password_changed_at)
                VALUES (:principal, :username, :hash, 'active', :now, :now)""")
                .param("principal", principal.value())
                .param("username", username)
                .param("hash", passwordHash)
                .param("now", now.atOffset(ZoneOffset.UTC))
                .update();
    }

    Optional<Account> find(String username) {
        return one(jdbc.sql(SELECT + "username = :username").param("username", username));
    }

    Optional<Account> find(PrincipalId principal) {
        return one(jdbc.sql(SELECT + "principal_id = :principal").param("principal", principal.value()));
    }

    Map<PrincipalId, String> usernames(Collection<PrincipalId> principals) {
        Map<PrincipalId, String> names = new HashMap<>();
        jdbc.sql("SELECT principal_id, username FROM issuer.user_account WHERE principal_id = ANY (:ids)")
                .param("ids", principals.stream().map(PrincipalId::value).toArray(UUID[]::new), Types.ARRAY)
                .query(row -> {
                    names.put(new PrincipalId(row.getObject(1, UUID.class)), row.getString(2));
                });
        return names;
    }

    void setPassword(PrincipalId principal, String passwordHash, Instant now) {
        jdbc.sql("""
                UPDATE issuer.user_account SET password_hash = :hash, password_changed_at = :now,
                  browsers_epoch = browsers_epoch + 1
                WHERE principal_id = :principal""")
                .param("hash", passwordHash)
                .param("now", now.atOffset(ZoneOffset.UTC))
                .param("principal", principal.value())
                .update();
        // A letter about the password before it must not replace the new one.
        jdbc.sql("UPDATE issuer.password_reset SET token_digest = NULL WHERE principal_id = :principal")
                .param("principal", principal.value())
                .update();
    }

    /** The same password under newer parameters; nothing when it was changed in between. */
    void rehash(PrincipalId principal, String from, String to) {
        jdbc.sql("""
                UPDATE issuer.user_account SET password_hash = :to
                WHERE principal_id = :principal AND password_hash = :from""")
                .param("to", to)
                .param("principal", principal.value())
                .param("from", from)
                .update();
    }

    void endKnownBrowsers(PrincipalId principal) {
        jdbc.sql("""
                UPDATE issuer.user_account SET browsers_epoch = browsers_epoch + 1
                WHERE principal_id = :principal""").param("principal", principal.value()).update();
    }

    private static Optional<Account> one(JdbcClient.StatementSpec select) {
        return select.query((row, n) -> new Account(
                        new PrincipalId(row.getObject(1, UUID.class)),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4).equals("active"),
                        row.getLong(5)))
                .optional();
    }
}
