package io.gpuaas.agent;

import io.gpuaas.agent.disk.DurableFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/** Writes log lines to stderr, which systemd keeps, and to a file of bounded size, which logs.collect sends. */
final class AgentLogFile implements Consumer<String> {

    private static final long FILE_BYTES_MAX = 2L * 1024 * 1024;

    private final Path file;
    private final PrintStream out;

    AgentLogFile(Path file, PrintStream out) {
        this.file = file;
        this.out = out;
    }

    @Override
    public void accept(String line) {
        String text = line + "\n";
        out.print(text);
        out.flush();
        try {
            if (Files.exists(file) && Files.size(file) > FILE_BYTES_MAX) {
                Files.move(file, older(), StandardCopyOption.REPLACE_EXISTING);
            }
            if (Files.notExists(file)) {
                DurableFile.createOwnerOnly(file).close();
            }
            Files.writeString(file, text, StandardOpenOption.APPEND);
        } catch (IOException e) {
            System.err.println("cannot write " + file + ": " + e.getMessage());
        }
    }

    private Path older() {
        return file.resolveSibling(file.getFileName() + ".1");
    }
}
