package io.gpuaas.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.agent.host.Shell;
import io.gpuaas.kernel.log.JsonLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Starts real shells on real pseudo terminals and ends them after each test. The network between them and their clients
 * is left out.
 */
abstract class RealShells {

    static final Limits LONG = new Limits(Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofMinutes(5));

    @TempDir
    Path home;

    private final List<Terminal> started = new ArrayList<>();

    @SuppressWarnings("NullAway.Init")
    RealShells() {}

    Terminal terminal(Limits limits, String... command) {
        return terminal(limits, new Pictures(10_000_000), command);
    }

    Terminal terminal(Limits limits, Pictures pictures, String... command) {
        return start(limits, new Tape(null), pictures, JsonLog.discarding(), command);
    }

    Terminal start(Limits limits, Tape tape, Pictures pictures, JsonLog log, String... command) {
        Map<String, String> environment =
                Map.of("PATH", "/usr/bin:/bin", "HOME", home.toString(), "TERM", "dumb", "PS1", "> ");
        Terminal terminal = new Terminal(
                UUID.randomUUID(),
                UUID.randomUUID(),
                new Shell(List.of(command), environment, home, null),
                limits,
                tape,
                pictures,
                log,
                ended -> {});
        started.add(terminal);
        terminal.start();
        return terminal;
    }

    Terminal bash() {
        return terminal(LONG, "bash", "--norc", "--noprofile");
    }

    Terminal sh(String script) {
        return terminal(LONG, "sh", "-c", script);
    }

    @AfterEach
    void endAll() throws Exception {
        for (Terminal terminal : started) {
            terminal.end(End.CLOSED);
            assertThat(terminal.awaitEnd(Duration.ofSeconds(30))).isTrue();
        }
    }
}
