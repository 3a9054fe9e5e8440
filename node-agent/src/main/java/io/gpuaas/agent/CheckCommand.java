package io.gpuaas.agent;

import io.gpuaas.agent.check.HostCheck;
import io.gpuaas.agent.check.ServerChecks;
import io.gpuaas.agent.disk.StateFolder;
import io.gpuaas.agent.host.GuestShells;
import io.gpuaas.agent.host.LinuxHost;
import io.gpuaas.agent.topology.GpuUuids;
import io.gpuaas.agent.wire.ControlPlane;
import io.gpuaas.agent.wire.ServerClock;
import io.gpuaas.agent.wire.ServerException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Check whether this host is fit to be a node, and print what to do about each finding.",
        footerHeading = "%nExit codes: 0 nothing failed, 1 a check failed.%n")
final class CheckCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--state", required = true, description = "Folder for keys and journal.")
    @SuppressWarnings("NullAway.Init")
    private Path state;

    @Option(names = "--sysfs", defaultValue = "/", description = "Root under which sys and proc lie (default /).")
    @SuppressWarnings("NullAway.Init")
    private Path sysfs;

    @Option(names = "--ssh-port", defaultValue = "22", description = "Port of the SSH server (default 22).")
    private int sshPort;

    @Override
    public Integer call() throws Exception {
        if (!Files.isDirectory(state)) {
            throw new IOException(state + " does not exist");
        }
        StateFolder folder = StateFolder.open(state);
        List<HostCheck> checks = new ArrayList<>(new LinuxHost(
                        sysfs,
                        new GpuUuids(folder.file("gpu-uuids.json")),
                        folder.file("agent.log"),
                        folder.file("mig.json"),
                        new GuestShells(folder.folder("machines")),
                        sshPort)
                .checks());
        checks.addAll(server(new IdentityStore(folder).requireCurrent()));
        checks.sort(Comparator.comparing(HostCheck::state).reversed());
        checks.forEach(this::print);
        return checks.stream().anyMatch(check -> check.state() == HostCheck.State.FAILED) ? NodeAgent.REFUSED : 0;
    }

    private static List<HostCheck> server(IdentityStore.Known known) throws GeneralSecurityException {
        ServerClock clock = new ServerClock(Clock.systemUTC());
        try (ControlPlane controlPlane = new ControlPlane(known.server(), known.identity(), clock)) {
            Instant theirs = controlPlane.date();
            Duration skew = Duration.between(theirs, clock.local());
            return List.of(ServerChecks.reached(known.server()), ServerChecks.clock(skew));
        } catch (ServerException e) {
            return List.of(ServerChecks.unreached(known.server(), String.valueOf(e.getMessage())));
        }
    }

    private void print(HostCheck check) {
        PrintWriter out = spec.commandLine().getOut();
        out.printf("  %-8s  %-10s  %s%n", check.state().wire(), check.name(), check.finding());
        if (check.action() != null) {
            out.printf("  %-8s  %-10s  -> %s%n", "", "", check.action());
        }
    }
}
