package io.gpuaas.systemtests;

import io.gpuaas.testkit.RealServers;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;

/** A git checkout with the command and its pieces and nothing else. Tests that use it are {@code @Against("git")}. */
final class SmallCheckout {

    private final Path root;
    private final Path git;

    SmallCheckout(Path folder) throws IOException {
        git = RealServers.require("git");
        root = Files.createDirectory(folder.resolve("checkout"));
        for (String piece : new String[] {"gpuaas", "pom.xml", "tools", ".githooks"}) {
            copy(piece);
        }
        write(".gitignore", "node_modules\n");
        RealServers.report("git", git("--version").output().strip().replace("git version ", ""));
        git("init", "--quiet");
    }

    Path write(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /** Takes a file of the repository over as it is. */
    void copyFile(String name) throws IOException {
        write(name, Files.readString(Command.repository().resolve(name)));
    }

    String read(String name) throws IOException {
        return Files.readString(root.resolve(name));
    }

    Command gpuaas(String... arguments) {
        return withoutUsersGit(Command.program(root.resolve("gpuaas"), arguments));
    }

    Command.Outcome run(String tool, String... arguments) {
        return withoutUsersGit(Command.program(root.resolve(tool), arguments)).run();
    }

    Command.Outcome git(String... arguments) {
        String[] words = new String[arguments.length + 2];
        words[0] = "-C";
        words[1] = root.toString();
        System.arraycopy(arguments, 0, words, 2, arguments.length);
        return withoutUsersGit(Command.program(git, words)).run();
    }

    /** The settings of whoever runs the tests must not decide them. */
    private static Command withoutUsersGit(Command command) {
        return command.without("CI")
                .with("GIT_CONFIG_GLOBAL", "/dev/null")
                .with("GIT_CONFIG_SYSTEM", "/dev/null")
                .with("GIT_AUTHOR_NAME", "Test")
                .with("GIT_AUTHOR_EMAIL", "test@example.org")
                .with("GIT_COMMITTER_NAME", "Test")
                .with("GIT_COMMITTER_EMAIL", "test@example.org");
    }

    /**
     * Installed npm packages are linked: they are thousands of files, and no test changes them. Files keep their times,
     * since a lock file that is newer than its packages has them installed again.
     */
    private void copy(String piece) throws IOException {
        Path repository = Command.repository();
        Files.walkFileTree(repository.resolve(piece), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Path target = root.resolve(repository.relativize(folder));
                if (folder.endsWith("node_modules")) {
                    Files.createSymbolicLink(target, folder);
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(target);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path target = root.resolve(repository.relativize(file));
                Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
