package io.gpuaas.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads from the sources of the server which policy keys, SKUs and settings exist. */
final class Catalogue {

    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Path SERVER = ROOT.resolve("control-plane/src/main");
    private static final Pattern POLICY_KEY =
            Pattern.compile("PolicyKey\\s*\\.(?:<\\w+>)?\\w+\\(\\s*\"([a-z0-9_]+(?:\\.[a-z0-9_]+)+)\"");
    private static final Pattern SKU =
            Pattern.compile("\\('([a-z0-9][a-z0-9.-]*)',\\s+'[^']*',\\s+'(?:gpu_slice|bare_metal|mig)'");

    private Catalogue() {}

    static Set<String> policyKeys() {
        return found(SERVER.resolve("java"), "Policies.java", POLICY_KEY);
    }

    static Set<String> skus() {
        return found(SERVER.resolve("resources/db/migration/offerings"), ".sql", SKU);
    }

    private static Set<String> found(Path folder, String ending, Pattern pattern) {
        Set<String> names = new TreeSet<>();
        for (Path file : files(folder, ending)) {
            Matcher matcher = pattern.matcher(text(file));
            while (matcher.find()) {
                names.add(matcher.group(1));
            }
        }
        return names;
    }

    static Iterable<Path> files(Path folder, String ending) {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(ending)).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
