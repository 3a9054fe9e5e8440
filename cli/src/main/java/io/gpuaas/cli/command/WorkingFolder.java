package io.gpuaas.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Packs a local folder into one stream, without what its ignore file names. Needs tar, here and there. */
final class WorkingFolder implements AutoCloseable {

    static final String IGNORE = ".gpuaasignore";

    /** Where it is unpacked, in the home directory. */
    static final String THERE = "work";

    private final Process tar;

    private WorkingFolder(Process tar) {
        this.tar = tar;
    }

    static WorkingFolder pack(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException(folder + " is not a folder.");
        }
        List<String> command = new ArrayList<>(List.of("tar", "-czf", "-"));
        if (Files.exists(folder.resolve(IGNORE))) {
            command.add("--exclude-from=" + folder.resolve(IGNORE));
        }
        command.addAll(List.of("-C", folder.toString(), "."));
        return new WorkingFolder(new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Unpacks standard input there. */
    static List<String> unpack() {
        return List.of("sh", "-c", "mkdir -p -- \"$1\" && exec tar -xzf - -C \"$1\"", "sh", THERE);
    }

    InputStream stream() {
        return tar.getInputStream();
    }

    /** Returns whether all of it was packed. */
    boolean isComplete() throws InterruptedException {
        return tar.waitFor() == 0;
    }

    @Override
    public void close() {
        tar.destroy();
    }
}
