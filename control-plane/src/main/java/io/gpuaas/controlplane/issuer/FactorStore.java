package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.PrincipalId;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
@EmbeddedIssuer
class FactorStore {

    private final JdbcClient jdbc;

    FactorStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    enum Kind {
        APP,
        KEY
    }

    /** As its owner sees it. */
    record Factor(
            UUID id,
            Kind kind,
            String name,
            Instant createdAt,
            @Nullable Instant lastUsedAt) {}

    @SuppressWarnings("ArrayRecordComponent") // never compared
    record App(UUID id, byte[] sealedSecret) {}

    /** The public half of a security key, as it was registered. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record RegisteredKey(
            UUID id,
            byte[] credentialId,
            byte[] credential,
            long signCount,
            @Nullable Boolean backupEligible) {}

    /** Serializes changes of one person's factors. */
    void lock(PrincipalId person) {
        jdbc.sql("SELECT 1 FROM issuer.user_account WHERE principal_id = :person FOR NO KEY UPDATE")
                .param("person", person.value())
                .query(row -> {});
    }

    List<Factor> list(PrincipalId person) {
        return jdbc.sql("""
                SELECT id, kind, name, created_at, last_used_at FROM issuer.second_factor
                WHERE principal_id = :person ORDER BY created_at, id""")
                .param("person", person.value())
                .query((row, n) -> new Factor(
                        row.getObject("id", UUID.class),
                        row.getString("kind").equals("app") ? Kind.APP : Kind.KEY,
                        row.getString("name"),
                        Columns.instant(row, "created_at"),
                        Columns.optionalInstant(row, "last_used_at")))
                .list();
    }

    List<App> apps(PrincipalId person) {
        return jdbc.sql(
                        "SELECT id, sealed_secret FROM issuer.second_factor WHERE principal_id = :person AND kind = 'app'")
                .param("person", person.value())
                .query((row, n) -> new App(row.getObject(1, UUID.class), row.getBytes(2)))
                .list();
    }

    List<RegisteredKey> keys(PrincipalId person) {
        return jdbc.sql("""
                SELECT id, credential_id, credential, sign_count, backup_eligible FROM issuer.second_factor
                WHERE principal_id = :person AND kind = 'key'""")
                .param("person", person.value())
                .query((row, n) -> new RegisteredKey(
                        row.getObject(1, UUID.class),
                        row.getBytes(2),
                        row.getBytes(3),
                        row.getLong(4),
                        row.getObject(5, Boolean.class)))
                .list();
    }

    void add(PrincipalId person, App app, String name, long step, Instant now) {
        jdbc.sql("""
                INSERT INTO issuer.second_factor
                  (id, principal_id, kind, name, sealed_secret, last_step, created_at)
                VALUES (:id, :person, 'app', :name, :secret, :step, :now)""")
                .param("id", app.id())
                .param("person", person.value())
                .param("name", name)
                .param("secret", app.sealedSecret())
                .param("step", step)
                .param("now", Columns.time(now))
                .update();
    }

    /** False when this key is registered already. */
    boolean add(PrincipalId person, RegisteredKey key, String name, Instant now) {
        try {
            jdbc.sql("""
                    INSERT INTO issuer.second_factor
                      (id, principal_id, kind, name, credential_id, credential, sign_count, backup_eligible, created_at)
                    VALUES (:id, :person, 'key', :name, :credential_id, :credential, :count, :backup, :now)""")
                    .param("id", key.id())
                    .param("person", person.value())
                    .param("name", name)
                    .param("credential_id", key.credentialId())
                    .param("credential", key.credential())
                    .param("count", key.signCount())
                    .param("backup", key.backupEligible())
                    .param("now", Columns.time(now))
                    .update();
            return true;
        } catch (DuplicateKeyException e) {
            return false;
        }
    }

    /** True for exactly one of several callers with a code of this step; never for one of an earlier step. */
    boolean use(App app, long step, Instant now) {
        return jdbc.sql("""
                        UPDATE issuer.second_factor SET last_step = :step, last_used_at = :now
                        WHERE id = :id AND last_step < :step""")
                        .param("step", step)
                        .param("now", Columns.time(now))
                        .param("id", app.id())
                        .update()
                == 1;
    }

    /** False when the key counted further meanwhile: then there are two of it. Keys that do not count say zero. */
    boolean use(RegisteredKey key, long signCount, Instant now) {
        return jdbc.sql("""
                        UPDATE issuer.second_factor SET sign_count = :count, last_used_at = :now
                        WHERE id = :id AND (sign_count < :count OR (sign_count = 0 AND :count = 0))""")
                        .param("count", signCount)
                        .param("now", Columns.time(now))
                        .param("id", key.id())
                        .update()
                == 1;
    }

    boolean remove(PrincipalId person, UUID id) {
        return jdbc.sql("DELETE FROM issuer.second_factor WHERE id = :id AND principal_id = :person")
                        .param("id", id)
                        .param("person", person.value())
                        .update()
                == 1;
    }

    int removeAll(PrincipalId person) {
        return jdbc.sql("DELETE FROM issuer.second_factor WHERE principal_id = :person")
                .param("person", person.value())
                .update();
    }

    void replaceCodes(PrincipalId person, List<byte[]> digests) {
        jdbc.sql("DELETE FROM issuer.recovery_code WHERE principal_id = :person")
                .param("person", person.value())
                .update();
        digests.forEach(
                digest -> jdbc.sql("INSERT INTO issuer.recovery_code (principal_id, digest) VALUES (:person, :digest)")
                        .param("person", person.value())
                        .param("digest", digest)
                        .update());
    }

    /** True for exactly one of several concurrent callers. */
    boolean useCode(PrincipalId person, byte[] digest) {
        return jdbc.sql("DELETE FROM issuer.recovery_code WHERE principal_id = :person AND digest = :digest")
                        .param("person", person.value())
                        .param("digest", digest)
                        .update()
                == 1;
    }

    int countCodes(PrincipalId person) {
        return jdbc.sql("SELECT count(*) FROM issuer.recovery_code WHERE principal_id = :person")
                .param("person", person.value())
                .query(Integer.class)
                .single();
    }
}
