package io.gpuaas.controlplane.events;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.nats.client.JetStreamApiException;
import java.io.IOException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The one bus of this process, as the configuration says. */
@Configuration(proxyBeanMethods = false)
class BusConfiguration {

    @Bean
    EventBus eventBus(GpuaasProperties properties, JdbcClient jdbc, ConsumerCursors cursors)
            throws IOException, InterruptedException, JetStreamApiException {
        return switch (properties.bus().kind()) {
            case POSTGRES -> new PostgresBus(jdbc, properties, cursors);
            case NATS -> new NatsBus(properties.bus(), cursors);
        };
    }
}
