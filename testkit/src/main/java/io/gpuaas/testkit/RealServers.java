package io.gpuaas.testkit;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/** Finds the programs tests run against, and remembers the versions met. */
public final class RealServers {

    /** Set by {@code ./gpuaas test} where it could install the servers: from then on a missing one is a failure. */
    private static final String REQUIRE_VARIABLE = "GPUAAS_REQUIRE_SERVERS";

    /** Debian keeps daemons out of an ordinary user's PATH. */
    private static final List<Path> BEYOND_PATH = Stream.of(
                    "/usr/local/bin", "/usr/local/sbin", "/usr/sbin", "/sbin", "/opt/homebrew/bin")
            .map(Path::of)
            .toList();

    private static final Map<String, String> VERSIONS = new ConcurrentHashMap<>();

    private RealServers() {}

    public static Optional<Path> find(String binary) {
        return Stream.concat(pathDirectories(), BEYOND_PATH.stream())
                .map(directory -> directory.resolve(binary))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** The binary, or the end of this test: not run with a reason, or failed where servers are required. */
    public static Path require(String binary) {
        return require(binary, serversAreRequired());
    }

    /** Tells which version of a server the tests of this JVM really talked to, as the server itself says. */
    public static void report(String server, String version) {
        VERSIONS.put(server, version);
    }

    static Map<String, String> reportedVersions() {
        return Map.copyOf(VERSIONS);
    }

    static Path require(String binary, boolean required) {
        Optional<Path> found = find(binary);
        if (found.isEmpty() && required) {
            throw new AssertionError(
                    binary + " is not installed, and " + REQUIRE_VARIABLE + "=true makes that a failure");
        }
        return found.orElseThrow(() -> new TestAbortedException(binary + " is not installed"));
    }

    private static boolean serversAreRequired() {
        return Boolean.parseBoolean(System.getenv(REQUIRE_VARIABLE));
    }

    private static Stream<Path> pathDirectories() {
        return Optional.ofNullable(System.getenv("PATH")).stream()
                .flatMap(path -> Arrays.stream(path.split(File.pathSeparator, -1)))
                .filter(directory -> !directory.isEmpty())
                .map(Path::of);
    }
}
