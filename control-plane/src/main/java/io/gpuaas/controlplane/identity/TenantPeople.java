package io.gpuaas.controlplane.identity;

import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Answers other domains which roles a principal has in a tenant, and which people are behind it. Roles on the platform do not
 * count.
 */
@Component
public class TenantPeople {

    private final JdbcClient jdbc;

    TenantPeople(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Whether the principal has any role in the tenant or in one of its projects. */
    public boolean belongsTo(String principal, TenantId tenant) {
        return jdbc.sql("""
                SELECT EXISTS (SELECT 1 FROM identity.role_binding
                    WHERE principal_id::text = :principal AND tenant_id = :tenant)""")
                .param("principal", principal)
                .param("tenant", tenant.value())
                .query(Boolean.class)
                .single();
    }

    /** A role that counts in a project, or in all projects of the tenant where none is named. */
    public record HeldRole(
            String role, TenantId tenant, @Nullable ProjectId project) {

        public boolean reaches(ProjectId other) {
            return project == null || project.equals(other);
        }
    }

    /** Lists the roles that a principal can use at this moment. The role of a service account is {@code service_account}. */
    public List<HeldRole> rolesInForce(PrincipalId principal) {
        return jdbc.sql("""
                SELECT b.role, b.tenant_id, b.project_id
                FROM identity.role_binding b JOIN identity.principal p ON p.id = b.principal_id
                WHERE p.id = :principal AND p.kind = 'user' AND p.disabled_at IS NULL AND b.tenant_id IS NOT NULL
                UNION ALL
                SELECT 'service_account', j.tenant_id, s.project_id
                FROM identity.service_account s JOIN identity.project j ON j.id = s.project_id
                JOIN identity.principal p ON p.id = s.principal_id
                WHERE s.principal_id = :principal AND NOT s.disabled AND p.disabled_at IS NULL""")
                .param("principal", principal.value())
                .query((row, n) -> {
                    UUID project = row.getObject("project_id", UUID.class);
                    return new HeldRole(
                            row.getString("role"),
                            new TenantId(row.getObject("tenant_id", UUID.class)),
                            project == null ? null : new ProjectId(project));
                })
                .list();
    }

    /** Whether the project exists and belongs to the tenant. */
    public boolean hasProject(TenantId tenant, ProjectId project) {
        return jdbc.sql("SELECT EXISTS (SELECT 1 FROM identity.project WHERE id = :project AND tenant_id = :tenant)")
                .param("project", project.value())
                .param("tenant", tenant.value())
                .query(Boolean.class)
                .single();
    }

    /** Returns the principal and, for a service account, the people who made it or a key of it. */
    public Set<String> behind(String principal) {
        Set<String> all = new TreeSet<>(
                jdbc.sql("""
                        SELECT created_by FROM identity.service_account
                        WHERE principal_id::text = :principal AND created_by IS NOT NULL
                        UNION
                        SELECT created_by FROM identity.service_account_key
                        WHERE service_account_id::text = :principal AND created_by IS NOT NULL""").param("principal", principal).query(String.class).list());
        all.add(principal);
        return all;
    }

    /** Returns the names of the roles that reach the project: its own and those of its tenant. */
    public Set<String> rolesReaching(String principal, TenantId tenant, ProjectId project) {
        return new TreeSet<>(jdbc.sql("""
                SELECT role FROM identity.role_binding
                WHERE principal_id::text = :principal AND tenant_id = :tenant
                  AND (project_id IS NULL OR project_id = :project)""")
                .param("principal", principal)
                .param("tenant", tenant.value())
                .param("project", project.value())
                .query(String.class)
                .list());
    }
}
