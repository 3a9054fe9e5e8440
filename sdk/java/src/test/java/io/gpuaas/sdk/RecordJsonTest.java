package io.gpuaas.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TypedId;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;

/** Beside the mapper, which reads what the annotations say: for each record of the contract both do the same. */
class RecordJsonTest {

    private static final Path GENERATED = Path.of("generated/java/io/gpuaas/sdk");

    private static List<Class<?>> records() throws Exception {
        try (Stream<Path> files = Files.list(GENERATED)) {
            List<String> names = files.map(file -> file.getFileName().toString().replace(".java", ""))
                    .toList();
            List<Class<?>> records = new ArrayList<>();
            for (String name : names) {
                Class<?> type = Class.forName("io.gpuaas.sdk." + name);
                if (type.isRecord()) {
                    records.add(type);
                }
            }
            return records;
        }
    }

    /** With a value in every component, or only in each second one. */
    private static Object sample(Class<?> type, boolean whole) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        @Nullable Object[] values = new @Nullable Object[components.length];
        for (int i = 0; i < components.length; i++) {
            boolean given = whole || i % 2 == 0;
            values[i] = given ? value(components[i].getGenericType(), whole) : null;
        }
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Constructor<?> constructor = type.getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return constructor.newInstance(values);
    }

    private static Object value(Type type, boolean whole) throws ReflectiveOperationException {
        if (type instanceof ParameterizedType of) {
            Type last = of.getActualTypeArguments()[of.getActualTypeArguments().length - 1];
            return of.getRawType() == List.class
                    ? List.of(value(last, whole), value(last, false))
                    : Map.of("a/b \"c\"", value(last, whole));
        }
        Class<?> kind = (Class<?>) type;
        if (TypedId.class.isAssignableFrom(kind)) {
            return kind.getConstructor(UUID.class).newInstance(UUID.randomUUID());
        }
        if (kind.isEnum()) {
            return kind.getEnumConstants()[0];
        }
        if (kind.isRecord()) {
            return sample(kind, whole);
        }
        Object value = Map.<Class<?>, Object>of(
                        String.class,
                        "té\u001b\"\\xt\u2028",
                        Instant.class,
                        Instant.parse("2026-11-16T05:59:30.120Z"),
                        Integer.class,
                        -7,
                        Long.class,
                        9_007_199_254_740_993L,
                        Double.class,
                        1.5e-9,
                        Boolean.class,
                        true,
                        UUID.class,
                        UUID.randomUUID())
                .get(kind);
        return Objects.requireNonNull(value, kind.getName());
    }

    @Test
    void everyRecordOfTheContractIsReadAndWrittenAsAMapperDoes() throws Exception {
        List<Class<?>> records = records();
        assertThat(records).hasSizeGreaterThan(200);
        for (Class<?> type : records) {
            for (boolean whole : List.of(true, false)) {
                Object sample = sample(type, whole);
                String json = Json.MAPPER.writeValueAsString(sample);
                assertThat(RecordJson.write(sample)).as(type.getName()).isEqualTo(json);
                assertThat(RecordJson.writeIndented(sample))
                        .as(type.getName())
                        .isEqualTo(Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(sample));
                assertThat(read(json, type)).as(type.getName()).isEqualTo(sample);
                assertThat(RecordJson.write(RecordJson.read(json)))
                        .as(type.getName())
                        .isEqualTo(json);
            }
        }
    }

    @Test
    void everyComponentIsCalledAsTheContractCallsIt() throws Exception {
        for (Class<?> type : records()) {
            List<String> called = Arrays.stream(type.getRecordComponents())
                    .map(component -> component
                            .getAccessor()
                            .getAnnotation(JsonProperty.class)
                            .value())
                    .toList();
            Map<?, ?> whole = (Map<?, ?>) Objects.requireNonNull(RecordJson.tree(sample(type, true)));
            assertThat(whole.keySet().stream().map(Object::toString).toList())
                    .as(type.getName())
                    .isEqualTo(called);
        }
    }

    private static <T> T read(String json, Class<T> type) {
        return RecordJson.read(json.getBytes(StandardCharsets.UTF_8), type);
    }

    @Test
    void unknownFieldsOfANewerServerAreIgnored() {
        Money money = read(
                "{\"new\":{\"a\":[1,{\"currency\":\"x\"}]},\"currency\":\"USD\",\"nanos\":1,\"more\":[[]]}",
                Money.class);
        assertThat(money).isEqualTo(new Money(1L, "USD"));
        AllocationEvent event = read("{\"state\":\"dreaming\"}", AllocationEvent.class);
        assertThat(event.state()).isEqualTo(AllocationState.UNRECOGNIZED);
    }

    @Test
    void jsonThatBreaksTheContractIsRefused() {
        for (String json : List.of(
                "",
                " ",
                "null",
                "[]",
                "\"text\"",
                "{",
                "{}{}",
                "{\"currency\":7}",
                "{\"currency\":{}}",
                "{\"currency\":[\"USD\"]}",
                "{'currency':\"USD\"}",
                "{\"currency\":\"USD\",}",
                "[".repeat(100_000),
                "{\"x\":" + "[".repeat(100_000))) {
            assertThatThrownBy(() -> read(json, Money.class))
                    .as(json.substring(0, Math.min(40, json.length())))
                    .isInstanceOf(JacksonException.class);
        }
        for (String json : List.of(
                "{\"created_at\":\"yesterday\"}",
                "{\"id\":\"1\"}",
                "{\"count\":\"2\"}",
                "{\"count\":3000000000}",
                "{\"protected\":\"true\"}",
                "{\"labels\":[]}",
                "{\"lease\":7}")) {
            assertThatThrownBy(() -> read(json, Allocation.class)).as(json).isInstanceOf(JacksonException.class);
        }
    }

    @Test
    void aTypeWithoutAMappingIsRefused() {
        assertThatThrownBy(() -> RecordJson.write(new Object())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RecordJson.write(Map.of("a", Path.of("b").toFile())))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(RecordJson.write(ProjectId.parse("0198c0de-0000-7000-8000-000000000002")))
                .isEqualTo("\"0198c0de-0000-7000-8000-000000000002\"");
    }
}
