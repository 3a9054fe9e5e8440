package io.gpuaas.controlplane.pipeline;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Names what an operation acted on, for the audit trail: {@code project:0199…}. */
final class AuditTarget {

    /** The JDK looks up the components of a record each time it is asked. */
    private static final ClassValue<Optional<Method>> IDS = new ClassValue<>() {
        @Override
        protected Optional<Method> computeValue(Class<?> type) {
            return Stream.ofNullable(type.getRecordComponents())
                    .flatMap(Arrays::stream)
                    .filter(component -> component.getName().equals("id"))
                    .map(RecordComponent::getAccessor)
                    .findFirst();
        }
    };

    private AuditTarget() {}

    static @Nullable String of(Admission admission, @Nullable Object result) {
        Optional<String> id = idOf(result);
        return id.isPresent()
                ? noun(admission.operation()) + ":" + id.get()
                : of(admission.operation(), admission.pathVariables());
    }

    /** For attempts without a result: the innermost thing the path names. */
    static @Nullable String of(Operation operation, Map<String, String> path) {
        return path.entrySet().stream()
                .reduce((outer, inner) -> inner)
                .map(last -> last.getKey().replaceFirst("_(id|key)$", "") + ":" + shortened(last.getValue()))
                .orElse(null);
    }

    private static String noun(Operation operation) {
        String action = operation.attemptName();
        int dot = action.indexOf('.');
        return dot < 0 ? action : action.substring(0, dot);
    }

    private static Optional<String> idOf(@Nullable Object result) {
        return result == null ? Optional.empty() : IDS.get(result.getClass()).map(id -> read(id, result));
    }

    private static String read(Method id, Object result) {
        try {
            return String.valueOf(id.invoke(result));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read the id of " + result.getClass(), e);
        }
    }

    private static String shortened(String value) {
        return value.length() <= 100 ? value : value.substring(0, 100);
    }
}
