package io.gpuaas.agent;

import io.gpuaas.agent.disk.DurableFile;
import io.gpuaas.agent.wire.Json;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;

/** Lines of JSON to stderr, which systemd keeps, and to a file of bounded size, which logs.collect sends. */
final class AgentLog {

    private static final long FILE_BYTES_MAX = 2L * 1024 * 1024;

    private final Path file;
    private final PrintStream out;
    private final Clock clock;

    AgentLog(Path file, PrintStream out, Clock clock) {
        this.file = file;
        this.out = out;
        this.clock = clock;
    }

    void info(String message) {
        write("info", message);
    }

    void warn(String message) {
        write("warn", message);
    }

    private synchronized void write(String level, String message) {
        Map<String, String> line = new LinkedHashMap<>();
        line.put("at", clock.instant().toString());
        line.put("level", level);
        line.put("message", message);
        String text = Json.LENIENT.writeValueAsString(line) + "\n";
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
