package io.gpuaas.controlplane.platform.database;

import io.gpuaas.controlplane.platform.Readiness;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class DatabaseReadiness implements Readiness {

    private final JdbcClient jdbc;

    DatabaseReadiness(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public String name() {
        return "database";
    }

    @Override
    public boolean ready() {
        return jdbc.sql("SELECT 1").query(Integer.class).single() == 1;
    }
}
