package io.gpuaas.controlplane.identity;

import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Lists the people who work in a project for other domains. Viewers are left out. */
@Component
public class ProjectPeople {

    private static final int PEOPLE_MAX = 200;

    private final JdbcClient jdbc;

    ProjectPeople(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * People with a working role in the project, and the maker of the thing in question as long as that person has a
     * role in the tenant that reaches it. Disabled people are left out.
     */
    public List<PrincipalId> whoWorkIn(TenantId tenant, ProjectId project, String maker) {
        return jdbc.sql("""
                SELECT DISTINCT p.id FROM identity.role_binding b JOIN identity.principal p ON p.id = b.principal_id
                WHERE p.kind = 'user' AND p.disabled_at IS NULL AND b.tenant_id = :tenant
                  AND ((b.project_id = :project AND b.role IN ('project_admin', 'project_member'))
                    OR (b.project_id IS NULL AND b.role IN ('tenant_owner', 'tenant_admin') AND p.id::text = :maker))
                ORDER BY p.id LIMIT :limit""")
                .param("tenant", tenant.value())
                .param("project", project.value())
                .param("maker", maker)
                .param("limit", PEOPLE_MAX)
                .query((row, n) -> new PrincipalId(row.getObject(1, UUID.class)))
                .list();
    }

    /** The projects in which the person has a working role of their own, with their tenants. */
    public List<ProjectId> projectsOf(PrincipalId person) {
        return jdbc.sql("""
                SELECT DISTINCT project_id FROM identity.role_binding
                WHERE principal_id = :person AND project_id IS NOT NULL""")
                .param("person", person.value())
                .query((row, n) -> new ProjectId(row.getObject(1, UUID.class)))
                .list();
    }
}
