package io.gpuaas.controlplane.pipeline;

import io.gpuaas.api.StartCommand;
import io.gpuaas.api.StartFileTransfer;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Adds a body's {@code reason} to the audit trail, because a reason is given for auditors, the name of a
 * transferred file, and what a command runs.
 */
final class AuditDetail {

    private static final Set<String> REASON = Set.of("reason");
    /** Without the environment, whose values may be secrets. */
    private static final Set<String> COMMAND = Set.of("argv", "workingDirectory");

    private static final int LENGTH_MAX = 2_000;
    private static final Set<String> FILE = Set.of("direction", "path", "bytes", "sha256", "listing");

    private AuditDetail() {}

    static Map<String, String> of(@Nullable Object... arguments) {
        Map<String, String> detail = new TreeMap<>();
        Arrays.stream(arguments)
                .filter(Objects::nonNull)
                .filter(argument -> argument.getClass().isRecord())
                .forEach(body -> Arrays.stream(body.getClass().getRecordComponents())
                        .filter(component -> isToldOf(body).contains(component.getName()))
                        .forEach(component ->
                                read(component, body).ifPresent(value -> detail.put(component.getName(), value))));
        return detail;
    }

    private static Set<String> isToldOf(Object body) {
        return switch (body) {
            case StartFileTransfer _ -> FILE;
            case StartCommand _ -> COMMAND;
            default -> REASON;
        };
    }

    private static Optional<String> read(RecordComponent component, Object body) {
        try {
            return Optional.ofNullable(component.getAccessor().invoke(body))
                    .map(Object::toString)
                    .map(text -> text.substring(0, Math.min(text.length(), LENGTH_MAX)));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + body.getClass(), e);
        }
    }
}
