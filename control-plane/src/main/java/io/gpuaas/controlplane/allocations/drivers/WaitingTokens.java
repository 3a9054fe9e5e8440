package io.gpuaas.controlplane.allocations.drivers;

import io.gpuaas.kernel.AllocationId;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** By which token the activity of a workflow is completed that waits for an allocation's task. Each is used once. */
@Component
public class WaitingTokens {

    private final JdbcClient jdbc;

    WaitingTokens(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void put(AllocationId id, byte[] token) {
        jdbc.sql("""
                INSERT INTO allocations.waiting_token (allocation_id, token) VALUES (:id, :token)
                ON CONFLICT (allocation_id) DO UPDATE SET token = excluded.token""").param("id", id.value()).param("token", token).update();
    }

    Optional<byte[]> take(AllocationId id) {
        return jdbc.sql("DELETE FROM allocations.waiting_token WHERE allocation_id = :id RETURNING token")
                .param("id", id.value())
                .query((row, n) -> row.getBytes("token"))
                .optional();
    }
}
