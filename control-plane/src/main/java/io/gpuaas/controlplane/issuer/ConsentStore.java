package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.PrincipalId;
import java.time.Clock;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Which people let which client act in their name. */
@Component
@EmbeddedIssuer
class ConsentStore {

    private final JdbcClient jdbc;
    private final Clock clock;

    ConsentStore(JdbcClient jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    boolean exists(PrincipalId principal, String clientId) {
        return jdbc.sql("""
                SELECT EXISTS (SELECT 1 FROM issuer.client_consent
                    WHERE principal_id = :principal AND client_id = :client)""")
                .param("principal", principal.value())
                .param("client", clientId)
                .query(Boolean.class)
                .single();
    }

    void add(PrincipalId principal, String clientId) {
        jdbc.sql("""
                INSERT INTO issuer.client_consent (principal_id, client_id, given_at) VALUES (:principal, :client, :now)
                ON CONFLICT DO NOTHING""")
                .param("principal", principal.value())
                .param("client", clientId)
                .param("now", Columns.time(clock.instant()))
                .update();
    }

    void removeAll(PrincipalId principal) {
        jdbc.sql("DELETE FROM issuer.client_consent WHERE principal_id = :principal")
                .param("principal", principal.value())
                .update();
    }
}
