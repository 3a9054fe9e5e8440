package io.gpuaas.controlplane.catalogue;

import io.gpuaas.api.AppSuspension;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.AppSuspensionId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class SuspensionStore {

    private final JdbcClient jdbc;

    SuspensionStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void add(AppSuspension suspension) {
        jdbc.sql("""
                INSERT INTO catalogue.suspension (id, namespace, app, version, reason, suspended_at, suspended_by)
                VALUES (:id, :namespace, :app, :version, :reason, :at, :by)""")
                .param("id", suspension.id().value())
                .param("namespace", suspension.namespace())
                .param(
                        "app",
                        suspension.appName() == null ? null : suspension.namespace() + "/" + suspension.appName(),
                        Types.VARCHAR)
                .param("version", suspension.version(), Types.VARCHAR)
                .param("reason", suspension.reason())
                .param("at", Columns.time(suspension.suspendedAt()))
                .param("by", suspension.suspendedBy())
                .update();
    }

    /** Finds the reason of an open suspension that covers the app or, if one is given, the version. */
    Optional<String> findReason(String app, @Nullable String version) {
        return jdbc.sql("""
                SELECT reason FROM catalogue.suspension
                WHERE namespace = :namespace AND lifted_at IS NULL AND (app IS NULL OR app = :app)
                  AND (version IS NULL OR version = :version)
                ORDER BY id LIMIT 1""")
                .param("namespace", app.substring(0, app.indexOf('/')))
                .param("app", app)
                .param("version", version, Types.VARCHAR)
                .query(String.class)
                .optional();
    }

    Optional<AppSuspension> lock(AppSuspensionId id) {
        return jdbc.sql("SELECT * FROM catalogue.suspension WHERE id = :id FOR UPDATE")
                .param("id", id.value())
                .query(SuspensionStore::suspension)
                .optional();
    }

    List<AppSuspension> list(@Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM catalogue.suspension WHERE :before::uuid IS NULL OR id < :before::uuid
                ORDER BY id DESC LIMIT :limit""")
                .param("before", before, Types.OTHER)
                .param("limit", limit)
                .query(SuspensionStore::suspension)
                .list();
    }

    void lift(AppSuspensionId id, String reason, String by, Instant at) {
        jdbc.sql("""
                UPDATE catalogue.suspension SET lifted_at = :at, lifted_by = :by, lift_reason = :reason WHERE id = :id""")
                .param("id", id.value())
                .param("at", Columns.time(at))
                .param("by", by)
                .param("reason", reason)
                .update();
    }

    private static AppSuspension suspension(ResultSet row, int number) throws SQLException {
        String app = row.getString("app");
        return new AppSuspension(
                new AppSuspensionId(row.getObject("id", UUID.class)),
                row.getString("namespace"),
                app == null ? null : app.substring(app.indexOf('/') + 1),
                row.getString("version"),
                row.getString("reason"),
                Columns.instant(row, "suspended_at"),
                row.getString("suspended_by"),
                Columns.optionalInstant(row, "lifted_at"),
                row.getString("lifted_by"),
                row.getString("lift_reason"));
    }
}
