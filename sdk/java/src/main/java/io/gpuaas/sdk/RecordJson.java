package io.gpuaas.sdk;

import io.gpuaas.kernel.TypedId;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

/**
 * The contract's records as JSON, by way of their components: {@code stateSince} is {@code state_since} on the wire.
 * Unknown fields are left alone, since a newer server may send more; what is null is not written. A mapper does more,
 * and takes longer to begin than all the rest of a short command.
 */
public final class RecordJson {

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final Map<Class<?>, Shape> SHAPES = new ConcurrentHashMap<>();

    private record Part(String name, Type type, Method accessor) {}

    private record Shape(Constructor<?> constructor, List<Part> parts, Map<String, Integer> places) {}

    private RecordJson() {}

    public static <T> T read(byte[] json, Class<T> type) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
            Object value = whole(parser, type);
            if (value == null) {
                throw new StreamReadException(parser, "this is no " + type.getName());
            }
            return type.cast(value);
        }
    }

    /** Of what is no record: a map, a list, a text, a number, a truth value, or null. */
    public static @Nullable Object read(String json) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
            return whole(parser, Object.class);
        }
    }

    public static String write(@Nullable Object value) {
        return write(value, ObjectWriteContext.empty());
    }

    /** On several lines, for people. */
    public static String writeIndented(@Nullable Object value) {
        return write(value, new Indented());
    }

    public static byte[] bytes(@Nullable Object value) {
        return write(value).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The same without records: maps, lists, texts, numbers, truth values and null. Not a switch over types, which the
     * JVM takes as long to set up as to list a page.
     */
    public static @Nullable Object tree(@Nullable Object value) {
        if (value == null || value instanceof String || value instanceof Number || value instanceof Boolean) {
            return value;
        }
        if (value instanceof Record record && !(value instanceof TypedId)) {
            return fields(record);
        }
        if (value instanceof Map<?, ?> map) {
            return fields(map);
        }
        if (value instanceof Iterable<?> items) {
            return list(items);
        }
        if (value instanceof TypedId
                || value instanceof Enum<?>
                || value instanceof Instant
                || value instanceof UUID
                || value instanceof URI) {
            return value.toString();
        }
        throw new IllegalArgumentException(value.getClass() + " has no form in JSON");
    }

    private static Map<String, Object> fields(Record record) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (Part part : shape(record.getClass()).parts()) {
            Object value = tree(get(record, part));
            if (value != null) {
                fields.put(part.name(), value);
            }
        }
        return fields;
    }

    private static @Nullable Object get(Record record, Part part) {
        try {
            return part.accessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(part.name() + " of " + record.getClass() + " cannot be read", e);
        }
    }

    private static Map<String, @Nullable Object> fields(Map<?, ?> map) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        map.forEach((name, value) -> fields.put(name.toString(), tree(value)));
        return fields;
    }

    private static List<@Nullable Object> list(Iterable<?> items) {
        List<@Nullable Object> list = new ArrayList<>();
        items.forEach(item -> list.add(tree(item)));
        return list;
    }

    private static String write(@Nullable Object value, ObjectWriteContext context) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(context, text)) {
            writeTree(generator, tree(value));
        }
        return text.toString();
    }

    private static void writeTree(JsonGenerator to, @Nullable Object tree) {
        if (tree instanceof Map<?, ?> fields) {
            to.writeStartObject();
            fields.forEach((name, value) -> {
                to.writeName(name.toString());
                writeTree(to, value);
            });
            to.writeEndObject();
        } else if (tree instanceof List<?> items) {
            to.writeStartArray();
            items.forEach(item -> writeTree(to, item));
            to.writeEndArray();
        } else if (tree == null) {
            to.writeNull();
        } else if (tree instanceof String text) {
            to.writeString(text);
        } else if (tree instanceof Boolean truth) {
            to.writeBoolean(truth);
        } else if (tree instanceof Double number) {
            // The generator writes NaN and infinities as text.
            to.writeNumber(number);
        } else {
            to.writeNumber(tree.toString());
        }
    }

    private static final class Indented extends ObjectWriteContext.Base {

        @Override
        public PrettyPrinter getPrettyPrinter() {
            return new DefaultPrettyPrinter();
        }

        @Override
        public boolean hasPrettyPrinter() {
            return true;
        }
    }

    private static @Nullable Object whole(JsonParser parser, Class<?> type) {
        if (parser.nextToken() == null) {
            throw new StreamReadException(parser, "there is nothing to read");
        }
        Object value = value(parser, type);
        if (parser.nextToken() != null) {
            throw new StreamReadException(parser, "there is more than one value");
        }
        return value;
    }

    private static @Nullable Object value(JsonParser parser, Type type) {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return null;
        }
        try {
            if (type instanceof ParameterizedType of) {
                Type[] parts = of.getActualTypeArguments();
                return of.getRawType() == List.class ? list(parser, parts[0]) : map(parser, parts[1]);
            }
            Class<?> kind = (Class<?>) type;
            if (kind == Object.class) {
                return anything(parser);
            }
            return kind.isRecord() && !TypedId.class.isAssignableFrom(kind)
                    ? record(parser, shape(kind))
                    : scalar(parser, kind);
        } catch (ReflectiveOperationException | IllegalArgumentException | DateTimeException e) {
            throw new StreamReadException(parser, "this is no " + type.getTypeName(), e);
        }
    }

    private static Object record(JsonParser parser, Shape shape) throws ReflectiveOperationException {
        require(parser, JsonToken.START_OBJECT);
        @Nullable Object[] values = new @Nullable Object[shape.parts().size()];
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            Integer place = shape.places().get(parser.currentName());
            parser.nextToken();
            if (place == null) {
                parser.skipChildren();
            } else {
                values[place] = value(parser, shape.parts().get(place).type());
            }
        }
        return shape.constructor().newInstance(values);
    }

    private static List<@Nullable Object> list(JsonParser parser, Type of) {
        require(parser, JsonToken.START_ARRAY);
        List<@Nullable Object> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(parser, of));
        }
        return items;
    }

    private static Map<String, @Nullable Object> map(JsonParser parser, Type of) {
        require(parser, JsonToken.START_OBJECT);
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            fields.put(name, value(parser, of));
        }
        return fields;
    }

    private static void require(JsonParser parser, JsonToken token) {
        if (parser.currentToken() != token) {
            throw new StreamReadException(parser, parser.currentToken() + " stands where " + token + " belongs");
        }
    }

    private static Object anything(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> map(parser, Object.class);
            case START_ARRAY -> list(parser, Object.class);
            case VALUE_STRING -> parser.getString();
            case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
            default -> parser.getNumberValue();
        };
    }

    private static Object scalar(JsonParser parser, Class<?> kind) throws ReflectiveOperationException {
        if (kind == Integer.class) {
            return parser.getIntValue();
        }
        if (kind == Long.class) {
            return parser.getLongValue();
        }
        if (kind == Double.class) {
            return parser.getDoubleValue();
        }
        if (kind == Boolean.class) {
            return parser.getBooleanValue();
        }
        require(parser, JsonToken.VALUE_STRING);
        return text(parser.getString(), kind);
    }

    private static Object text(String text, Class<?> kind) throws ReflectiveOperationException {
        if (kind == String.class) {
            return text;
        }
        if (kind == Instant.class) {
            return Instant.parse(text);
        }
        if (kind == UUID.class) {
            return UUID.fromString(text);
        }
        if (kind == URI.class) {
            return URI.create(text);
        }
        if (TypedId.class.isAssignableFrom(kind)) {
            return shape(kind).constructor().newInstance(UUID.fromString(text));
        }
        return word(text, kind);
    }

    /** Enumerations of the contract write themselves as the wire does, and know a value for what they do not know. */
    private static Object word(String text, Class<?> kind) {
        Object[] words = kind.getEnumConstants();
        if (words == null) {
            throw new IllegalArgumentException(kind + " has no form in JSON");
        }
        Object unknown = null;
        for (Object word : words) {
            if (word.toString().equals(text)) {
                return word;
            }
            unknown = ((Enum<?>) word).name().equals("UNRECOGNIZED") ? word : unknown;
        }
        if (unknown == null) {
            throw new IllegalArgumentException("'" + text + "' is unknown");
        }
        return unknown;
    }

    private static Shape shape(Class<?> type) {
        return SHAPES.computeIfAbsent(type, RecordJson::examine);
    }

    private static Shape examine(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        List<Part> parts = new ArrayList<>();
        Map<String, Integer> places = new HashMap<>();
        for (RecordComponent component : components) {
            Method accessor = component.getAccessor();
            accessor.setAccessible(true);
            places.put(wireName(component.getName()), parts.size());
            parts.add(new Part(wireName(component.getName()), component.getGenericType(), accessor));
        }
        return new Shape(constructor(type, components), parts, places);
    }

    private static Constructor<?> constructor(Class<?> type, RecordComponent[] components) {
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every record has such a constructor", e);
        }
    }

    /** A component cannot be called as Java's own words are, and begins with an underscore then. */
    private static String wireName(String component) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < component.length(); i++) {
            char letter = component.charAt(i);
            if (Character.isUpperCase(letter)) {
                name.append('_').append(Character.toLowerCase(letter));
            } else if (letter != '_' || !name.isEmpty()) {
                name.append(letter);
            }
        }
        return name.toString();
    }
}
