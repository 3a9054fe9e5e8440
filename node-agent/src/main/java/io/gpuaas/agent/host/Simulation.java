package io.gpuaas.agent.host;

import java.nio.file.Path;
import java.util.List;

/** How a simulated host is set up. At speed 1 things take about as long as on a real one. */
public record Simulation(Path folder, String model, long seed, double speed, List<String> faults) {

    public Simulation {
        faults = List.copyOf(faults);
        if (speed <= 0) {
            throw new IllegalArgumentException("the speed of a simulation is above 0");
        }
    }
}
