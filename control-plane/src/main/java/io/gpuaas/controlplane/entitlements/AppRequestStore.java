package io.gpuaas.controlplane.entitlements;

import io.gpuaas.api.AppRequest;
import io.gpuaas.api.AppRequestState;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.AppRequestId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class AppRequestStore {

    private final JdbcClient jdbc;

    AppRequestStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    Optional<AppRequest> findOpen(ProjectId project, String app) {
        return jdbc.sql("""
                SELECT * FROM entitlements.app_request WHERE project_id = :project AND app = :app AND state = 'open'""")
                .param("project", project.value())
                .param("app", app)
                .query(AppRequestStore::request)
                .optional();
    }

    Set<String> openNames(ProjectId project) {
        return new TreeSet<>(jdbc.sql("""
                SELECT app FROM entitlements.app_request WHERE project_id = :project AND state = 'open'""")
                .param("project", project.value())
                .query(String.class)
                .list());
    }

    void add(TenantId tenant, AppRequest request) {
        jdbc.sql("""
                INSERT INTO entitlements.app_request (id, tenant_id, project_id, app, state, message, created_at, created_by)
                VALUES (:id, :tenant, :project, :app, :state, :message, :at, :by)""")
                .param("id", request.id().value())
                .param("tenant", tenant.value())
                .param("project", request.projectId().value())
                .param("app", request.app())
                .param("state", request.state().wire())
                .param("message", request.message())
                .param("at", Columns.time(request.createdAt()))
                .param("by", request.createdBy())
                .update();
    }

    Optional<AppRequest> lock(TenantId tenant, AppRequestId id) {
        return jdbc.sql("SELECT * FROM entitlements.app_request WHERE id = :id AND tenant_id = :tenant FOR UPDATE")
                .param("id", id.value())
                .param("tenant", tenant.value())
                .query(AppRequestStore::request)
                .optional();
    }

    List<AppRequest> list(TenantId tenant, @Nullable AppRequestState state, @Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM entitlements.app_request
                WHERE tenant_id = :tenant AND (:state::text IS NULL OR state = :state)
                  AND (:before::uuid IS NULL OR id < :before::uuid)
                ORDER BY id DESC LIMIT :limit""")
                .param("tenant", tenant.value())
                .param("state", state == null ? null : state.wire(), Types.VARCHAR)
                .param("before", before, Types.OTHER)
                .param("limit", limit)
                .query(AppRequestStore::request)
                .list();
    }

    void decide(AppRequest decided) {
        jdbc.sql("""
                UPDATE entitlements.app_request SET state = :state, decided_at = :at, decided_by = :by, answer = :answer
                WHERE id = :id""")
                .param("id", decided.id().value())
                .param("state", decided.state().wire())
                .param("at", Columns.optionalTime(decided.decidedAt()), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("by", decided.decidedBy(), Types.VARCHAR)
                .param("answer", decided.answer(), Types.VARCHAR)
                .update();
    }

    private static AppRequest request(ResultSet row, int number) throws SQLException {
        return new AppRequest(
                new AppRequestId(row.getObject("id", UUID.class)),
                new ProjectId(row.getObject("project_id", UUID.class)),
                row.getString("app"),
                AppRequestState.fromWire(row.getString("state")),
                row.getString("message"),
                Columns.instant(row, "created_at"),
                row.getString("created_by"),
                Columns.optionalInstant(row, "decided_at"),
                row.getString("decided_by"),
                row.getString("answer"));
    }
}
