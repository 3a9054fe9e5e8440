package io.gpuaas.codegen;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One event of {@code contracts/asyncapi.yaml}.
 *
 * @param type the name on the wire, with the publishing package before the dot
 * @param recordName the payload's schema, and the Java record generated from it
 * @param key the fields that form the aggregate's id; empty if the event takes over another event's aggregate
 * @param former the type under which older releases published the event
 */
record EventMessage(
        String type,
        String recordName,
        String aggregate,
        List<String> key,
        @Nullable String former,
        JsonNode schema) {

    private static final String ANY = "any";
    private static final String SCHEMAS = "#/components/schemas/";

    static List<EventMessage> readAll(Path asyncApiFile) throws IOException {
        JsonNode contract = ContractFiles.readYaml(asyncApiFile);
        List<EventMessage> events = new ArrayList<>();
        Set<String> types = new HashSet<>();
        contract.at("/components/messages").properties().forEach(message -> {
            EventMessage event = read(contract, message.getKey(), message.getValue());
            require(types.add(event.type), event.type, "the type is used twice");
            require(event.former == null || types.add(event.former), event.type, "the former type is used twice");
            events.add(event);
        });
        return events;
    }

    private static EventMessage read(JsonNode contract, String messageName, JsonNode message) {
        String type = message.path("name").asText();
        String reference = message.at("/payload/$ref").asText();
        require(type.matches("[a-z]+\\.[a-z_]+"), messageName, "the name is not of the form package.event_name");
        require(reference.startsWith(SCHEMAS), type, "the payload does not refer to a schema");
        String recordName = reference.substring(SCHEMAS.length());
        require(
                snakeCase(recordName).equals(type.substring(type.indexOf('.') + 1)),
                type,
                "its schema " + recordName + " has another name");
        JsonNode schema = contract.at(reference.substring(1));
        require(schema.has("properties"), type, "its schema has no properties");

        JsonNode rules = message.path(OperationRules.EXTENSION);
        String stream = rules.path("stream").asText();
        String aggregate = rules.path("aggregate").asText();
        requireChannel(contract, messageName, type, stream);
        require(!aggregate.isEmpty(), type, "x-gpuaas.aggregate is missing");
        List<String> key = new ArrayList<>();
        rules.path("key").forEach(field -> key.add(field.asText()));
        require(key.isEmpty() == aggregate.equals(ANY), type, "x-gpuaas.key does not list the aggregate's id");
        key.forEach(field -> require(
                schema.path("properties").has(field), type, "x-gpuaas.key lists " + field + ", which is not a field"));
        return new EventMessage(
                type,
                recordName,
                aggregate,
                List.copyOf(key),
                rules.has("former") ? rules.path("former").asText() : null,
                schema);
    }

    private static void requireChannel(JsonNode contract, String messageName, String type, String stream) {
        List<String> channels = new ArrayList<>();
        contract.path("channels").properties().forEach(channel -> {
            if (channel.getValue().path("messages").has(messageName)) {
                channels.add(channel.getKey());
            }
        });
        require(channels.size() == 1, type, "it is in the channels " + channels + ", not in one");
        require(
                stream.equals(ANY) || stream.toLowerCase(Locale.ROOT).equals(channels.getFirst()),
                type,
                "its stream is " + stream + " but its channel is " + channels.getFirst());
    }

    private static String snakeCase(String name) {
        return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }

    static void require(boolean condition, String event, String otherwise) {
        if (!condition) {
            throw new ContractException("asyncapi.yaml: " + event + ": " + otherwise);
        }
    }
}
