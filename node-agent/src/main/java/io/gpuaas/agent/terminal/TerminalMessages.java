package io.gpuaas.agent.terminal;

import io.gpuaas.agent.wire.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds the messages of a terminal to its clients, as docs/adr/0016-terminals.md specifies them. */
final class TerminalMessages {

    private TerminalMessages() {}

    static String opened(long offset, long inputOffset, boolean writes, WindowSize size, Tape tape) {
        return json(
                "opened",
                "offset",
                offset,
                "input_offset",
                inputOffset,
                "writer",
                writes,
                "columns",
                size.columns(),
                "rows",
                size.rows(),
                "recorded",
                tape.isOn(),
                "records_input",
                tape.hasInput(),
                "pings",
                true);
    }

    /** So that who asks notices a network that fell silent: a browser is not told of a WebSocket's own pings. */
    static String pong() {
        return json("pong");
    }

    static String credit(long offset) {
        return json("credit", "offset", offset);
    }

    static String writer(boolean writes) {
        return json("writer", "writer", writes);
    }

    static String resized(WindowSize size) {
        return json("resized", "columns", size.columns(), "rows", size.rows());
    }

    static String skipped(long from, long to) {
        return json("skipped", "from", from, "to", to);
    }

    static String snapshot(int bytes) {
        return json("snapshot", "bytes", bytes);
    }

    static String exited(End end) {
        return end.code() == null
                ? json("exited", "reason", end.reason())
                : json("exited", "reason", end.reason(), "code", end.code());
    }

    static String refused(String reason) {
        return json("refused", "reason", reason);
    }

    /** Lists the present participants and says which one joined or left last. */
    static String participants(String change, String name, List<Present> present) {
        return json("participants", change, name, "participants", present);
    }

    /** One connection, as the others see it. */
    record Present(String name, boolean owner, boolean writer) {}

    private static String json(String type, Object... fields) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("type", type);
        for (int i = 0; i < fields.length; i += 2) {
            message.put(fields[i].toString(), fields[i + 1]);
        }
        return Json.LENIENT.writeValueAsString(message);
    }
}
