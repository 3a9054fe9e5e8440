package io.gpuaas.agent.host;

import io.gpuaas.agent.exec.Program;
import io.gpuaas.agent.exec.ProgramException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A real SSH server for the login of a simulated host. It is started for each connection, confined like everything else
 * of the login, and listens nowhere.
 */
final class SimulatedSsh {

    private static final Path SSHD = Path.of("/usr/sbin/sshd");

    /** Speaks over its standard input and output. */
    static final List<String> SERVER = List.of(SSHD.toString(), "-i", "-f", "/etc/ssh/sshd_config");

    static final String HOST_KEY = "ssh_host_key";
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final String CONFIGURATION = """
            HostKey /etc/ssh/ssh_host_key
            AuthorizedKeysFile /etc/authorized_keys
            AuthenticationMethods publickey
            UsePAM no
            StrictModes no
            PidFile none
            PrintMotd no
            AcceptEnv LANG LC_*
            Subsystem sftp internal-sftp
            SetEnv PATH=/opt/gpuaas/bin:/usr/local/bin:/usr/bin:/bin
            """;

    private SimulatedSsh() {}

    /** The public half of the login's host key, made on first use. Empty without OpenSSH on this machine. */
    static Optional<List<String>> requireHostKey(Path folder) throws IOException {
        Path key = folder.resolve(HOST_KEY);
        Path shown = folder.resolve(HOST_KEY + ".pub");
        if (Files.notExists(shown)) {
            if (!Files.isExecutable(SSHD)) {
                return Optional.empty();
            }
            Files.deleteIfExists(key);
            if (!makeKey(key)) {
                return Optional.empty();
            }
        }
        return Optional.of(List.of(Files.readString(shown).strip()));
    }

    private static boolean makeKey(Path key) throws IOException {
        try {
            return Program.of(
                                    LIMIT,
                                    List.of(
                                            "ssh-keygen",
                                            "-q",
                                            "-t",
                                            "ed25519",
                                            "-N",
                                            "",
                                            "-C",
                                            "",
                                            "-f",
                                            key.toString()))
                            .run()
                            .exitCode()
                    == 0;
        } catch (ProgramException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a host key was made", e);
        }
    }

    /** Puts configuration and host key where the confined server finds them. It refuses a key that others may read. */
    static void writeConfiguration(Path key, Path etc, Optional<Integer> owner) throws IOException {
        Path place = Files.createDirectories(etc.resolve("ssh"));
        Files.writeString(place.resolve("sshd_config"), CONFIGURATION);
        if (Files.notExists(key)) {
            return;
        }
        Path copy = place.resolve(HOST_KEY + ".new");
        Files.copy(key, copy, StandardCopyOption.REPLACE_EXISTING);
        Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-------"));
        if (owner.isPresent()) {
            Files.setAttribute(copy, "unix:uid", owner.get(), LinkOption.NOFOLLOW_LINKS);
        }
        Files.move(copy, place.resolve(HOST_KEY), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
