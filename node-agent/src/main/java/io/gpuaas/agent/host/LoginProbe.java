package io.gpuaas.agent.host;

import io.gpuaas.agent.exec.Program;
import io.gpuaas.agent.task.TaskFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts GPUs as the login that was sold them: opens every device as that user, in each of its slices, and asks the
 * driver there. What the agent sees as root proves nothing about what the login can reach.
 */
final class LoginProbe {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Each in a shell of its own, which one that cannot be opened ends. */
    private static final String OPEN = "for d in \"$@\"; do (exec 3<\"$d\") 2>/dev/null && echo \"$d\"; done; exit 0";

    private static final Pattern UUID = Pattern.compile("\\(UUID: ((?:GPU|MIG)-[^)]+)\\)");

    private final GpuDevices devices;
    private final String smi;
    private final boolean hasSystemd;

    LoginProbe(GpuDevices devices, String smi, boolean hasSystemd) {
        this.devices = devices;
        this.smi = smi;
        this.hasSystemd = hasSystemd;
    }

    void verify(LoginUnits.Holder holder, LoginUnits.Sold sold) throws TaskFailure, InterruptedException {
        try {
            List<String> nodes = devices.listNodes();
            if (nodes.isEmpty()) {
                throw TaskFailure.failed("gpu_not_visible", "this host has no devices of GPUs");
            }
            for (String slice : hasSystemd ? holder.slices() : List.of("")) {
                if (sold.isConfined()) {
                    requireOpened(sold, opened(slice, holder, nodes), slice);
                }
                requireShown(sold, shown(slice, holder), slice);
            }
        } catch (IOException e) {
            throw TaskFailure.failed("host_error", "cannot list the devices of GPUs", e);
        }
    }

    private static void requireOpened(LoginUnits.Sold sold, Set<String> opened, String slice) throws TaskFailure {
        Set<String> tooMany = new TreeSet<>(opened);
        sold.nodes().forEach(tooMany::remove);
        if (!tooMany.isEmpty()) {
            throw TaskFailure.failed(
                    "gpu_exposed", "the login opens " + tooMany + " in " + slice + ", which it was not sold");
        }
        if (!opened.containsAll(sold.nodes())) {
            throw TaskFailure.failed("gpu_not_visible", "the login opens only " + opened + " of " + sold.nodes());
        }
    }

    /** Of a divided GPU the driver also names the whole. */
    private static void requireShown(LoginUnits.Sold sold, Set<String> shown, String slice) throws TaskFailure {
        if (!shown.containsAll(sold.uuids())) {
            throw TaskFailure.failed("gpu_not_visible", "the driver shows the login " + shown + " in " + slice);
        }
        boolean isDivided = sold.uuids().stream().anyMatch(uuid -> uuid.startsWith("MIG-"));
        Set<String> tooMany = new TreeSet<>(shown);
        tooMany.removeAll(sold.uuids());
        tooMany.removeIf(uuid -> isDivided && uuid.startsWith("GPU-"));
        if (sold.isConfined() && !tooMany.isEmpty()) {
            throw TaskFailure.failed("gpu_exposed", "the driver shows the login also " + tooMany + " in " + slice);
        }
    }

    private Set<String> opened(String slice, LoginUnits.Holder holder, List<String> nodes)
            throws TaskFailure, InterruptedException {
        List<String> program = new ArrayList<>(List.of("sh", "-c", OPEN, "sh"));
        program.addAll(nodes);
        Program.Finished finished =
                Programs.require("login_not_asked", Program.of(LIMIT, command(slice, holder, program)));
        return new TreeSet<>(finished.out().lines().toList());
    }

    private Set<String> shown(String slice, LoginUnits.Holder holder) throws TaskFailure, InterruptedException {
        Program.Finished finished =
                Programs.require("gpu_not_visible", Program.of(LIMIT, command(slice, holder, List.of(smi, "-L"))));
        Set<String> found = new TreeSet<>();
        Matcher matcher = UUID.matcher(finished.out());
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    static List<String> command(String slice, LoginUnits.Holder holder, List<String> program) {
        List<String> command = new ArrayList<>();
        if (!slice.isEmpty()) {
            command.addAll(List.of(
                    "systemd-run",
                    "--quiet",
                    "--wait",
                    "--collect",
                    "--pipe",
                    "--no-ask-password",
                    "--slice=" + slice,
                    "--"));
        }
        command.addAll(List.of(
                "setpriv",
                "--reuid=" + holder.uid(),
                "--regid=" + holder.gid(),
                "--init-groups",
                "--inh-caps=-all",
                "--"));
        // systemd puts values of its own in the place of what looks like a variable.
        program.forEach(word -> command.add(slice.isEmpty() ? word : word.replace("$", "$$")));
        return command;
    }
}
