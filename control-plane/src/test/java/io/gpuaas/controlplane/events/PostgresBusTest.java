package io.gpuaas.controlplane.events;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.testkit.Against;
import org.springframework.jdbc.core.simple.JdbcClient;

@Against("PostgreSQL")
class PostgresBusTest extends BusContract {

    private final TestControlPlane plane = TestControlPlane.shared();

    @Override
    EventBus bus() {
        return new PostgresBus(
                plane.bean(JdbcClient.class), plane.bean(GpuaasProperties.class), plane.bean(ConsumerCursors.class));
    }
}
