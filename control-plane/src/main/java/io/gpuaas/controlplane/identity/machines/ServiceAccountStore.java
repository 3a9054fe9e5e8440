package io.gpuaas.controlplane.identity.machines;

import io.gpuaas.api.ServiceAccount;
import io.gpuaas.api.ServiceAccountKey;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

public @Component class ServiceAccountStore {

    private static final String ACCOUNT = """
            SELECT s.*, p.display_name FROM identity.service_account s JOIN identity.principal p ON p.id = s.principal_id
            """;

    private final JdbcClient jdbc;
    private final ServiceAccountKeyStore keys;

    ServiceAccountStore(JdbcClient jdbc, ServiceAccountKeyStore keys) {
        this.jdbc = jdbc;
        this.keys = keys;
    }

    /** The principal itself must be there. */
    public void add(ServiceAccount account, String createdBy) {
        jdbc.sql("""
                INSERT INTO identity.service_account (principal_id, project_id, scopes, disabled, created_at, created_by)
                VALUES (:id, :project, :scopes, :disabled, :at, :by)""")
                .param("id", account.id().value())
                .param("project", account.projectId().value())
                .param("scopes", account.scopes().toArray(String[]::new))
                .param("disabled", account.disabled())
                .param("at", Columns.time(account.createdAt()))
                .param("by", createdBy)
                .update();
    }

    long count(ProjectId project) {
        return jdbc.sql("SELECT count(*) FROM identity.service_account WHERE project_id = :project")
                .param("project", project.value())
                .query(Long.class)
                .single();
    }

    public List<PrincipalId> idsIn(ProjectId project) {
        return jdbc.sql("SELECT principal_id FROM identity.service_account WHERE project_id = :project")
                .param("project", project.value())
                .query((row, n) -> new PrincipalId(row.getObject(1, UUID.class)))
                .list();
    }

    Optional<ServiceAccount> find(ProjectId project, PrincipalId id) {
        return withKeys(jdbc.sql(ACCOUNT + "WHERE s.project_id = :project AND s.principal_id = :id")
                        .param("project", project.value())
                        .param("id", id.value())
                        .query(ServiceAccountStore::account)
                        .list())
                .stream()
                .findFirst();
    }

    /** As {@link #find}; changes of the account and its keys wait for each other. */
    Optional<ServiceAccount> lock(ProjectId project, PrincipalId id) {
        jdbc.sql("SELECT 1 FROM identity.service_account WHERE project_id = :project AND principal_id = :id FOR UPDATE")
                .param("project", project.value())
                .param("id", id.value())
                .query(row -> {});
        return find(project, id);
    }

    List<ServiceAccount> list(ProjectId project, @Nullable UUID before, int limit) {
        return withKeys(jdbc.sql(ACCOUNT + """
                        WHERE s.project_id = :project AND (:before::uuid IS NULL OR s.principal_id < :before::uuid)
                        ORDER BY s.principal_id DESC LIMIT :limit""")
                .param("project", project.value())
                .param("before", before, Types.OTHER)
                .param("limit", limit)
                .query(ServiceAccountStore::account)
                .list());
    }

    void update(ServiceAccount account) {
        jdbc.sql("UPDATE identity.service_account SET scopes = :scopes, disabled = :disabled WHERE principal_id = :id")
                .param("id", account.id().value())
                .param("scopes", account.scopes().toArray(String[]::new))
                .param("disabled", account.disabled())
                .update();
        jdbc.sql("UPDATE identity.principal SET display_name = :name WHERE id = :id")
                .param("id", account.id().value())
                .param("name", account.name())
                .update();
    }

    /** Keys and tokens go with it; the principal stays, so that what it did keeps a name. */
    void delete(PrincipalId id) {
        jdbc.sql("DELETE FROM identity.service_account WHERE principal_id = :id")
                .param("id", id.value())
                .update();
    }

    private List<ServiceAccount> withKeys(List<ServiceAccount> accounts) {
        Map<PrincipalId, List<ServiceAccountKey>> found =
                keys.list(accounts.stream().map(ServiceAccount::id).toList());
        return accounts.stream()
                .map(account -> new ServiceAccount(
                        account.id(),
                        account.projectId(),
                        account.name(),
                        account.scopes(),
                        account.disabled(),
                        account.createdAt(),
                        found.getOrDefault(account.id(), List.of())))
                .toList();
    }

    private static ServiceAccount account(ResultSet row, int number) throws SQLException {
        return new ServiceAccount(
                new PrincipalId(row.getObject("principal_id", UUID.class)),
                new ProjectId(row.getObject("project_id", UUID.class)),
                row.getString("display_name"),
                Columns.texts(row, "scopes"),
                row.getBoolean("disabled"),
                Columns.instant(row, "created_at"),
                List.of());
    }
}
