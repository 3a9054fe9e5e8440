package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.audit.ActorNames;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.platform.TraceScope;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Names the actors in the audit trail. Platform operators see every name. A tenant sees the names of its members, those
 * of its projects, and its machines; a project sees its own only, as in its list of members. Operators' names are never
 * shown in a tenant's trail.
 */
@Component
class KnownActors implements ActorNames {

    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final JdbcClient jdbc;

    KnownActors(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public Map<String, String> names(Collection<String> actors, TraceScope scope) {
        UUID[] ids = actors.stream()
                // The platform itself and anonymous callers act too, and are no principals.
                .filter(actor -> ID.matcher(actor).matches())
                .map(UUID::fromString)
                .toArray(UUID[]::new);
        if (ids.length == 0) {
            return Map.of();
        }
        return jdbc
                .sql("SELECT p.id::text, p.display_name FROM identity.principal p WHERE p.id = " + Columns.ANY_OF_IDS
                        + " " + belongsTo(scope))
                .param("ids", ids)
                .param("place", place(scope), java.sql.Types.OTHER)
                .query((row, n) -> Map.entry(row.getString(1), row.getString(2)))
                .list()
                .stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static String belongsTo(TraceScope scope) {
        if (scope.project() != null) {
            return """
                    AND (EXISTS (SELECT 1 FROM identity.role_binding b WHERE b.principal_id = p.id AND b.project_id = :place)
                      OR EXISTS (SELECT 1 FROM identity.service_account s
                          WHERE s.principal_id = p.id AND s.project_id = :place))""";
        }
        return scope.tenant() == null ? "" : """
                AND (EXISTS (SELECT 1 FROM identity.role_binding b WHERE b.principal_id = p.id AND b.tenant_id = :place)
                  OR EXISTS (SELECT 1 FROM identity.service_account s JOIN identity.project j ON j.id = s.project_id
                      WHERE s.principal_id = p.id AND j.tenant_id = :place))""";
    }

    private static @Nullable UUID place(TraceScope scope) {
        if (scope.project() != null) {
            return scope.project().value();
        }
        return scope.tenant() == null ? null : scope.tenant().value();
    }
}
