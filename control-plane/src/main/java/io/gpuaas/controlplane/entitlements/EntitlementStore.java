package io.gpuaas.controlplane.entitlements;

import io.gpuaas.api.DeployRole;
import io.gpuaas.api.ProjectEntitlement;
import io.gpuaas.api.TenantEntitlement;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class EntitlementStore {

    private final JdbcClient jdbc;

    EntitlementStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Serializes new entitlements and requests of this tenant until the transaction ends, so that counts stay true. */
    void lock(TenantId tenant) {
        jdbc.sql("SELECT pg_advisory_xact_lock(hashtextextended('entitlements ' || :tenant, 0))")
                .param("tenant", tenant.toString())
                .query()
                .singleRow();
    }

    Optional<TenantEntitlement> find(TenantId tenant, String app) {
        return jdbc.sql("SELECT * FROM entitlements.tenant_entitlement WHERE tenant_id = :tenant AND app = :app")
                .param("tenant", tenant.value())
                .param("app", app)
                .query(EntitlementStore::ofTenant)
                .optional();
    }

    List<TenantEntitlement> list(TenantId tenant, @Nullable String after, int limit) {
        return jdbc.sql("""
                SELECT * FROM entitlements.tenant_entitlement
                WHERE tenant_id = :tenant AND (:after::text IS NULL OR app > :after) ORDER BY app LIMIT :limit""")
                .param("tenant", tenant.value())
                .param("after", after, Types.VARCHAR)
                .param("limit", limit)
                .query(EntitlementStore::ofTenant)
                .list();
    }

    /** Returns the names of the apps that are granted one by one, or withheld. */
    Set<String> names(TenantId tenant, boolean granted) {
        return new TreeSet<>(jdbc.sql("""
                SELECT app FROM entitlements.tenant_entitlement WHERE tenant_id = :tenant AND granted = :granted""")
                .param("tenant", tenant.value())
                .param("granted", granted)
                .query(String.class)
                .list());
    }

    long count(TenantId tenant) {
        return jdbc.sql("SELECT count(*) FROM entitlements.tenant_entitlement WHERE tenant_id = :tenant")
                .param("tenant", tenant.value())
                .query(Long.class)
                .single();
    }

    void set(TenantEntitlement one) {
        jdbc.sql("""
                INSERT INTO entitlements.tenant_entitlement (tenant_id, app, granted, versions, may_share_by_link, may_be_public,
                    changed_at, changed_by)
                VALUES (:tenant, :app, :granted, :versions, :link, :public, :at, :by)
                ON CONFLICT (tenant_id, app) DO UPDATE SET granted = :granted, versions = :versions, may_share_by_link = :link,
                    may_be_public = :public, changed_at = :at, changed_by = :by""")
                .param("tenant", one.tenantId().value())
                .param("app", one.app())
                .param("granted", one.granted())
                .param("versions", one.versions())
                .param("link", one.mayShareByLink())
                .param("public", one.mayBePublic())
                .param("at", Columns.time(one.changedAt()))
                .param("by", one.changedBy())
                .update();
    }

    void remove(TenantId tenant, String app) {
        jdbc.sql("DELETE FROM entitlements.tenant_entitlement WHERE tenant_id = :tenant AND app = :app")
                .param("tenant", tenant.value())
                .param("app", app)
                .update();
    }

    Optional<ProjectEntitlement> find(ProjectId project, String app) {
        return jdbc.sql("SELECT * FROM entitlements.project_entitlement WHERE project_id = :project AND app = :app")
                .param("project", project.value())
                .param("app", app)
                .query(EntitlementStore::ofProject)
                .optional();
    }

    /** Whether the app is enabled for any project of these tenants. */
    boolean isEnabledAnywhere(Collection<TenantId> tenants, String app) {
        return jdbc.sql("""
                SELECT EXISTS (SELECT 1 FROM entitlements.project_entitlement WHERE tenant_id = ANY (:tenants) AND app = :app)""")
                .param("tenants", tenants.stream().map(TenantId::value).toArray(UUID[]::new))
                .param("app", app)
                .query(Boolean.class)
                .single();
    }

    /** Lists what projects of the tenant have of an app: of the named ones or, without names, of all. */
    List<ProjectEntitlement> list(TenantId tenant, String app, @Nullable Collection<ProjectId> projects, int limit) {
        return jdbc.sql("""
                SELECT * FROM entitlements.project_entitlement
                WHERE tenant_id = :tenant AND app = :app AND (:projects::uuid[] IS NULL OR project_id = ANY (:projects::uuid[]))
                ORDER BY project_id LIMIT :limit""")
                .param("tenant", tenant.value())
                .param("app", app)
                .param(
                        "projects",
                        projects == null
                                ? null
                                : projects.stream().map(ProjectId::value).toArray(UUID[]::new),
                        Types.ARRAY)
                .param("limit", limit)
                .query(EntitlementStore::ofProject)
                .list();
    }

    Set<String> names(ProjectId project) {
        return new TreeSet<>(jdbc.sql("SELECT app FROM entitlements.project_entitlement WHERE project_id = :project")
                .param("project", project.value())
                .query(String.class)
                .list());
    }

    long count(ProjectId project) {
        return jdbc.sql("SELECT count(*) FROM entitlements.project_entitlement WHERE project_id = :project")
                .param("project", project.value())
                .query(Long.class)
                .single();
    }

    void set(TenantId tenant, ProjectEntitlement one) {
        jdbc.sql("""
                INSERT INTO entitlements.project_entitlement (project_id, app, tenant_id, versions, overlay, instances_max,
                    gpus_max, roles, changed_at, changed_by)
                VALUES (:project, :app, :tenant, :versions, :overlay, :instances, :gpus, :roles, :at, :by)
                ON CONFLICT (project_id, app) DO UPDATE SET versions = :versions, overlay = :overlay,
                    instances_max = :instances, gpus_max = :gpus, roles = :roles, changed_at = :at, changed_by = :by""")
                .param("project", one.projectId().value())
                .param("app", one.app())
                .param("tenant", tenant.value())
                .param("versions", one.versions())
                .param("overlay", one.overlay(), Types.VARCHAR)
                .param("instances", one.instancesMax(), Types.INTEGER)
                .param("gpus", one.gpusMax(), Types.INTEGER)
                .param("roles", one.roles().stream().map(DeployRole::wire).toArray(String[]::new))
                .param("at", Columns.time(one.changedAt()))
                .param("by", one.changedBy())
                .update();
    }

    void remove(ProjectId project, String app) {
        jdbc.sql("DELETE FROM entitlements.project_entitlement WHERE project_id = :project AND app = :app")
                .param("project", project.value())
                .param("app", app)
                .update();
    }

    private static TenantEntitlement ofTenant(ResultSet row, int number) throws SQLException {
        return new TenantEntitlement(
                new TenantId(row.getObject("tenant_id", UUID.class)),
                row.getString("app"),
                row.getBoolean("granted"),
                row.getString("versions"),
                row.getBoolean("may_share_by_link"),
                row.getBoolean("may_be_public"),
                Columns.instant(row, "changed_at"),
                row.getString("changed_by"));
    }

    private static ProjectEntitlement ofProject(ResultSet row, int number) throws SQLException {
        return new ProjectEntitlement(
                new ProjectId(row.getObject("project_id", UUID.class)),
                row.getString("app"),
                row.getString("versions"),
                row.getString("overlay"),
                Columns.optionalInt(row, "instances_max"),
                Columns.optionalInt(row, "gpus_max"),
                Columns.texts(row, "roles").stream().map(DeployRole::fromWire).toList(),
                Columns.instant(row, "changed_at"),
                row.getString("changed_by"));
    }
}
