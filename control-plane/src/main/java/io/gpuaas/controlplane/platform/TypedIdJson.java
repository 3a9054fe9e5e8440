package io.gpuaas.controlplane.platform;

import io.gpuaas.kernel.TypedId;
import io.gpuaas.kernel.TypedIds;
import java.util.UUID;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** Reads and writes typed ids, which are plain UUID text on the wire. */
public final class TypedIdJson {

    private TypedIdJson() {}

    public static JacksonModule module() {
        SimpleModule module = new SimpleModule("typed-ids");
        module.addSerializer(TypedId.class, new Writer());
        TypedIds.ALL.forEach((kind, make) -> register(module, kind, make));
        return module;
    }

    @SuppressWarnings("unchecked") // TypedIds pairs each class with its own constructor
    private static <T extends TypedId> void register(SimpleModule module, Class<T> kind, Function<UUID, TypedId> make) {
        module.addDeserializer(kind, new Reader<>(kind, uuid -> (T) make.apply(uuid)));
    }

    private static final class Writer extends StdSerializer<TypedId> {
        Writer() {
            super(TypedId.class);
        }

        @Override
        public void serialize(TypedId id, JsonGenerator generator, SerializationContext context) {
            generator.writeString(id.value().toString());
        }
    }

    private static final class Reader<T extends TypedId> extends StdScalarDeserializer<T> {
        private final Function<UUID, T> make;

        Reader(Class<T> kind, Function<UUID, T> make) {
            super(kind);
            this.make = make;
        }

        @Override
        public T deserialize(JsonParser parser, DeserializationContext context) {
            return make.apply(context.readValue(parser, UUID.class));
        }
    }
}
