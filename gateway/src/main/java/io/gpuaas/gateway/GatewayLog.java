package io.gpuaas.gateway;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.logging.FileHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/** Lines of JSON. Nothing that opens a stream is ever given to it. */
final class GatewayLog {

    private static final int FILES = 10;

    private final Consumer<String> out;
    private final Clock clock = Clock.systemUTC();

    private GatewayLog(Consumer<String> out) {
        this.out = out;
    }

    GatewayLog(PrintStream out) {
        this(line -> {
            out.println(line);
            out.flush();
        });
    }

    /** To FILE.0, which is renamed to FILE.1 and so on when it is full; the oldest of ten is deleted. */
    static GatewayLog rotating(Path file, int bytesMax) throws IOException {
        String pattern = file.toAbsolutePath().toString().replace("%", "%%") + ".%g";
        FileHandler files = new FileHandler(pattern, bytesMax, FILES, true);
        files.setEncoding("UTF-8");
        files.setFormatter(new Formatter() {
            @Override
            public String format(LogRecord line) {
                return line.getMessage() + "\n";
            }
        });
        return new GatewayLog(line -> files.publish(new LogRecord(Level.INFO, line)));
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
        out.accept(Json.MAPPER.writeValueAsString(line));
    }
}
