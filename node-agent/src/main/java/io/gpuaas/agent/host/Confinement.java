package io.gpuaas.agent.host;

import io.gpuaas.agent.task.TaskFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Confines the programs of a simulated login with bubblewrap: they see the host's programs, a home and an /etc of their
 * own, no network, no other process and nothing else of the machine's files. They never run as root: an agent that is
 * root gives them a user of their own, and any other agent keeps them in a user namespace.
 */
final class Confinement {

    private static final String PROGRAM = "bwrap";
    private static final long TRIAL_SECONDS_MAX = 10;

    /** Programs that people type need these from the host's /etc; none holds a secret. */
    private static final List<String> SHARED_FOLDERS = List.of("alternatives", "terminfo", "vim");

    private static final List<String> SHARED_FILES = List.of("ld.so.cache", "bash.bashrc", "inputrc");

    private static final String PROFILE = """
            [ -f /etc/bash.bashrc ] && . /etc/bash.bashrc
            PS1='\\u@\\h:\\w\\$ '
            mkdir -p ~/.ssh && cp /etc/authorized_keys ~/.ssh/
            [ -t 1 ] && cat /etc/motd
            """;

    private Confinement() {}

    /** The account as programs inside see it, with everything that stands in front of them. */
    static HostLogin login(
            String username, int uid, SimulatedMachine machine, SimulatedMachine.Size size, Path userHome)
            throws TaskFailure, IOException {
        requireBubblewrap();
        Path home = userHome.toAbsolutePath();
        boolean root = isRoot();
        Path etc = writeEtc(machine.folder(), username, root ? uid : 1_000);
        String inside = "/home/" + username;
        List<String> front = new ArrayList<>(List.of(
                PROGRAM,
                "--unshare-pid",
                "--unshare-ipc",
                "--unshare-uts",
                "--unshare-net",
                "--unshare-cgroup-try",
                "--die-with-parent",
                "--hostname",
                "simulated",
                "--ro-bind",
                "/usr",
                "/usr"));
        for (String name : List.of("bin", "sbin", "lib", "lib32", "lib64", "libx32")) {
            Path place = Path.of("/", name);
            if (Files.isSymbolicLink(place)) {
                front.addAll(List.of("--symlink", Files.readSymbolicLink(place).toString(), "/" + name));
            } else if (Files.isDirectory(place)) {
                front.addAll(List.of("--ro-bind", "/" + name, "/" + name));
            }
        }
        front.addAll(List.of("--ro-bind", etc.toString(), "/etc"));
        Stream.concat(SHARED_FOLDERS.stream(), SHARED_FILES.stream())
                .map(name -> "/etc/" + name)
                .filter(file -> Files.exists(Path.of(file)))
                .forEach(file -> front.addAll(List.of("--ro-bind", file, file)));
        front.addAll(List.of("--proc", "/proc", "--dev", "/dev", "--tmpfs", "/run"));
        front.addAll(List.of("--perms", "1777", "--tmpfs", "/tmp", "--perms", "0755", "--dir", "/var"));
        front.addAll(List.of("--perms", "1777", "--tmpfs", "/var/tmp", "--perms", "0755", "--dir", "/home"));
        front.addAll(List.of("--bind", home.toString(), inside, "--chdir", inside));
        front.addAll(machine.write(size));
        if (root) {
            giveTo(uid, home);
            give(uid, machine.load());
            front.add("--");
            front.addAll(List.of("setpriv", "--reuid=" + uid, "--regid=" + uid, "--clear-groups", "--no-new-privs"));
            front.addAll(List.of("--inh-caps=-all", "--bounding-set=-all"));
        } else {
            front.addAll(List.of("--unshare-user", "--uid", "1000", "--gid", "1000"));
        }
        front.add("--");
        return new HostLogin(front, environment(username, inside), home, root ? uid : null);
    }

    /** The simulated programs come before those of this machine, which may have a driver of its own. */
    private static Map<String, String> environment(String username, String home) {
        Map<String, String> environment = new HashMap<>(Shell.environment(username, home));
        environment.computeIfPresent("PATH", (name, path) -> SimulatedMachine.PROGRAMS + ":" + path);
        return environment;
    }

    /** Tried, since a kernel may refuse namespaces to a program that is there. */
    private static void requireBubblewrap() throws TaskFailure, IOException {
        try {
            List<String> trial = new ArrayList<>(List.of(PROGRAM, "--ro-bind", "/", "/", "--unshare-pid"));
            if (!isRoot()) {
                trial.add("--unshare-user");
            }
            trial.add("true");
            Process process = new ProcessBuilder(trial)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (process.waitFor(TRIAL_SECONDS_MAX, TimeUnit.SECONDS) && process.exitValue() == 0) {
                return;
            }
            process.destroyForcibly();
            throw TaskFailure.failed(
                    "terminal_not_confined",
                    "Terminals of simulated hosts are off: bubblewrap cannot make namespaces on this machine.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while bubblewrap was tried", e);
        } catch (IOException e) {
            throw TaskFailure.failed(
                    "terminal_not_confined",
                    "Terminals of simulated hosts are off: install bubblewrap, which confines them.",
                    e);
        }
    }

    private static boolean isRoot() throws IOException {
        return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    }

    private static Path writeEtc(Path folder, String username, int uid) throws IOException {
        Path etc = Files.createDirectories(folder.resolve("etc"));
        for (String name : SHARED_FOLDERS) {
            Files.createDirectories(etc.resolve(name));
        }
        for (String name : SHARED_FILES) {
            write(etc.resolve(name), "");
        }
        write(
                etc.resolve("passwd"),
                "root:x:0:0:root:/root:/usr/sbin/nologin\n%s:x:%d:%d::/home/%s:/bin/bash\n"
                        .formatted(username, uid, uid, username));
        write(etc.resolve("group"), "root:x:0:\n%s:x:%d:\n".formatted(username, uid));
        write(etc.resolve("hosts"), "127.0.0.1 localhost simulated\n");
        write(etc.resolve("nsswitch.conf"), "passwd: files\ngroup: files\nhosts: files\n");
        Path keys = folder.resolveSibling(SimulatedLogins.KEYS);
        write(etc.resolve(SimulatedLogins.KEYS), Files.exists(keys) ? Files.readString(keys) : "");
        write(etc.resolve("motd"), greeting());
        SimulatedSsh.writeConfiguration(
                folder.resolveSibling(SimulatedSsh.HOST_KEY), etc, isRoot() ? Optional.of(uid) : Optional.empty());
        write(etc.resolve("profile"), PROFILE);
        return etc;
    }

    private static String greeting() {
        return """
            SIMULATED: this allocation is on a simulated host. There is no GPU, no NVIDIA driver and no CUDA here.

              real       the shell, its files and its programs, on the machine that runs the demo (%d processors)
              simulated  the GPUs, and the numbers that nproc, free and /proc show: they are as sold

            nvidia-smi shows the GPUs of this allocation, which are idle. gpu-load makes them busy.
            The shell is confined: no root, no network, and no files but those of this home.

            """.formatted(Runtime.getRuntime().availableProcessors());
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text);
    }

    /** Only what is not theirs yet. Links are theirs as links: where they lead to is not touched. */
    private static void giveTo(int uid, Path home) throws IOException {
        if (Integer.valueOf(uid).equals(Files.getAttribute(home, "unix:uid", LinkOption.NOFOLLOW_LINKS))) {
            return;
        }
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                give(uid, file);
            }
        }
    }

    private static void give(int uid, Path file) throws IOException {
        Files.setAttribute(file, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(file, "unix:gid", uid, LinkOption.NOFOLLOW_LINKS);
    }
}
