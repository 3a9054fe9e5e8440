package io.gpuaas.bench.kit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** PostgreSQL's own load program on the database of the run. */
public final class Pgbench {

    private static final Duration END_ALLOWANCE = Duration.ofSeconds(60);
    private static final Pattern RATE = Pattern.compile("tps = ([0-9.]+) \\(without initial connection time\\)");
    private static final Pattern FAILED = Pattern.compile("number of failed transactions: ([0-9]+)");

    private final Database database;
    private final String databaseName;
    private final Path program;

    public Pgbench(Database database, String databaseName) throws IOException {
        this.database = database;
        this.databaseName = databaseName;
        this.program = findProgram();
    }

    /** Runs of the script per second; it counts {@code :n} up from the first id. */
    public double run(Path script, long firstId, int clients, Duration duration) throws Exception {
        List<String> command = List.of(
                program.toString(),
                "-M",
                "prepared",
                "-n",
                "-c",
                String.valueOf(clients),
                "-j",
                String.valueOf(Math.min(clients, Runtime.getRuntime().availableProcessors())),
                "-T",
                String.valueOf(duration.toSeconds()),
                "-D",
                "n=" + firstId,
                "-f",
                script.toString(),
                "-h",
                "127.0.0.1",
                "-p",
                String.valueOf(database.port()),
                "-U",
                database.user(),
                databaseName);
        Path output = Files.createTempFile(script.getParent(), "pgbench-", ".log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("PGPASSWORD", database.password());
        Process process = builder.start();
        try {
            if (!process.waitFor(duration.plus(END_ALLOWANCE).toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("pgbench did not end");
            }
        } finally {
            process.destroyForcibly();
        }
        return rate(process.exitValue(), Files.readString(output));
    }

    private static double rate(int exit, String output) {
        Matcher rate = RATE.matcher(output);
        Matcher failed = FAILED.matcher(output);
        if (exit != 0 || !rate.find() || (failed.find() && !failed.group(1).equals("0"))) {
            throw new IllegalStateException("pgbench failed with code " + exit + ":\n" + output);
        }
        return Double.parseDouble(rate.group(1));
    }

    /** The newest of Debian's, or the one on the PATH; Debian's on the PATH is a script that needs a cluster. */
    private static Path findProgram() throws IOException {
        Path debian = Path.of("/usr/lib/postgresql");
        if (Files.isDirectory(debian)) {
            try (Stream<Path> versions = Files.list(debian)) {
                List<Path> found = versions.sorted(
                                Comparator.comparingInt(Pgbench::version).reversed())
                        .map(folder -> folder.resolve("bin/pgbench"))
                        .filter(Files::isExecutable)
                        .toList();
                if (!found.isEmpty()) {
                    return found.getFirst();
                }
            }
        }
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
                .map(folder -> Path.of(folder, "pgbench"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() ->
                        new IllegalStateException("pgbench is not installed: install the Debian package postgresql"));
    }

    private static int version(Path folder) {
        String name = String.valueOf(folder.getFileName());
        return name.matches("[0-9]{1,4}") ? Integer.parseInt(name) : 0;
    }
}
