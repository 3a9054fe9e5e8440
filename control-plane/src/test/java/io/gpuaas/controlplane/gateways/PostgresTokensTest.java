package io.gpuaas.controlplane.gateways;

import io.gpuaas.controlplane.TestControlPlane;
import java.time.Clock;
import org.springframework.jdbc.core.simple.JdbcClient;

class PostgresTokensTest extends StreamTokensContract {

    private final JdbcClient jdbc = TestControlPlane.shared().bean(JdbcClient.class);

    @Override
    StreamTokens tokens() {
        return new PostgresTokens(jdbc, Clock.systemUTC());
    }

    @Override
    String dump() {
        return String.join(
                "\n",
                jdbc.sql("SELECT t::text FROM gateways.stream_token t")
                        .query(String.class)
                        .list());
    }
}
