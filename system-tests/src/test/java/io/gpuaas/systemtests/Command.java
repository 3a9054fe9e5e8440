package io.gpuaas.systemtests;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One run of a program from a folder that is not the repository, without a terminal. */
final class Command {

    /** Long enough for an {@code up} that has to build first. */
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    private static final String JVM_FLAGS = "-XX:TieredStopAtLevel=1";

    private final List<String> words;
    private final Map<String, String> environment = new HashMap<>(System.getenv());

    private Command(List<String> words) {
        this.words = List.copyOf(words);
        // Like in CI: a test must not install git hooks into the checkout it runs in.
        environment.put("CI", "true");
        // Any free one: installations of several tests run side by side.
        environment.put("GPUAAS_NODES_PORT", "0");
        // All installations of the tests share one cache of starts, which is made for these flags.
        environment.put("GPUAAS_JVM_FLAGS", JVM_FLAGS);
        // Gateway and agents have an archive in each data folder: it would be written often and used seldom.
        environment.put("DEMO_JVM_FLAGS", JVM_FLAGS + " -XX:-AutoCreateSharedArchive");
    }

    /** The outcome of a finished command; standard output and standard error are one text, as on a terminal. */
    record Outcome(int exitCode, String output, Duration took) {
        List<String> lines() {
            return output.lines().toList();
        }
    }

    static Command gpuaas(String... arguments) {
        return program(repository().resolve("gpuaas"), arguments);
    }

    static Command program(Path program, String... arguments) {
        List<String> words = new ArrayList<>(List.of(program.toString()));
        words.addAll(List.of(arguments));
        return new Command(words);
    }

    static Path repository() {
        return Path.of(System.getProperty("gpuaas.root", "..")).toAbsolutePath().normalize();
    }

    Command with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    Command without(String variable) {
        environment.remove(variable);
        return this;
    }

    Outcome run() {
        try {
            Path output = Files.createTempFile("gpuaas-command", ".out");
            try {
                long started = System.nanoTime();
                int exitCode = waitFor(start(output));
                Duration took = Duration.ofNanos(System.nanoTime() - started);
                return new Outcome(exitCode, Files.readString(output), took);
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            throw new AssertionError("cannot run " + words, e);
        }
    }

    /** Starts it and goes on. Output goes to a file: a pipe would be held open by what the command leaves running. */
    Process start(Path output) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(new File(System.getProperty("java.io.tmpdir")))
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    private int waitFor(Process process) {
        try {
            if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(words + " did not end in " + TIMEOUT);
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for " + words, e);
        }
    }
}
