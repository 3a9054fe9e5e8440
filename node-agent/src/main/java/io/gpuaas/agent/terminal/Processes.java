package io.gpuaas.agent.terminal;

import io.gpuaas.agent.host.TenantUnits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Everything that was started in terminals and by commands: what is in a session, what left it but carries a mark of ours, and what is
 * in the service or the slice of that name, whatever it carries.
 */
public final class Processes {

    static final String TERMINAL = "GPUAAS_TERMINAL";
    public static final String ALLOCATION = "GPUAAS_ALLOCATION";
    public static final String COMMAND = "GPUAAS_COMMAND";
    public static final long NO_SESSION = -1;

    private static final int ROUNDS = 20;
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final int SESSION_FIELD = 3;

    private Processes() {}

    /** In rounds, because a process may start another between being seen and being ended. */
    public static void endAll(long session, String mark) throws InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            List<ProcessHandle> found = list(session, mark);
            if (found.isEmpty()) {
                return;
            }
            found.forEach(ProcessHandle::destroyForcibly);
            Thread.sleep(PAUSE);
        }
    }

    public static List<ProcessHandle> list(long session, String mark) {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.filter(
                            process -> process.pid() != ProcessHandle.current().pid())
                    .filter(process -> isOf(process.pid(), session, mark))
                    .toList();
        }
    }

    private static boolean isOf(long pid, long session, String mark) {
        Path folder = Path.of("/proc", Long.toString(pid));
        try {
            String status = Files.readString(folder.resolve("stat"), StandardCharsets.ISO_8859_1);
            // The name in front may hold anything, also spaces and brackets.
            String[] fields = status.substring(status.lastIndexOf(')') + 2).split(" ", -1);
            boolean isDead = fields[0].equals("Z");
            return !isDead
                    && (Long.parseLong(fields[SESSION_FIELD]) == session
                            || hasMark(folder, mark)
                            || isInUnit(folder, mark));
        } catch (IOException e) {
            // It ended while we looked.
            return false;
        }
    }

    private static boolean hasMark(Path folder, String mark) {
        try {
            return Files.readString(folder.resolve("environ"), StandardCharsets.ISO_8859_1)
                    .contains(mark);
        } catch (IOException e) {
            // Not ours to look into, so not ours to end.
            return false;
        }
    }

    private static boolean isInUnit(Path folder, String mark) throws IOException {
        return Files.readString(folder.resolve("cgroup")).contains("/" + unit(mark));
    }

    private static String unit(String mark) {
        int end = mark.indexOf('=');
        UUID id = UUID.fromString(mark.substring(end + 1));
        return switch (mark.substring(0, end)) {
            case TERMINAL -> TenantUnits.terminal(id);
            case COMMAND -> TenantUnits.command(id);
            default -> TenantUnits.slice(id);
        };
    }
}
