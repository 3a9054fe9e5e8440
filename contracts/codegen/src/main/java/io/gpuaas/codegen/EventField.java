package io.gpuaas.codegen;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A field of an event as a component of its record. Values of enums stay text, so that consumers tolerate new ones. */
record EventField(String name, String type, boolean isRequired, String imports) {

    private static final String LIST = "List<String>";
    private static final Map<String, String> BOXED = Map.of("int", "Integer", "long", "Long", "boolean", "Boolean");
    /** Methods that every event has. */
    private static final Set<String> TAKEN = Set.of("type", "aggregate");

    static List<EventField> readAll(EventMessage event, Set<String> typedIds) {
        Set<String> required = new HashSet<>();
        event.schema().path("required").forEach(field -> required.add(field.asText()));
        return event.schema().path("properties").properties().stream()
                .map(field ->
                        read(event, field.getKey(), field.getValue(), required.contains(field.getKey()), typedIds))
                .toList();
    }

    private static EventField read(
            EventMessage event, String field, JsonNode schema, boolean isRequired, Set<String> typedIds) {
        EventMessage.require(!TAKEN.contains(field), event.type(), "a field cannot be called " + field);
        String kind = schema.path("type").asText() + " " + schema.path("format").asText("");
        String name = camelCase(field);
        return switch (kind.strip()) {
            case "string" -> new EventField(name, "String", isRequired, "");
            case "string date-time" -> new EventField(name, "Instant", isRequired, "import java.time.Instant;\n");
            case "string uuid" -> id(event, field, schema, isRequired, typedIds);
            case "integer" -> new EventField(name, "int", isRequired, "");
            case "integer int64" -> new EventField(name, "long", isRequired, "");
            case "boolean" -> new EventField(name, "boolean", isRequired, "");
            case "array" -> {
                EventMessage.require(
                        schema.at("/items/type").asText().equals("string"),
                        event.type(),
                        field + " is not a list of strings");
                yield new EventField(name, LIST, isRequired, "import java.util.List;\n");
            }
            default ->
                throw new ContractException("asyncapi.yaml: " + event.type() + ": " + field + " has an unknown type");
        };
    }

    /** The typed id is called like the field, unless {@code x-id} names another. */
    private static EventField id(
            EventMessage event, String field, JsonNode schema, boolean isRequired, Set<String> typedIds) {
        String named = schema.path("x-id").asText("");
        EventMessage.require(
                named.isEmpty() || typedIds.contains(named), event.type(), field + ": there is no id " + named);
        String name = camelCase(field);
        String type = named.isEmpty() ? name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1) : named;
        return typedIds.contains(type)
                ? new EventField(name, type, isRequired, "import io.gpuaas.kernel." + type + ";\n")
                : new EventField(name, "UUID", isRequired, "import java.util.UUID;\n");
    }

    static String camelCase(String field) {
        String[] words = field.split("_");
        return words[0]
                + Stream.of(words)
                        .skip(1)
                        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                        .collect(Collectors.joining());
    }

    boolean isList() {
        return type.equals(LIST);
    }

    /** The statement with which the constructor of the record keeps a list from being changed. */
    String copy() {
        return (isRequired ? "%1$s = List.copyOf(%1$s);" : "%1$s = %1$s == null ? null : List.copyOf(%1$s);")
                .formatted(name);
    }

    String declaration() {
        return isRequired ? type + " " + name : "@Nullable " + BOXED.getOrDefault(type, type) + " " + name;
    }
}
