package io.gpuaas.controlplane.identity;

import io.gpuaas.api.Member;
import io.gpuaas.api.PrincipalKind;
import io.gpuaas.controlplane.identity.Members.Place;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Roles of people in tenants and projects. */
@Component
class MemberStore {

    private static final String MEMBER = """
            SELECT p.id, p.kind, p.display_name, b.role
            FROM identity.role_binding b JOIN identity.principal p ON p.id = b.principal_id
            WHERE b.tenant_id = :tenant AND b.project_id IS NOT DISTINCT FROM :project::uuid
            """;

    private final JdbcClient jdbc;

    MemberStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The name of a person; machines are no members. */
    Optional<String> findPerson(PrincipalId id) {
        return jdbc.sql("SELECT display_name FROM identity.principal WHERE id = :id AND kind = 'user'")
                .param("id", id.value())
                .query(String.class)
                .optional();
    }

    Optional<String> findEmail(PrincipalId id) {
        return jdbc.sql("SELECT email FROM identity.principal WHERE id = :id AND email IS NOT NULL")
                .param("id", id.value())
                .query(String.class)
                .optional();
    }

    /** A person who can sign in. */
    Optional<PrincipalId> findPerson(String email) {
        return jdbc.sql("""
                SELECT id FROM identity.principal
                WHERE email = :email AND kind = 'user' AND disabled_at IS NULL ORDER BY id LIMIT 1""")
                .param("email", email)
                .query((row, n) -> new PrincipalId(row.getObject("id", java.util.UUID.class)))
                .optional();
    }

    boolean holdsRole(String email, Place place) {
        return jdbc.sql("SELECT EXISTS (" + MEMBER + " AND p.email = :email)")
                .param("tenant", place.tenantId().value())
                .param("project", place.projectValue(), Types.OTHER)
                .param("email", email)
                .query(Boolean.class)
                .single();
    }

    Optional<Member> find(PrincipalId id, Place place) {
        return jdbc.sql(MEMBER + " AND p.id = :id")
                .param("tenant", place.tenantId().value())
                .param("project", place.projectValue(), Types.OTHER)
                .param("id", id.value())
                .query(MemberStore::member)
                .optional();
    }

    List<Member> list(Place place, @Nullable UUID after, int limit) {
        return jdbc.sql(MEMBER + " AND (:after::uuid IS NULL OR p.id > :after::uuid) ORDER BY p.id LIMIT :limit")
                .param("tenant", place.tenantId().value())
                .param("project", place.projectValue(), Types.OTHER)
                .param("after", after, Types.OTHER)
                .param("limit", limit)
                .query(MemberStore::member)
                .list();
    }

    /** In place of the role held there so far. */
    void set(PrincipalId id, Place place, Role role) {
        jdbc.sql("""
                INSERT INTO identity.role_binding (principal_id, role, tenant_id, project_id)
                VALUES (:id, :role, :tenant, :project)
                ON CONFLICT (principal_id, tenant_id, project_id) WHERE tenant_id IS NOT NULL DO UPDATE SET role = :role""")
                .param("id", id.value())
                .param("role", role.wireName())
                .param("tenant", place.tenantId().value())
                .param("project", place.projectValue(), Types.OTHER)
                .update();
    }

    void remove(PrincipalId id, Place place) {
        jdbc.sql("""
                DELETE FROM identity.role_binding
                WHERE principal_id = :id AND tenant_id = :tenant AND project_id IS NOT DISTINCT FROM :project::uuid""")
                .param("id", id.value())
                .param("tenant", place.tenantId().value())
                .param("project", place.projectValue(), Types.OTHER)
                .update();
    }

    /** Everywhere in the tenant; the roles that were held, the tenant's own first. */
    List<Role> removeEverywhere(PrincipalId id, TenantId tenant) {
        return jdbc
                .sql(
                        "DELETE FROM identity.role_binding WHERE principal_id = :id AND tenant_id = :tenant RETURNING role")
                .param("id", id.value())
                .param("tenant", tenant.value())
                .query((row, n) -> Role.fromWire(row.getString(1)))
                .list()
                .stream()
                .sorted()
                .toList();
    }

    boolean hasOwnerBesides(PrincipalId id, TenantId tenant) {
        return jdbc.sql("""
                SELECT EXISTS (SELECT 1 FROM identity.role_binding
                    WHERE tenant_id = :tenant AND project_id IS NULL AND role = 'tenant_owner' AND principal_id <> :id)""")
                .param("tenant", tenant.value())
                .param("id", id.value())
                .query(Boolean.class)
                .single();
    }

    private static Member member(ResultSet row, int number) throws SQLException {
        return new Member(
                new PrincipalId(row.getObject("id", UUID.class)),
                PrincipalKind.fromWire(row.getString("kind")),
                row.getString("display_name"),
                row.getString("role"));
    }
}
