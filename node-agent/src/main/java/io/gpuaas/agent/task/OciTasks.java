package io.gpuaas.agent.task;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Containers on a host. */
public final class OciTasks {

    private static final Pattern IMAGE = Pattern.compile("[ -~]*@sha256:[0-9a-f]{64}");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern ABSOLUTE = Pattern.compile("/.*");
    private static final Pattern PROTOCOL = Pattern.compile("tcp|udp");
    private static final Pattern RESTART = Pattern.compile("never|on_failure|always");

    private OciTasks() {}

    public sealed interface Payload extends TaskPayload {}

    public record LaunchContainer(
            UUID containerId,
            @Nullable UUID allocationId,
            String image,
            @Nullable RegistryCredentials registryCredentials,
            List<String> command,
            Map<String, String> environment,
            List<String> gpuUuids,
            List<Mount> mounts,
            List<Port> ports,
            @Nullable Integer cpus,
            @Nullable Long memoryBytes,
            @Nullable String username,
            @Nullable String restart,
            @Nullable Ready ready)
            implements Payload {

        public LaunchContainer {
            Fields.required("container_id", containerId);
            Fields.text("image", image, 500, IMAGE);
            command = Fields.texts("command", command, 100, 8000, Fields.ANYTHING);
            environment = environment == null ? Map.of() : Map.copyOf(environment);
            Fields.check(environment.size() <= 100, "environment has more than 100 entries");
            environment.forEach((name, value) -> {
                Fields.text("environment", name, 100, VARIABLE);
                Fields.text("environment." + name, value, 8000, Fields.ANYTHING);
            });
            gpuUuids = Fields.distinct("gpu_uuids", Fields.texts("gpu_uuids", gpuUuids, 64, 64, Fields.PRINTABLE));
            mounts = mounts == null ? List.of() : List.copyOf(mounts);
            ports = ports == null ? List.of() : List.copyOf(ports);
            Fields.check(mounts.size() <= 50 && ports.size() <= 50, "more than 50 mounts or ports");
            Fields.range("cpus", cpus, 1, 1024);
            Fields.range("memory_bytes", memoryBytes, 4_194_304L, 17_592_186_044_416L);
            if (username != null) {
                Fields.login(username);
            }
            if (restart != null) {
                Fields.text("restart", restart, 20, RESTART);
            }
        }
    }

    public record RegistryCredentials(String username, String password) {

        public RegistryCredentials {
            Fields.text("registry_credentials.username", username, 200, Fields.ANYTHING);
            Fields.text("registry_credentials.password", password, 8000, Fields.ANYTHING);
        }

        @Override
        public String toString() {
            return "credentials of " + username;
        }
    }

    public record Mount(
            String source, String target, @Nullable Boolean readOnly) {

        public Mount {
            Fields.text("mounts.source", source, 500, ABSOLUTE);
            Fields.text("mounts.target", target, 500, ABSOLUTE);
        }
    }

    public record Port(
            int containerPort,
            @Nullable Integer hostPort,
            @Nullable String protocol) {

        public Port {
            Fields.range("ports.container_port", containerPort, 1, 65_535);
            Fields.range("ports.host_port", hostPort, 1, 65_535);
            if (protocol != null) {
                Fields.text("ports.protocol", protocol, 3, PROTOCOL);
            }
        }
    }

    public record Ready(
            int port, @Nullable String path, @Nullable Integer timeoutSeconds) {

        public Ready {
            Fields.range("ready.port", port, 1, 65_535);
            Fields.range("ready.timeout_seconds", timeoutSeconds, 1, 3600);
            if (path != null) {
                Fields.text("ready.path", path, 500, ABSOLUTE);
            }
        }
    }

    public record StopContainer(
            UUID containerId,
            @Nullable Integer graceSeconds,
            @Nullable Boolean removeVolumes) implements Payload {

        public StopContainer {
            Fields.required("container_id", containerId);
            Fields.range("grace_seconds", graceSeconds, 0, 3600);
        }
    }

    public record ContainerStatus(
            UUID containerId, @Nullable Integer logLines) implements Payload {

        public ContainerStatus {
            Fields.required("container_id", containerId);
            Fields.range("log_lines", logLines, 0, 1000);
        }
    }

    public record ContainerLaunched(
            UUID containerId,
            String state,
            @Nullable Integer exitCode,
            @Nullable List<OpenPort> ports,
            @Nullable String imageDigest) {}

    public record OpenPort(int containerPort, int hostPort) {}

    public record ContainerStopped(
            UUID containerId, boolean stopped, @Nullable Integer exitCode) {}

    public record ContainerSeen(
            UUID containerId,
            String state,
            @Nullable Integer exitCode,
            @Nullable Instant startedAt,
            @Nullable String logTail) {}
}
