package io.gpuaas.bench.kit;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where this program and the one it measures lie. */
public record Installation(Path root) {

    /** This jar is {@code bench/target/bench.jar} of a checkout. */
    public static Installation ofThisProgram() throws URISyntaxException {
        Path jar = Path.of(Installation.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Installation installation =
                new Installation(jar.resolve("../../..").normalize().toAbsolutePath());
        if (!Files.isRegularFile(installation.controlPlaneJar())) {
            throw new IllegalStateException(installation.controlPlaneJar() + " is missing: build it first");
        }
        return installation;
    }

    public Path controlPlaneJar() {
        return root.resolve("control-plane/target/control-plane-exec.jar");
    }

    public Path agentJar() {
        return root.resolve("node-agent/target/gpuaas-agent.jar");
    }

    public Path agentScript() {
        return root.resolve("node-agent/src/main/scripts/gpuaas-agent");
    }

    Path benchJar() {
        return root.resolve("bench/target/bench.jar");
    }

    /** On the disk of the checkout: the system's temporary directory may be memory, where fsync costs nothing. */
    Path workspaces() {
        return root.resolve("bench/target/workspaces");
    }

    Path results() {
        return root.resolve("bench/results");
    }
}
