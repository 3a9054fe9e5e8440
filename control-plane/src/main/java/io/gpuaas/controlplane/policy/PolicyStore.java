package io.gpuaas.controlplane.policy;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class PolicyStore {

    private final JdbcClient jdbc;

    PolicyStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    Map<String, String> overrides(PolicyTarget target) {
        Map<String, String> values = new HashMap<>();
        jdbc.sql("SELECT key, value FROM policy.override WHERE scope = :scope AND scope_id = :id")
                .param("scope", target.scope().wire())
                .param("id", target.id())
                .query(row -> {
                    values.put(row.getString(1), row.getString(2));
                });
        return Map.copyOf(values);
    }

    void set(PolicyTarget target, String key, String value, @Nullable String reason, String setBy, Instant setAt) {
        jdbc.sql("""
                INSERT INTO policy.override (scope, scope_id, key, value, reason, set_by, set_at)
                VALUES (:scope, :id, :key, :value, :reason, :by, :at)
                ON CONFLICT (scope, scope_id, key) DO UPDATE
                SET value = :value, reason = :reason, set_by = :by, set_at = :at""")
                .param("scope", target.scope().wire())
                .param("id", target.id())
                .param("key", key)
                .param("value", value)
                .param("reason", reason)
                .param("by", setBy)
                .param("at", setAt.atOffset(ZoneOffset.UTC))
                .update();
    }

    boolean clear(PolicyTarget target, String key) {
        return jdbc.sql("DELETE FROM policy.override WHERE scope = :scope AND scope_id = :id AND key = :key")
                        .param("scope", target.scope().wire())
                        .param("id", target.id())
                        .param("key", key)
                        .update()
                == 1;
    }
}
