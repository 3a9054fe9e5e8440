package io.gpuaas.cli;

import io.gpuaas.cli.output.Terminal;
import io.gpuaas.cli.session.Surroundings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine;

/** Runs commands as a person with a home folder would, and remembers what the last one said. */
public final class Shell {

    private final Path folder;
    private final Map<String, String> environment = new HashMap<>();
    private StringWriter err = new StringWriter();
    private ByteArrayOutputStream out = new ByteArrayOutputStream();
    private String input = "";
    private boolean interactive;
    private Clock clock = Clock.systemUTC();

    public Shell(Path folder) {
        this.folder = folder;
        environment.put("XDG_CONFIG_HOME", folder.resolve("config").toString());
    }

    public Shell set(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    public Shell unset(String variable) {
        environment.remove(variable);
        return this;
    }

    /** Sets the input of the next commands; they are not interactive. */
    public Shell piping(String text) {
        input = text;
        interactive = false;
        return this;
    }

    /** Sets a person's answers to the next commands. */
    public Shell typing(String text) {
        input = text;
        interactive = true;
        return this;
    }

    public Shell at(Clock time) {
        clock = time;
        return this;
    }

    /** Another one in the same home, so that two can work at once. */
    public Shell beside() {
        Shell other = new Shell(folder);
        other.environment.putAll(environment);
        return other.at(clock);
    }

    public int run(String... arguments) {
        out = new ByteArrayOutputStream();
        err = new StringWriter();
        return Gpuaas.run(surroundings(), arguments);
    }

    CommandLine commandLine(String... arguments) {
        return Gpuaas.commandLine(surroundings(), arguments);
    }

    private Surroundings surroundings() {
        Terminal terminal = new Terminal(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                out,
                new PrintWriter(out, false, StandardCharsets.UTF_8),
                new PrintWriter(err, true),
                interactive);
        return new Surroundings(environment, folder, folder, terminal, clock);
    }

    /** A line as one types it; words with spaces are not for here. */
    public int type(String line) {
        return run(line.split(" "));
    }

    public String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    public String said() {
        return err.toString();
    }
}
