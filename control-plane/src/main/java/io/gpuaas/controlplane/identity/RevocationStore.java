package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.PrincipalId;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class RevocationStore {

    private final JdbcClient jdbc;

    RevocationStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    boolean exists(PrincipalId principal) {
        return jdbc.sql("SELECT EXISTS (SELECT 1 FROM identity.principal WHERE id = :id)")
                .param("id", principal.value())
                .query(Boolean.class)
                .single();
    }

    /** Roles stay: the principal may sign in again. */
    void revokeEverything(PrincipalId principal, Instant now, String reason) {
        jdbc.sql("""
                INSERT INTO identity.revocation AS r (principal_id, revoked_before, reason) VALUES (:id, :now, :reason)
                ON CONFLICT (principal_id) DO UPDATE
                SET revoked_before = greatest(r.revoked_before, :now), reason = :reason""")
                .param("id", principal.value())
                .param("now", Columns.time(now))
                .param("reason", reason)
                .update();
        jdbc.sql("UPDATE identity.access_token SET revoked_at = :now WHERE principal_id = :id AND revoked_at IS NULL")
                .param("id", principal.value())
                .param("now", Columns.time(now))
                .update();
        jdbc.sql("""
                UPDATE identity.service_account_key SET revoked_at = :now
                WHERE service_account_id = :id AND revoked_at IS NULL""")
                .param("id", principal.value())
                .param("now", Columns.time(now))
                .update();
    }

    void endStreams(PrincipalId principal, Instant before) {
        jdbc.sql("""
                INSERT INTO identity.revocation AS r (principal_id, streams_before) VALUES (:id, :before)
                ON CONFLICT (principal_id) DO UPDATE SET streams_before = greatest(r.streams_before, :before)""")
                .param("id", principal.value())
                .param("before", Columns.time(before))
                .update();
    }

    Map<PrincipalId, Instant> revokedSince(Instant time) {
        return since(
                "SELECT principal_id, revoked_before FROM identity.revocation WHERE revoked_before >= :time", time);
    }

    Map<PrincipalId, Instant> streamsEndedSince(Instant time) {
        return since(
                "SELECT principal_id, streams_before FROM identity.revocation WHERE streams_before >= :time", time);
    }

    private Map<PrincipalId, Instant> since(String statement, Instant time) {
        Map<PrincipalId, Instant> found = new HashMap<>();
        jdbc.sql(statement).param("time", Columns.time(time)).query(row -> {
            found.put(
                    new PrincipalId(row.getObject(1, UUID.class)),
                    row.getObject(2, OffsetDateTime.class).toInstant());
        });
        return found;
    }
}
