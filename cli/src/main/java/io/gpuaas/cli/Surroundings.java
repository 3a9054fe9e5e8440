package io.gpuaas.cli;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/**
 * What the process was given; tests give their own. Files are named from {@code here}, where the person is; {@code
 * checkout} is where ./gpuaas up may have started a server.
 */
record Surroundings(Map<String, String> environment, Path here, Path checkout, Terminal terminal, Clock clock) {

    static Surroundings ofThisProcess() {
        return new Surroundings(
                System.getenv(),
                Path.of("").toAbsolutePath(),
                // The launcher of a checkout names it, so that its server is found from anywhere.
                Path.of(System.getProperty("gpuaas.folder", "")).toAbsolutePath(),
                Terminal.ofThisProcess(),
                Clock.systemUTC());
    }

    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }
}
