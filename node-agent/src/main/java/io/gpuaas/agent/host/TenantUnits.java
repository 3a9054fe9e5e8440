package io.gpuaas.agent.host;

import io.gpuaas.agent.exec.Program;
import io.gpuaas.agent.exec.ProgramException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where systemd is the host's init, programs of people run in services of its own making and not as children of the
 * agent: they have neither its memory and its tasks nor its sandbox, and go on when it is restarted. Each
 * allocation has a slice, so that whatever belongs to it is found, also what became root and took on another
 * environment.
 */
public final class TenantUnits {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final int STOP_ATTEMPTS = 40;
    private static final Duration STOP_PAUSE = Duration.ofMillis(250);

    private static final Pattern SLICE = Pattern.compile(
            "gpuaas-tenants-([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\\.slice");

    private TenantUnits() {}

    public static boolean arePossible() {
        return "root".equals(System.getProperty("user.name")) && arePossible(Path.of("/"));
    }

    /** Waiting for a service goes over the bus; without one it cannot be told how a shell ended. */
    static boolean arePossible(Path root) {
        return Files.isDirectory(root.resolve("run/systemd/system"))
                && Files.isExecutable(root.resolve("usr/bin/systemd-run"))
                && Files.exists(root.resolve("run/dbus/system_bus_socket"));
    }

    /** A hyphen in the name of a slice means another slice within. */
    public static String slice(UUID allocation) {
        return "gpuaas-tenants-" + allocation.toString().replace("-", "") + ".slice";
    }

    /** Empty when it is no slice of an allocation. */
    static Optional<UUID> findAllocation(String slice) {
        Matcher matcher = SLICE.matcher(slice);
        return matcher.matches()
                ? Optional.of(UUID.fromString(matcher.replaceFirst("$1-$2-$3-$4-$5")))
                : Optional.empty();
    }

    public static String terminal(UUID terminal) {
        return "gpuaas-terminal-" + terminal + ".service";
    }

    public static String command(UUID command) {
        return "gpuaas-command-" + command + ".service";
    }

    public static String file(UUID stream) {
        return "gpuaas-file-" + stream + ".service";
    }

    /**
     * Of terminals whose agent is gone: their shells, should they not have heard of it, but nothing they left running
     * on purpose. Does not wait for it.
     */
    public static void stopTerminals(Collection<UUID> terminals) throws InterruptedException {
        if (!terminals.isEmpty() && arePossible()) {
            systemctl(stop(terminals.stream().map(TenantUnits::terminal).toList()));
        }
    }

    /** Prefix of a command that systemd runs as root outside the agent's unit, and waits for. */
    static List<String> outsideOfTheAgent() {
        return List.of("systemd-run", "--quiet", "--wait", "--collect", "--pipe", "--no-ask-password", "--");
    }

    /** The slice that systemd uses for a user's SSH sessions. */
    static String userSlice(int uid) {
        return "user-" + Integer.toUnsignedString(uid) + ".slice";
    }

    /** Below the folder of control groups: all that runs for an allocation, in terminals and in sessions. */
    static List<String> controlGroups(UUID allocation, int uid) {
        return List.of("gpuaas.slice/gpuaas-tenants.slice/" + slice(allocation), "user.slice/" + userSlice(uid));
    }

    /**
     * Once nothing runs there any more, or every allocation would leave a slice behind until the host is booted. Waits,
     * because with them goes the folder of the login below /run/user.
     */
    static void stopLogin(UUID allocation, int uid) throws InterruptedException {
        Path runtimeFolder = Path.of("/run/user", Integer.toUnsignedString(uid));
        for (int attempt = 0; arePossible() && attempt < STOP_ATTEMPTS; attempt++) {
            systemctl(stopLoginCommand(allocation, uid));
            if (Files.notExists(runtimeFolder)) {
                return;
            }
            // The end of a session may have been in the way of ours.
            Thread.sleep(STOP_PAUSE);
        }
    }

    static List<String> stopLoginCommand(UUID allocation, int uid) {
        String user = Integer.toUnsignedString(uid);
        return List.of(
                "systemctl",
                "stop",
                "--quiet",
                "--",
                "user@" + user + ".service",
                "user-runtime-dir@" + user + ".service",
                userSlice(uid),
                slice(allocation));
    }

    static List<String> stop(List<String> units) {
        List<String> command = new ArrayList<>(List.of("systemctl", "stop", "--no-block", "--quiet", "--"));
        command.addAll(units);
        return command;
    }

    private static void systemctl(List<String> command) throws InterruptedException {
        try {
            // One that is not there has ended by itself, which is a failure to systemctl.
            Program.of(LIMIT, command).run();
        } catch (ProgramException e) {
            // The remaining processes have lost their terminal; releasing the allocation finds them by their user.
        }
    }
}
