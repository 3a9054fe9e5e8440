package io.gpuaas.gateway;

import io.gpuaas.kernel.log.JsonLog;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.logging.FileHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/** Opens the log of a gateway: a stream, or files that are rotated by size. */
final class LogFiles {

    private static final int FILES = 10;

    private LogFiles() {}

    static JsonLog to(PrintStream out) {
        return new JsonLog(Clock.systemUTC(), line -> {
            out.println(line);
            out.flush();
        });
    }

    /** Writes to FILE.0, which is renamed to FILE.1 and so on when it is full; the oldest of ten is deleted. */
    static JsonLog rotating(Path file, int bytesMax) throws IOException {
        String pattern = file.toAbsolutePath().toString().replace("%", "%%") + ".%g";
        FileHandler files = new FileHandler(pattern, bytesMax, FILES, true);
        files.setEncoding("UTF-8");
        files.setFormatter(new Formatter() {
            @Override
            public String format(LogRecord line) {
                return line.getMessage() + "\n";
            }
        });
        return new JsonLog(Clock.systemUTC(), line -> files.publish(new LogRecord(Level.INFO, line)));
    }
}
