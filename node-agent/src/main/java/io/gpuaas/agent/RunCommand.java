package io.gpuaas.agent;

import io.gpuaas.agent.disk.StateFolder;
import io.gpuaas.agent.host.GuestShells;
import io.gpuaas.agent.host.HostDriver;
import io.gpuaas.agent.host.LinuxHost;
import io.gpuaas.agent.host.SimulatedHost;
import io.gpuaas.agent.host.Simulation;
import io.gpuaas.agent.telemetry.GuestTokens;
import io.gpuaas.agent.topology.GpuUuids;
import io.gpuaas.agent.update.Installation;
import io.gpuaas.agent.update.ReleaseKeyFile;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "run", mixinStandardHelpOptions = true, description = "Work as a node until stopped.")
final class RunCommand implements Callable<Integer> {

    enum Driver {
        linux,
        simulated
    }

    @Option(names = "--state", required = true, description = "Folder for keys and journal.")
    @SuppressWarnings("NullAway.Init")
    private Path state;

    @Option(names = "--driver", defaultValue = "linux", description = "linux (default) or simulated.")
    @SuppressWarnings("NullAway.Init")
    private Driver driver;

    @Option(names = "--sysfs", defaultValue = "/", description = "Root under which sys and proc lie (default /).")
    @SuppressWarnings("NullAway.Init")
    private Path sysfs;

    @Option(names = "--ssh-port", defaultValue = "22", description = "Linux: port of the SSH server (default 22).")
    private int sshPort;

    @Option(names = "--model", defaultValue = "H100", description = "Simulated: model of the eight GPUs, H100 or H200.")
    @SuppressWarnings("NullAway.Init")
    private String model;

    @Option(names = "--seed", defaultValue = "1", description = "Simulated: what is left to chance.")
    private long seed;

    @Option(names = "--speed", defaultValue = "1", description = "Simulated: how many times faster than real.")
    private double speed;

    @Option(names = "--fault", description = "Simulated: gpu-lost:3, xid:2:79, slow:TYPE:10, fail:TYPE:30. Repeatable.")
    private List<String> faults = List.of();

    @Option(names = "--guests", description = "HOST:PORT on which guests push figures; none when absent.")
    private @Nullable String guests;

    @Option(names = "--install", description = "Folder with versions/ and current; updates need it.")
    private @Nullable Path install;

    @Option(names = "--release-keys", description = "File with the keys that may release an agent; updates need it.")
    private @Nullable Path releaseKeys;

    @Option(names = "--quiet", description = "Write the log to its file in the state folder only.")
    private boolean quiet;

    @Override
    public Integer call() throws Exception {
        StateFolder folder = StateFolder.open(state);
        try (AutoCloseable _ = folder.lock()) {
            GuestTokens tokens = new GuestTokens(folder.file("guests.json"));
            Assembly assembly = new Assembly(folder, host(folder, tokens), tokens)
                    .guests(guests == null ? null : address(guests))
                    .updates(installation())
                    .quiet(quiet);
            try (Agent agent = assembly.build(Agent.Settings.DEFAULT)) {
                Thread stop = new Thread(() -> agent.stop(0), "stop");
                Runtime.getRuntime().addShutdownHook(stop);
                return agent.run();
            }
        }
    }

    private HostDriver host(StateFolder folder, GuestTokens tokens) throws IOException {
        return switch (driver) {
            case linux ->
                new LinuxHost(
                        sysfs,
                        new GpuUuids(folder.file("gpu-uuids.json")),
                        folder.file("agent.log"),
                        folder.file("mig.json"),
                        new GuestShells(folder.folder("machines")),
                        sshPort);
            case simulated ->
                new SimulatedHost(
                        new Simulation(folder.folder("host"), model, seed, speed, faults), tokens, Clock.systemUTC());
        };
    }

    private Optional<Assembly.Installed> installation() throws IOException {
        return install == null || releaseKeys == null
                ? Optional.empty()
                : Optional.of(new Assembly.Installed(new Installation(install), ReleaseKeyFile.read(releaseKeys)));
    }

    private static InetSocketAddress address(String text) {
        int colon = text.lastIndexOf(':');
        if (colon <= 0) {
            throw new IllegalArgumentException("--guests is HOST:PORT");
        }
        return new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }
}
