package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonCreator;
import io.gpuaas.kernel.TypedId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedConstructor;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;

/** JSON as the contract writes it. Unknown fields are left alone, since a newer server may send more. */
public final class Json {

    public static final JsonMapper MAPPER =
            JsonMapper.builder().annotationIntrospector(new TypedIds()).build();

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
