package io.gpuaas.agent.update;

import io.gpuaas.agent.disk.DurableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Versions side by side: {@code versions/<version>/gpuaas-agent.jar}, and the link {@code current} that is switched in
 * one step. While a version is on trial, the file {@code trial} names the one to go back to; the start script reads it
 * too, for versions that do not even start.
 */
public final class Installation {

    public static final String JAR = "gpuaas-agent.jar";
    private static final int KEPT_MAX = 3;

    private final Path root;

    public Installation(Path root) {
        this.root = root;
    }

    String currentVersion() throws IOException {
        return Files.readSymbolicLink(root.resolve("current")).getFileName().toString();
    }

    void stage(String version, byte[] jar) throws IOException {
        Path folder = Files.createDirectories(root.resolve("versions").resolve(version));
        DurableFile.write(folder.resolve(JAR), jar);
        DurableFile.syncFolder(root.resolve("versions"));
    }

    boolean has(String version) {
        return Files.isRegularFile(root.resolve("versions").resolve(version).resolve(JAR));
    }

    void beginTrial(String version) throws IOException {
        String before = currentVersion();
        Files.deleteIfExists(root.resolve("trial.starts"));
        DurableFile.write(root.resolve("trial"), before.getBytes(StandardCharsets.US_ASCII));
        switchTo(version);
    }

    void endTrial() throws IOException {
        Files.deleteIfExists(root.resolve("trial"));
        Files.deleteIfExists(root.resolve("trial.starts"));
        removeOld();
    }

    void revert(String version) throws IOException {
        switchTo(version);
        Files.deleteIfExists(root.resolve("trial"));
        Files.deleteIfExists(root.resolve("trial.starts"));
    }

    private void switchTo(String version) throws IOException {
        Path fresh = root.resolve("current.new");
        Files.deleteIfExists(fresh);
        Files.createSymbolicLink(fresh, Path.of("versions", version));
        Files.move(fresh, root.resolve("current"), StandardCopyOption.ATOMIC_MOVE);
        DurableFile.syncFolder(root);
    }

    /** Some are kept to go back to by hand. */
    private void removeOld() throws IOException {
        String current = currentVersion();
        List<Path> others;
        try (Stream<Path> entries = Files.list(root.resolve("versions"))) {
            others = entries.filter(entry -> !entry.getFileName().toString().equals(current))
                    .sorted(Comparator.comparing(Installation::modified).reversed())
                    .skip(KEPT_MAX - 1L)
                    .toList();
        }
        for (Path old : others) {
            try (Stream<Path> entries = Files.walk(old)) {
                for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(entry);
                }
            }
        }
    }

    private static Long modified(Path path) {
        try {
            return Files.getLastModifiedTime(path).toMillis();
        } catch (IOException e) {
            return 0L;
        }
    }
}
