package io.gpuaas.controlplane.pipeline;

import java.time.DateTimeException;
import java.time.Instant;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;

/**
 * Reads a time as the contract writes it (RFC 3339) and nothing else. The libraries would also take a number, once as
 * seconds and once as milliseconds.
 */
final class StrictTime extends StdScalarDeserializer<Instant> {

    StrictTime() {
        super(Instant.class);
    }

    static Instant parse(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("'" + text + "' is not a time", e);
        }
    }

    @Override
    public Instant deserialize(JsonParser parser, DeserializationContext context) {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            return (Instant) context.handleUnexpectedToken(Instant.class, parser);
        }
        String text = parser.getString();
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            return (Instant) context.handleWeirdStringValue(Instant.class, text, "not a time");
        }
    }
}
