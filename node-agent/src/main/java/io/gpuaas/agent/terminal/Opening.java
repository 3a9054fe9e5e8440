package io.gpuaas.agent.terminal;

import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** The first message of a client. */
record Opening(String client, long offset, boolean writes, boolean drawsScreen, WindowSize size) {

    private static final Pattern CLIENT = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    static Optional<Opening> read(JsonNode json) {
        String client = json.path("client").asString("");
        long offset = json.path("offset").asLong(0);
        if (!CLIENT.matcher(client).matches() || offset < 0) {
            return Optional.empty();
        }
        return Optional.of(new Opening(
                client,
                offset,
                json.path("write").asBoolean(true),
                json.path("snapshot").asBoolean(false),
                size(json)));
    }

    Opening by(Participant who) {
        return new Opening(who.client(client), offset, writes && who.mayWrite(), drawsScreen, size);
    }

    static WindowSize size(JsonNode json) {
        return WindowSize.of(
                json.path("columns").asInt(WindowSize.DEFAULT.columns()),
                json.path("rows").asInt(WindowSize.DEFAULT.rows()));
    }
}
