package io.gpuaas.gateway;

import java.io.PrintStream;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;

/** Lines of JSON. Nothing that opens a stream is ever given to it. */
final class GatewayLog {

    private final PrintStream out;
    private final Clock clock = Clock.systemUTC();

    GatewayLog(PrintStream out) {
        this.out = out;
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
        out.println(Json.MAPPER.writeValueAsString(line));
        out.flush();
    }
}
