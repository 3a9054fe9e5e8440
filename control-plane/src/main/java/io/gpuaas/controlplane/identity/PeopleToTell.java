package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.notifications.Recipients;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Selects the recipients of notifications by role. Disabled people are left out. */
@Component
class PeopleToTell implements Recipients {

    private static final int PEOPLE_MAX = 500;

    private final JdbcClient jdbc;

    PeopleToTell(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public List<Recipient> whoPay(TenantId tenant) {
        return people("""
                b.tenant_id = :tenant AND b.project_id IS NULL AND b.role IN ('tenant_owner', 'tenant_admin', 'tenant_billing')""", tenant.value(), null);
    }

    @Override
    public List<Recipient> whoWorkIn(TenantId tenant, ProjectId project) {
        return people("""
                b.tenant_id = :tenant AND ((b.project_id = :project AND b.role IN ('project_admin', 'project_member'))
                    OR (b.project_id IS NULL AND b.role IN ('tenant_owner', 'tenant_admin')))""", tenant.value(), project.value());
    }

    @Override
    public Optional<String> nameOf(ProjectId project) {
        return jdbc.sql("SELECT name FROM identity.project WHERE id = :id")
                .param("id", project.value())
                .query(String.class)
                .optional();
    }

    @Override
    public List<Recipient> whoOperate() {
        return people("b.tenant_id IS NULL AND b.role IN ('platform_admin', 'operator')", null, null);
    }

    private List<Recipient> people(String who, @Nullable UUID tenant, @Nullable UUID project) {
        return jdbc.sql("""
                SELECT DISTINCT p.id, p.email FROM identity.role_binding b
                JOIN identity.principal p ON p.id = b.principal_id
                WHERE p.kind = 'user' AND p.disabled_at IS NULL AND %s ORDER BY p.id LIMIT :limit""".formatted(who))
                .param("tenant", tenant, java.sql.Types.OTHER)
                .param("project", project, java.sql.Types.OTHER)
                .param("limit", PEOPLE_MAX)
                .query((row, n) ->
                        new Recipient(new PrincipalId(row.getObject("id", UUID.class)), row.getString("email")))
                .list();
    }
}
