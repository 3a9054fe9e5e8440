package io.gpuaas.controlplane.platform.database;

import io.gpuaas.controlplane.platform.Readiness;
import org.springframework.stereotype.Component;

/** Whether the schemas are those of this program. Once they are, they stay so while it runs. */
@Component
class MigrationReadiness implements Readiness {

    private final Migrations migrations;
    private volatile boolean upToDate;

    MigrationReadiness(Migrations migrations) {
        this.migrations = migrations;
    }

    @Override
    public String name() {
        return "migrations";
    }

    @Override
    public boolean ready() {
        if (!upToDate) {
            upToDate = migrations.upToDate();
        }
        return upToDate;
    }
}
