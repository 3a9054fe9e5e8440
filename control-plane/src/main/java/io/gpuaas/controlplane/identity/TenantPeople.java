package io.gpuaas.controlplane.identity;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.Set;
import java.util.TreeSet;
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
