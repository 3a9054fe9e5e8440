package io.gpuaas.bench.kit;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A directory and everything that was started in it. Closing it, at the end or on Ctrl-C, stops
 * what runs, newest first, and removes the directory.
 */
public final class Workspace implements AutoCloseable {

    private final Installation installation;
    private final Path directory;
    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private final Thread atExit = new Thread(this::clear, "clear-workspace");
    private boolean closed;

    private Workspace(Installation installation, Path directory) {
        this.installation = installation;
        this.directory = directory;
    }

    public static Workspace create(Installation installation) throws IOException {
        Path parent = Files.createDirectories(installation.workspaces());
        Workspace workspace = new Workspace(installation, Files.createTempDirectory(parent, "run-"));
        Runtime.getRuntime().addShutdownHook(workspace.atExit);
        return workspace;
    }

    public Installation installation() {
        return installation;
    }

    public Path directory() {
        return directory;
    }

    /** From here on it is stopped together with the workspace. */
    public synchronized <T extends AutoCloseable> T keep(T something) throws Exception {
        if (closed) {
            something.close();
            throw new IllegalStateException("the benchmark is being stopped");
        }
        started.push(something);
        return something;
    }

    @Override
    public void close() {
        clear();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // Already on the way out; the hook finds nothing left to do.
        }
    }

    private synchronized void clear() {
        if (closed) {
            return;
        }
        closed = true;
        while (!started.isEmpty()) {
            AutoCloseable one = started.pop();
            try {
                one.close();
            } catch (Exception e) {
                Progress.say(one + " did not stop cleanly: " + e);
            }
        }
        try {
            deleteTree(directory);
        } catch (IOException e) {
            Progress.say("left behind " + directory + ": " + e);
        }
    }

    public static void deleteTree(Path root) throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e) throws IOException {
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
