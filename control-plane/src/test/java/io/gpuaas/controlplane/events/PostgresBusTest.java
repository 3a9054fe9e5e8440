package io.gpuaas.controlplane.events;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.testkit.Against;
import org.springframework.jdbc.core.simple.JdbcClient;

@Against("PostgreSQL")
class PostgresBusTest extends BusContract {

    private final TestControlPlane plane = TestControlPlane.shared();

    @Override
    void publishAsOlderRelease(String stream, String type, String aggregate, long sequence) {
        plane.bean(JdbcClient.class)
                .sql("""
                        INSERT INTO events.bus_message (partition_no, event_id, event_type, aggregate, sequence, envelope)
                        VALUES (:partition, gen_random_uuid(), :type, :aggregate, :sequence, :envelope)""")
                .param("partition", Event.partitionOf(aggregate))
                .param("type", type)
                .param("aggregate", aggregate)
                .param("sequence", sequence)
                .param("envelope", envelope(type, sequence))
                .update();
    }

    @Override
    EventBus bus() {
        return new PostgresBus(
                plane.bean(JdbcClient.class), plane.bean(GpuaasProperties.class), plane.bean(ConsumerCursors.class));
    }
}
