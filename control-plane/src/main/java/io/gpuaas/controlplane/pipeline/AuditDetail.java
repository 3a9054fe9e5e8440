package io.gpuaas.controlplane.pipeline;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whoever gives a reason gives it for the auditor: a body's {@code reason} goes into the trail. */
final class AuditDetail {

    private static final String REASON = "reason";

    private AuditDetail() {}

    static Map<String, String> of(@Nullable Object... arguments) {
        return Arrays.stream(arguments)
                .filter(Objects::nonNull)
                .filter(argument -> argument.getClass().isRecord())
                .flatMap(body -> Arrays.stream(body.getClass().getRecordComponents())
                        .filter(component -> component.getName().equals(REASON))
                        .map(component -> read(component, body))
                        .flatMap(Optional::stream))
                .findFirst()
                .map(reason -> Map.of(REASON, reason))
                .orElse(Map.of());
    }

    private static Optional<String> read(RecordComponent component, Object body) {
        try {
            return Optional.ofNullable(component.getAccessor().invoke(body)).map(Object::toString);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read the reason of " + body.getClass(), e);
        }
    }
}
