package io.gpuaas.codegen;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The {@code x-gpuaas} block of an operation, which every operation must have, complete. */
record OperationRules(
        String permission, String scope, String lane, String idempotency, String audit, boolean refusedWhenSuspended) {

    static final String EXTENSION = "x-gpuaas";

    private static final List<String> SCOPES = List.of("public", "self", "platform", "tenant", "project");
    private static final List<String> LANES = List.of("default", "financial", "admin", "terminal");
    private static final List<String> IDEMPOTENCIES = List.of("none", "optional", "required");

    static OperationRules require(String operationId, @Nullable Map<String, Object> extensions) {
        if (extensions == null || !(extensions.get(EXTENSION) instanceof Map<?, ?> block)) {
            throw new ContractException(operationId + " has no " + EXTENSION + " block");
        }
        return new OperationRules(
                word(operationId, block, "permission"),
                oneOf(operationId, block, "scope", SCOPES),
                oneOf(operationId, block, "lane", LANES),
                oneOf(operationId, block, "idempotency", IDEMPOTENCIES),
                word(operationId, block, "audit"),
                block.containsKey("suspended")
                        && oneOf(operationId, block, "suspended", List.of("refuse"))
                                .equals("refuse"));
    }

    String toAnnotation(String operationId) {
        return """
                @ContractOperation(
                            id = "%s",
                            permission = "%s",
                            scope = Scope.%s,
                            lane = Lane.%s,
                            idempotency = Idempotency.%s,
                            audit = "%s"%s)""".formatted(
                        operationId,
                        permission,
                        upper(scope),
                        upper(lane),
                        upper(idempotency),
                        audit,
                        refusedWhenSuspended ? ",\n            refusedWhenSuspended = true" : "");
    }

    private static String word(String operationId, Map<?, ?> block, String key) {
        if (block.get(key) instanceof String text && text.matches("[a-z][a-z_.]*")) {
            return text;
        }
        throw new ContractException(operationId + ": " + EXTENSION + "." + key + " is missing or not a dotted name");
    }

    private static String oneOf(String operationId, Map<?, ?> block, String key, List<String> allowed) {
        String text = word(operationId, block, key);
        if (!allowed.contains(text)) {
            throw new ContractException(operationId + ": " + EXTENSION + "." + key + " is '" + text + "', not one of "
                    + String.join(", ", allowed));
        }
        return text;
    }

    private static String upper(String text) {
        return text.toUpperCase(Locale.ROOT);
    }
}
