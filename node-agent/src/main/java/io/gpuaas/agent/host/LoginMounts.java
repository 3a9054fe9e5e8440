package io.gpuaas.agent.host;

import io.gpuaas.agent.exec.Program;
import io.gpuaas.agent.task.TaskFailure;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Unmounts the FUSE file systems of a leaving login, and those of other users in its folders. A FUSE file system refuses
 * root, so the folder it is mounted on could not be removed.
 *
 * <p>Other logins may rename folders on the path to a mount at any time. So each component is opened from the one before
 * it, no link is followed, no file system of a user is entered, and what is unmounted is an open mount root that the
 * kernel's mount table lists as FUSE.
 *
 * <p>The agent's unit has a private mount namespace and its system call filter has no umount. There, systemd runs this
 * class as a process outside the unit. Unmounting in the host's namespace propagates into the agent's.
 */
public final class LoginMounts {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** A mount may cover another one. */
    private static final int ROUNDS_MAX = 100;

    private static final Path HOST_MOUNTS = Path.of("/proc/1/mountinfo");
    private static final Path CONNECTIONS = Path.of("/sys/fs/fuse/connections");
    private static final Path PASSWD = Path.of("/etc/passwd");

    private final List<String> outside;
    private final Path connections;

    LoginMounts() {
        this(TenantUnits.arePossible() ? TenantUnits.outsideOfTheAgent() : List.of(), CONNECTIONS);
    }

    /** Prefix of commands that run in the host's mount namespace; empty if this process is in it. */
    LoginMounts(List<String> outside, Path connections) {
        this.outside = List.copyOf(outside);
        this.connections = connections;
    }

    /** Unmounts in this process: NAME UID. Prints the number of file systems. */
    public static void main(String[] args) throws IOException {
        LoginIds ids =
                LoginIds.read(PASSWD, PASSWD.resolveSibling("subuid"), args[0], Integer.parseUnsignedInt(args[1]));
        System.out.println(new LoginMounts(List.of(), CONNECTIONS).detachHere(ids));
    }

    /** Returns how many were unmounted. One below somebody else's FUSE mount stays, since it cannot be reached. */
    int detach(LoginIds ids, String name) throws TaskFailure, InterruptedException {
        try {
            MountTable table = outside.isEmpty() ? MountTable.ofThisProcess() : MountTable.read(HOST_MOUNTS);
            if (table.userMounts().isEmpty() && listConnections(ids).isEmpty()) {
                return 0;
            }
            if (outside.isEmpty()) {
                return detachHere(ids);
            }
            Program.Finished finished = Programs.require("mounts_remain", Program.of(LIMIT, command(ids, name)));
            return Integer.parseInt(finished.out().strip());
        } catch (IOException | NumberFormatException e) {
            throw TaskFailure.failed("mounts_remain", "the file systems of the login could not be unmounted", e);
        }
    }

    private List<String> command(LoginIds ids, String name) {
        String java = ProcessHandle.current().info().command().orElse("java");
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(part -> Path.of(part).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>(outside);
        command.addAll(List.of(java, "-XX:+UseSerialGC", "-Xmx64m", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(List.of("-cp", classPath, LoginMounts.class.getName()));
        command.addAll(List.of(name, Integer.toUnsignedString(ids.uid())));
        return command;
    }

    int detachHere(LoginIds ids) throws IOException {
        int detached = abortConnections(ids);
        try (FolderHandle.Memory memory = new FolderHandle.Memory()) {
            for (int round = 0; round < ROUNDS_MAX; round++) {
                int before = detached;
                for (MountTable.UserMount mount : MountTable.ofThisProcess().userMounts()) {
                    detached += detach(memory, mount, ids) ? 1 : 0;
                }
                if (detached == before) {
                    break;
                }
            }
        }
        return detached;
    }

    static boolean detach(FolderHandle.Memory memory, MountTable.UserMount wanted, LoginIds ids) throws IOException {
        FolderHandle here = FolderHandle.pointAtRoot(memory);
        try {
            boolean isInFolderOfLogin = false;
            for (String name : wanted.path().substring(1).split("/", -1)) {
                Optional<FolderHandle> next = here.point(name);
                if (next.isEmpty()) {
                    return false;
                }
                here.close();
                here = next.get();
                Optional<MountTable.UserMount> mount =
                        here.isMountPoint() ? MountTable.ofThisProcess().find(here.mountId()) : Optional.empty();
                if (mount.isPresent()) {
                    boolean isOfLogin = ids.contains(mount.get().user());
                    if (isOfLogin || isInFolderOfLogin) {
                        here.detachMount(isOfLogin);
                        return true;
                    }
                    return false;
                }
                isInFolderOfLogin |= ids.contains(here.self().uid());
            }
            return false;
        } finally {
            here.close();
        }
    }

    /**
     * Requests to such a file system fail from now on. That ends waits inside the kernel, which no signal ends. The
     * kernel lists connections of mounts in all namespaces.
     */
    private int abortConnections(LoginIds ids) throws IOException {
        List<Path> own = listConnections(ids);
        for (Path connection : own) {
            try {
                Files.writeString(connection.resolve("abort"), "1");
            } catch (IOException e) {
                if (Files.exists(connection)) {
                    throw e;
                }
            }
        }
        return own.size();
    }

    private List<Path> listConnections(LoginIds ids) throws IOException {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(connections)) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(connections)) {
                for (Path connection : all) {
                    if (ids.contains(owner(connection))) {
                        found.add(connection);
                    }
                }
            }
        }
        return found;
    }

    /** -1 if the connection has ended. */
    private static int owner(Path connection) throws IOException {
        try {
            return (int) Files.getAttribute(connection, "unix:uid");
        } catch (NoSuchFileException e) {
            return -1;
        }
    }
}
