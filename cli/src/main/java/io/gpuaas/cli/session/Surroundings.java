package io.gpuaas.cli.session;

import io.gpuaas.cli.output.Terminal;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/**
 * The environment of the process, replaced in tests. File names are resolved against {@code here}, the working
 * directory; {@code checkout} is the folder where ./gpuaas up may have started a server.
 */
public record Surroundings(Map<String, String> environment, Path here, Path checkout, Terminal terminal, Clock clock) {

    public static Surroundings ofThisProcess() {
        return new Surroundings(
                System.getenv(),
                Path.of("").toAbsolutePath(),
                // The launcher script passes the checkout, so that its server is found from any folder.
                Path.of(System.getProperty("gpuaas.folder", "")).toAbsolutePath(),
                Terminal.ofThisProcess(),
                Clock.systemUTC());
    }

    public Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }
}
