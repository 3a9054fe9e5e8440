package io.gpuaas.agent.host;

import io.gpuaas.agent.exec.Program;
import io.gpuaas.agent.exec.ProgramException;
import io.gpuaas.agent.task.TaskFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Ends everything a login runs: by control group where systemd has put it in one, and by user id everywhere. The kernel
 * does either at one stroke, so a program that starts others as fast as it can does not outrun it.
 */
final class LoginProcesses {

    /** Of the holder's making: what is left could have ended and did not. */
    static final String LOGIN_PROCESSES_REMAIN = "login_processes_remain";

    /** Of the host's or the hardware's: what is left waits inside the kernel, where no signal reaches it. */
    static final String PROCESSES_STUCK = "processes_stuck";

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration PROGRAM_LIMIT = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(50);

    /** One look may miss a process that starts another and ends. */
    private static final int EMPTY_LOOKS = 3;

    /** The rest of many ids is ended with the next look. */
    private static final int IDS_AT_ONCE_MAX = 64;

    private final Path proc;
    private final Path controlGroups;
    private final Duration limit;

    LoginProcesses() {
        this(Path.of("/proc"), Path.of("/sys/fs/cgroup"), LIMIT);
    }

    LoginProcesses(Path proc, Path controlGroups, Duration limit) {
        this.proc = proc;
        this.controlGroups = controlGroups;
        this.limit = limit;
    }

    private record Running(long pid, Set<Integer> uids, char state) {

        private boolean isStuck() {
            return state == 'D';
        }
    }

    /** How many were seen. Fails when some are left after a minute. */
    int end(LoginIds ids, List<String> slices) throws TaskFailure, InterruptedException {
        long endNanos = System.nanoTime() + limit.toNanos();
        Set<Long> seen = new HashSet<>();
        int emptyLooks = 0;
        while (emptyLooks < EMPTY_LOOKS) {
            List<Running> running = new ArrayList<>(killGroups(slices));
            running.addAll(list(ids));
            running.forEach(process -> seen.add(process.pid()));
            // Also when none was seen: a program that is another process a moment later is missed by every look.
            kill(ids, running);
            if (running.isEmpty()) {
                emptyLooks++;
            } else {
                emptyLooks = 0;
                if (System.nanoTime() - endNanos > 0) {
                    throw remaining(running);
                }
                Thread.sleep(PAUSE);
            }
        }
        return seen.size();
    }

    private static TaskFailure remaining(List<Running> running) {
        if (!running.isEmpty() && running.stream().allMatch(Running::isStuck)) {
            return TaskFailure.failed(
                    PROCESSES_STUCK,
                    running.size() + " processes of the login wait inside the kernel, such as process "
                            + running.getFirst().pid());
        }
        return TaskFailure.failed(
                LOGIN_PROCESSES_REMAIN, "the login keeps processes running, " + running.size() + " at the last look");
    }

    /** Stopped first: what is stopped starts nothing while the others are looked for. */
    private void kill(LoginIds ids, List<Running> running) throws InterruptedException {
        Set<Integer> uids = new TreeSet<>();
        uids.add(ids.uid());
        running.forEach(process -> process.uids().stream()
                .filter(ids::contains)
                .limit(IDS_AT_ONCE_MAX)
                .forEach(uids::add));
        List<Integer> now = uids.stream().limit(IDS_AT_ONCE_MAX).toList();
        signalAs(now, "STOP");
        signal(running, "STOP");
        signalAs(now, "KILL");
        signal(running, "KILL");
    }

    /**
     * As that user to everything that user may send a signal to, which the kernel does without a gap. It reaches also
     * what is in user namespaces of this user. Others of the same user may end this program first, hence the rounds. The
     * shell's own kill, because the program of that name takes -1 for a signal.
     */
    private static void signalAs(List<Integer> uids, String signal) throws InterruptedException {
        for (int uid : uids) {
            run(List.of(
                    "setpriv",
                    "--reuid=" + Integer.toUnsignedString(uid),
                    "--regid=" + Integer.toUnsignedString(uid),
                    "--clear-groups",
                    "--inh-caps=-all",
                    "--no-new-privs",
                    "sh",
                    "-c",
                    "kill -s " + signal + " -- -1"));
        }
    }

    /** As root, which also reaches programs that run with rights the login does not have. */
    private static void signal(List<Running> running, String signal) throws InterruptedException {
        if (!running.isEmpty()) {
            List<String> command = new ArrayList<>(List.of("sh", "-c", "kill -s " + signal + " -- \"$@\"", "sh"));
            running.forEach(process -> command.add(Long.toString(process.pid())));
            run(command);
        }
    }

    private static void run(List<String> command) throws InterruptedException {
        try {
            // Fails when there is nothing left to end.
            Program.of(PROGRAM_LIMIT, command).run();
        } catch (ProgramException e) {
            // Ended by the login itself; the next round tries again, and the time limit counts.
        }
    }

    /** Returns the killed processes. Hosts without the unified hierarchy lack these files; there only user ids count. */
    private List<Running> killGroups(List<String> slices) throws TaskFailure {
        List<Running> found = new ArrayList<>();
        for (String slice : slices) {
            Path group = controlGroups.resolve(slice);
            Path kill = group.resolve("cgroup.kill");
            if (!Files.exists(kill)) {
                continue;
            }
            try {
                if (Files.readAllLines(group.resolve("cgroup.events")).contains("populated 1")) {
                    found.addAll(listGroup(group));
                    Files.writeString(kill, "1");
                }
            } catch (IOException e) {
                if (Files.exists(kill)) {
                    throw TaskFailure.failed("host_error", "cannot end the control group " + slice, e);
                }
            }
        }
        return found;
    }

    private List<Running> listGroup(Path group) {
        List<Running> found = new ArrayList<>();
        try (Stream<Path> below = Files.walk(group)) {
            for (Path file : below.filter(path -> path.endsWith("cgroup.procs")).toList()) {
                for (String pid : Files.readAllLines(file)) {
                    found.add(read(proc.resolve(pid)));
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // Groups end with what was in them.
        }
        return found;
    }

    /** With a real, effective, saved or file system user id of the login. */
    private List<Running> list(LoginIds ids) throws TaskFailure {
        List<Running> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path folder : all) {
                Running running = read(folder);
                if (running.uids().stream().anyMatch(ids::contains)) {
                    found.add(running);
                }
            }
            return found;
        } catch (IOException e) {
            throw TaskFailure.failed("host_error", "cannot list the processes of the host", e);
        }
    }

    private static Running read(Path folder) {
        long pid = Long.parseLong(folder.getFileName().toString());
        char state = 'R';
        Set<Integer> uids = new HashSet<>();
        try {
            for (String line : Files.readAllLines(folder.resolve("status"), StandardCharsets.ISO_8859_1)) {
                String value = line.substring(line.indexOf(':') + 1).strip();
                if (line.startsWith("State:")) {
                    state = value.charAt(0);
                } else if (line.startsWith("Uid:")) {
                    for (String uid : value.split("\\s+", -1)) {
                        uids.add(Integer.parseUnsignedInt(uid));
                    }
                } else if (line.startsWith("Threads:") && isDead(state) && Integer.parseInt(value) <= 1) {
                    // It waits for its parent to notice. With more threads only the first one has ended.
                    return new Running(pid, Set.of(), state);
                }
            }
            return new Running(pid, uids, state);
        } catch (IOException e) {
            // It ended while we looked.
            return new Running(pid, Set.of(), state);
        }
    }

    private static boolean isDead(char state) {
        return state == 'Z' || state == 'X';
    }
}
