package io.gpuaas.controlplane.identity;

import io.gpuaas.kernel.PrincipalId;
import java.sql.Types;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Name, address and platform roles of people an outside issuer speaks for. */
@Component
class ProfileStore {

    private final JdbcClient jdbc;

    ProfileStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void setName(PrincipalId id, String name) {
        jdbc.sql("UPDATE identity.principal SET display_name = :name WHERE id = :id AND display_name <> :name")
                .param("id", id.value())
                .param("name", name)
                .update();
    }

    /** Two people with one address, at the same time, take turns. */
    void lockEmail(String email) {
        jdbc.sql("SELECT pg_advisory_xact_lock(hashtextextended(:email, 7311))")
                .param("email", email)
                .query((row, n) -> true)
                .single();
    }

    /** When another person has the address, this person gets none. */
    void setEmail(PrincipalId id, @Nullable String email) {
        jdbc.sql("""
                UPDATE identity.principal AS p SET email = (
                  SELECT :email::text WHERE NOT EXISTS (
                    SELECT 1 FROM identity.principal o WHERE o.email = :email::text AND o.id <> :id))
                WHERE p.id = :id AND p.email IS DISTINCT FROM :email::text""")
                .param("id", id.value())
                .param("email", email, Types.VARCHAR)
                .update();
    }

    boolean removeRoles(PrincipalId id, Set<Role> among, Set<Role> besides) {
        return jdbc.sql("""
                        DELETE FROM identity.role_binding
                        WHERE principal_id = :id AND tenant_id IS NULL
                          AND role = ANY (:among) AND role <> ALL (:besides)""")
                        .param("id", id.value())
                        .param("among", names(among))
                        .param("besides", names(besides))
                        .update()
                > 0;
    }

    boolean addRoles(PrincipalId id, Set<Role> roles) {
        return jdbc.sql("""
                        INSERT INTO identity.role_binding (principal_id, role)
                        SELECT :id, unnest(:roles) ON CONFLICT DO NOTHING""")
                        .param("id", id.value())
                        .param("roles", names(roles))
                        .update()
                > 0;
    }

    private static String[] names(Set<Role> roles) {
        return roles.stream().map(Role::wireName).sorted().toArray(String[]::new);
    }
}
