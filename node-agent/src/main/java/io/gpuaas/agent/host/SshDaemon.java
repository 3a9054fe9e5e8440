package io.gpuaas.agent.host;

import io.gpuaas.agent.exec.Program;
import io.gpuaas.agent.exec.ProgramException;
import io.gpuaas.agent.task.TaskFailure;
import java.time.Duration;
import java.util.List;

/** The host's SSH server as others meet it. A login nobody can use is not handed over. */
final class SshDaemon {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int KEYS_MAX = 10;

    private static final String ADDRESS = "127.0.0.1";

    private final int port;

    SshDaemon(int port) {
        this.port = port;
    }

    int port() {
        return port;
    }

    SshServer server() {
        return new SshServer.Address(ADDRESS, port);
    }

    /** The keys it proves itself with, by which people recognise the host. */
    List<String> requireHostKeys() throws TaskFailure, InterruptedException {
        try {
            Program.Finished scan = Program.of(LIMIT, "ssh-keyscan", "-T", "5", "-p", Integer.toString(port), ADDRESS)
                    .run();
            List<String> keys = scan.out()
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.substring(line.indexOf(' ') + 1).strip())
                    .filter(AuthorizedKeys::isKey)
                    .sorted()
                    .limit(KEYS_MAX)
                    .toList();
            if (keys.isEmpty()) {
                throw TaskFailure.failed("ssh_silent", "no SSH server answers on port " + port);
            }
            return keys;
        } catch (ProgramException e) {
            throw TaskFailure.failed("ssh_silent", "the SSH server cannot be asked", e);
        }
    }
}
