package io.gpuaas.agent.wire;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.gpuaas.kernel.TypedId;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedConstructor;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;

/** JSON as the node protocol writes it. */
public final class Json {

    /** For answers of the server: a newer one may say more than this agent knows. */
    public static final JsonMapper LENIENT = JsonMapper.builder()
            .annotationIntrospector(new TypedIds())
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** For what is signed: a field this agent does not know could change the meaning of those it knows. */
    public static final JsonMapper STRICT = LENIENT.rebuild()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** The same facts give the same bytes, so that their digest says whether anything changed. */
    public static final JsonMapper CANONICAL = LENIENT.rebuild()
            .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private Json() {}

    /** A typed id is a bare string on the wire; the kernel, being free of libraries, cannot say so itself. */
    private static final class TypedIds extends JacksonAnnotationIntrospector {

        private static final long serialVersionUID = 1L;

        @Override
        public @Nullable Boolean hasAsValue(MapperConfig<?> config, Annotated annotated) {
            boolean isValue = annotated instanceof AnnotatedMethod method
                    && TypedId.class.isAssignableFrom(method.getDeclaringClass())
                    && method.getName().equals("value");
            return isValue ? Boolean.TRUE : super.hasAsValue(config, annotated);
        }

        @Override
        public JsonCreator.@Nullable Mode findCreatorAnnotation(MapperConfig<?> config, Annotated annotated) {
            boolean isTypedId = annotated instanceof AnnotatedConstructor constructor
                    && TypedId.class.isAssignableFrom(constructor.getDeclaringClass());
            return isTypedId ? JsonCreator.Mode.DELEGATING : super.findCreatorAnnotation(config, annotated);
        }
    }
}
