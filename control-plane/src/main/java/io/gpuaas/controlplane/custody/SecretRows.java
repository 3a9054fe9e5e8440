package io.gpuaas.controlplane.custody;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class SecretRows {

    private final JdbcClient jdbc;

    SecretRows(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    enum State {
        HERE,
        OUTSIDE,
        ENDING,
        DESTROYED;

        String column() {
            return name().toLowerCase(Locale.ROOT);
        }

        static State of(String column) {
            return valueOf(column.toUpperCase(Locale.ROOT));
        }
    }

    /** @param sealed null once the secret lies outside or is destroyed */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Row(SecretName name, State state, byte @Nullable [] sealed) {}

    @SuppressWarnings("ArrayRecordComponent") // never compared
    record TenantKey(TenantId tenant, byte[] wrapped) {}

    /** False when the name was used before. */
    boolean insert(SecretName name, byte[] sealed, Instant now) {
        return jdbc.sql("""
                INSERT INTO custody.secret (tenant_id, name, state, sealed, changed_at)
                VALUES (:tenant, :name, 'here', :sealed, :now)
                ON CONFLICT (tenant_id, name) DO NOTHING""")
                        .param("tenant", name.tenant().value())
                        .param("name", name.path())
                        .param("sealed", sealed)
                        .param("now", Columns.time(now))
                        .update()
                == 1;
    }

    Optional<Row> find(SecretName name) {
        return jdbc.sql(
                        "SELECT tenant_id, name, state, sealed FROM custody.secret WHERE tenant_id = :tenant AND name = :name")
                .param("tenant", name.tenant().value())
                .param("name", name.path())
                .query((row, n) -> read(row))
                .optional();
    }

    /** Secrets for the outside store, and those it shall forget; unchanged since the given times. */
    List<Row> listWaiting(Instant here, Instant ending, int limit) {
        return jdbc.sql("""
                SELECT tenant_id, name, state, sealed FROM custody.secret
                WHERE state IN ('here', 'ending')
                  AND changed_at <= CASE state WHEN 'here' THEN :here::timestamptz ELSE :ending::timestamptz END
                ORDER BY changed_at LIMIT :limit""")
                .param("here", Columns.time(here))
                .param("ending", Columns.time(ending))
                .param("limit", limit)
                .query((row, n) -> read(row))
                .list();
    }

    private static Row read(ResultSet row) throws SQLException {
        return new Row(
                new SecretName(new TenantId(row.getObject("tenant_id", UUID.class)), row.getString("name")),
                State.of(row.getString("state")),
                row.getBytes("sealed"));
    }

    /** Moves a secret out of the row, or forgets it; false when its state is another by now. */
    boolean change(SecretName name, State from, State to, Instant now) {
        return jdbc.sql("""
                UPDATE custody.secret SET state = :to, sealed = NULL, changed_at = :now
                WHERE tenant_id = :tenant AND name = :name AND state = :from""")
                        .param("tenant", name.tenant().value())
                        .param("name", name.path())
                        .param("from", from.column())
                        .param("to", to.column())
                        .param("now", Columns.time(now))
                        .update()
                == 1;
    }

    /** Puts a secret that could not be moved behind the others. */
    void postpone(SecretName name, State state, Instant now) {
        jdbc.sql("""
                UPDATE custody.secret SET changed_at = :now
                WHERE tenant_id = :tenant AND name = :name AND state = :state""")
                .param("tenant", name.tenant().value())
                .param("name", name.path())
                .param("state", state.column())
                .param("now", Columns.time(now))
                .update();
    }

    Optional<byte[]> findTenantKey(TenantId tenant) {
        return jdbc.sql("SELECT wrapped FROM custody.tenant_key WHERE tenant_id = :tenant")
                .param("tenant", tenant.value())
                .query((row, n) -> row.getBytes("wrapped"))
                .optional();
    }

    /** Keeps the key that is there when two make one at once. */
    void addTenantKey(TenantId tenant, long kek, byte[] wrapped, Instant now) {
        jdbc.sql("""
                INSERT INTO custody.tenant_key (tenant_id, kek_id, wrapped, wrapped_at)
                VALUES (:tenant, :kek, :wrapped, :now)
                ON CONFLICT (tenant_id) DO NOTHING""")
                .param("tenant", tenant.value())
                .param("kek", kek)
                .param("wrapped", wrapped)
                .param("now", Columns.time(now))
                .update();
    }

    /** Keys that another key-encryption key wraps, held until the end of the transaction. */
    List<TenantKey> lockWrappedByOthers(long kek, int limit) {
        return jdbc.sql("""
                SELECT tenant_id, wrapped FROM custody.tenant_key
                WHERE kek_id <> :kek ORDER BY tenant_id LIMIT :limit FOR UPDATE SKIP LOCKED""")
                .param("kek", kek)
                .param("limit", limit)
                .query((row, n) ->
                        new TenantKey(new TenantId(row.getObject("tenant_id", UUID.class)), row.getBytes("wrapped")))
                .list();
    }

    void replaceTenantKey(TenantId tenant, long kek, byte[] wrapped, Instant now) {
        jdbc.sql("""
                UPDATE custody.tenant_key SET kek_id = :kek, wrapped = :wrapped, wrapped_at = :now
                WHERE tenant_id = :tenant""")
                .param("tenant", tenant.value())
                .param("kek", kek)
                .param("wrapped", wrapped)
                .param("now", Columns.time(now))
                .update();
    }
}
