package io.gpuaas.controlplane.events;

import io.gpuaas.controlplane.platform.Readiness;
import org.springframework.stereotype.Component;

@Component
class BusReadiness implements Readiness {

    private final EventBus bus;

    BusReadiness(EventBus bus) {
        this.bus = bus;
    }

    @Override
    public String name() {
        return "bus";
    }

    @Override
    public boolean ready() {
        return bus.reachable();
    }
}
