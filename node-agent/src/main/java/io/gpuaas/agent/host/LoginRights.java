package io.gpuaas.agent.host;

import io.gpuaas.agent.exec.Program;
import io.gpuaas.agent.task.TaskFailure;
import io.gpuaas.agent.task.UserTasks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sets a login's sudo rule and resource limits on the host, one file each, named after the login. */
final class LoginRights {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Path SUDOERS = Path.of("/etc/sudoers.d");
    private static final Path LIMITS = Path.of("/etc/security/limits.d");

    private LoginRights() {}

    /** Exactly these, whatever stood there before. */
    static void set(UserTasks.ProvisionUser user) throws TaskFailure, InterruptedException {
        try {
            setSudo(user.username(), user.maySudo());
            setLimits(user.username(), user.limits());
        } catch (IOException e) {
            throw TaskFailure.failed("rights_not_written", "cannot write what the login may do", e);
        }
    }

    static void remove(String username) throws TaskFailure {
        try {
            Files.deleteIfExists(sudoers(username));
            Files.deleteIfExists(limits(username));
        } catch (IOException e) {
            throw TaskFailure.failed("rights_not_removed", "cannot remove what the login may do", e);
        }
    }

    private static void setSudo(String username, boolean allowed)
            throws IOException, TaskFailure, InterruptedException {
        if (!allowed) {
            Files.deleteIfExists(sudoers(username));
            return;
        }
        if (!Files.isDirectory(SUDOERS)) {
            throw TaskFailure.failed("sudo_absent", "sudo is not installed on this host");
        }
        // sudo passes over names with a dot, so a rule that is not checked yet gives nothing.
        Path fresh =
                write(SUDOERS.resolve(".gpuaas-" + username), username + " ALL=(ALL:ALL) NOPASSWD: ALL\n", "r--r-----");
        Programs.require("sudo_rule_invalid", Program.of(LIMIT, "visudo", "--check", "--quiet", "--file=" + fresh));
        Files.move(fresh, sudoers(username), StandardCopyOption.ATOMIC_MOVE);
    }

    private static void setLimits(String username, UserTasks.@Nullable Limits limits) throws IOException {
        if (limits == null || (limits.processesMax() == null && limits.openFilesMax() == null)) {
            Files.deleteIfExists(limits(username));
            return;
        }
        StringBuilder text = new StringBuilder();
        if (limits.processesMax() != null) {
            text.append(username + " - nproc " + limits.processesMax() + "\n");
        }
        if (limits.openFilesMax() != null) {
            text.append(username + " - nofile " + limits.openFilesMax() + "\n");
        }
        Files.createDirectories(LIMITS);
        Path fresh = write(LIMITS.resolve(".gpuaas-" + username), text.toString(), "rw-r--r--");
        Files.move(fresh, limits(username), StandardCopyOption.ATOMIC_MOVE);
    }

    /** The command prefix that applies the login's limits to a program without a PAM session; empty without limits. */
    static List<String> limitCommand(String username) throws IOException {
        Path file = limits(username);
        if (Files.notExists(file)) {
            return List.of();
        }
        List<String> command = new ArrayList<>(List.of("prlimit"));
        for (String line : Files.readAllLines(file)) {
            String[] words = line.split(" ", -1);
            command.add("--" + words[2] + "=" + words[3] + ":" + words[3]);
        }
        command.add("--");
        return command;
    }

    private static Path write(Path file, String text, String mode) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    private static Path sudoers(String username) {
        return SUDOERS.resolve("gpuaas-" + username);
    }

    private static Path limits(String username) {
        return LIMITS.resolve("gpuaas-" + username + ".conf");
    }
}
