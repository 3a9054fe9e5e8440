package io.gpuaas.codegen;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The {@code x-gpuaas} block of an operation, which every operation must have, complete. */
record OperationRules(
        String permission,
        String scope,
        String lane,
        String idempotency,
        String audit,
        String suspended,
        String givesRights) {

    static final String EXTENSION = "x-gpuaas";

    private static final List<String> SCOPES = List.of("public", "self", "platform", "tenant", "project");
    private static final List<String> LANES = List.of("default", "financial", "admin", "terminal");
    private static final List<String> IDEMPOTENCIES = List.of("none", "optional", "required");
    private static final String NONE = "none";
    private static final List<String> SUSPENDED = List.of("refuse", "allow");
    private static final List<String> GIVES_RIGHTS = List.of("held", "person", "secret", "policy");

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
                optional(operationId, block, "suspended", SUSPENDED),
                optional(operationId, block, "gives_rights", GIVES_RIGHTS));
    }

    /** Unless the contract says otherwise, a suspended tenant changes nothing. */
    private boolean refusedWhenSuspended(String httpMethod) {
        boolean changesATenant =
                !httpMethod.equalsIgnoreCase("get") && (scope.equals("tenant") || scope.equals("project"));
        return suspended.equals("refuse") || (changesATenant && !suspended.equals("allow"));
    }

    String toAnnotation(String operationId, String httpMethod) {
        return """
                @ContractOperation(
                            id = "%s",
                            permission = "%s",
                            scope = Scope.%s,
                            lane = Lane.%s,
                            idempotency = Idempotency.%s,
                            audit = "%s"%s%s)""".formatted(
                operationId,
                permission,
                upper(scope),
                upper(lane),
                upper(idempotency),
                audit,
                refusedWhenSuspended(httpMethod) ? ",\n            refusedWhenSuspended = true" : "",
                givesRights.equals(NONE) ? "" : ",\n            givesRights = GivesRights." + upper(givesRights));
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

    private static String optional(String operationId, Map<?, ?> block, String key, List<String> allowed) {
        return block.containsKey(key) ? oneOf(operationId, block, key, allowed) : NONE;
    }

    private static String upper(String text) {
        return text.toUpperCase(Locale.ROOT);
    }
}
