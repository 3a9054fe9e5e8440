package io.gpuaas.agent.host;

import io.gpuaas.agent.exec.Program;
import io.gpuaas.agent.exec.ProgramException;
import io.gpuaas.agent.task.MigTasks;
import io.gpuaas.agent.task.TaskFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Divides GPUs through {@code nvidia-smi mig}. No single command tells all about an instance, so three are joined. */
final class MigSmi {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** {@code |   0  MIG 1g.10gb+me      20        7          4:1     |} */
    private static final Pattern INSTANCE_ROW =
            Pattern.compile("\\|\\s+\\d+\\s+MIG\\s+\\S+\\s+(\\d+)\\s+(\\d+)\\s+(\\d+):\\d+\\s+\\|");

    private static final Pattern DEVICE = Pattern.compile(
            "<mig_device>\\s*<index>(\\d+)</index>\\s*<gpu_instance_id>(\\d+)</gpu_instance_id>", Pattern.DOTALL);

    /** {@code   MIG 1g.10gb     Device  0: (UUID: MIG-41b3…)} */
    private static final Pattern DEVICE_UUID =
            Pattern.compile("MIG\\s+\\S+\\s+Device\\s+(\\d+):\\s+\\(UUID:\\s+(MIG-[^)]+)\\)");

    private final String program;

    MigSmi(String program) {
        this.program = program;
    }

    /** A GPU instance; its UUID is absent as long as it has no compute instance. */
    record GpuInstance(
            int id, int profileId, int start, @Nullable String uuid) {

        boolean is(MigTasks.Instance wanted) {
            return profileId == wanted.profileId() && start == wanted.start();
        }
    }

    /** Throws when the GPU must be reset first: others may be at work on it. */
    void requireDivided(String gpu) throws TaskFailure, InterruptedException {
        if (isDivided(gpu)) {
            return;
        }
        run("mig_not_enabled", "-i", gpu, "-mig", "1");
        if (!isDivided(gpu)) {
            throw TaskFailure.failed(
                    "mig_mode_pending", "GPU " + gpu + " must be reset before it can be divided; nothing was made");
        }
    }

    private boolean isDivided(String gpu) throws TaskFailure, InterruptedException {
        return run("driver_failed", "-i", gpu, "--query-gpu=mig.mode.current", "--format=csv,noheader")
                .strip()
                .equals("Enabled");
    }

    List<GpuInstance> list(String gpu) throws TaskFailure, InterruptedException {
        if (!isDivided(gpu)) {
            return List.of();
        }
        Map<Integer, String> uuids = uuidsByInstance(gpu);
        List<GpuInstance> found = new ArrayList<>();
        for (String line : instanceTable(gpu).lines().toList()) {
            Matcher row = INSTANCE_ROW.matcher(line);
            if (row.find()) {
                int id = Integer.parseInt(row.group(2));
                found.add(new GpuInstance(
                        id, Integer.parseInt(row.group(1)), Integer.parseInt(row.group(3)), uuids.get(id)));
            }
        }
        return found;
    }

    /** With no instance at all the program fails and says so. */
    private String instanceTable(String gpu) throws TaskFailure, InterruptedException {
        Program.Finished finished = finish("mig", "-i", gpu, "-lgi");
        if (!finished.isSuccess() && !finished.out().contains("No GPU instances found")) {
            throw TaskFailure.failed("driver_failed", finished.complaint());
        }
        return finished.out();
    }

    private Map<Integer, String> uuidsByInstance(String gpu) throws TaskFailure, InterruptedException {
        Map<String, String> byIndex = new HashMap<>();
        Matcher line = DEVICE_UUID.matcher(run("driver_failed", "-i", gpu, "-L"));
        while (line.find()) {
            byIndex.put(line.group(1), line.group(2));
        }
        Map<Integer, String> byInstance = new HashMap<>();
        Matcher device = DEVICE.matcher(run("driver_failed", "-i", gpu, "-q", "-x"));
        while (device.find()) {
            Optional.ofNullable(byIndex.get(device.group(1)))
                    .ifPresent(uuid -> byInstance.put(Integer.parseInt(device.group(2)), uuid));
        }
        return byInstance;
    }

    /** With its compute instance. */
    void create(MigTasks.Instance wanted) throws TaskFailure, InterruptedException {
        run("mig_not_made", "mig", "-i", wanted.pciAddress(), "-cgi", wanted.profileId() + ":" + wanted.start(), "-C");
    }

    /** Refused by the driver as long as a process works on it. */
    void destroy(String gpu, GpuInstance instance) throws TaskFailure, InterruptedException {
        String id = Integer.toString(instance.id());
        if (instance.uuid() != null) {
            run("mig_in_use", "mig", "-i", gpu, "-dci", "-gi", id);
        }
        run("mig_in_use", "mig", "-i", gpu, "-dgi", "-gi", id);
    }

    private String run(String code, String... arguments) throws TaskFailure, InterruptedException {
        Program.Finished finished = finish(arguments);
        if (!finished.isSuccess()) {
            throw TaskFailure.failed(code, finished.complaint());
        }
        return finished.out();
    }

    private Program.Finished finish(String... arguments) throws TaskFailure, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(List.of(arguments));
        try {
            return Program.of(LIMIT, command).run();
        } catch (ProgramException e) {
            throw TaskFailure.failed("driver_silent", "the driver does not answer", e);
        }
    }
}
