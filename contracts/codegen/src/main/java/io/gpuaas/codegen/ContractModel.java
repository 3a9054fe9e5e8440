package io.gpuaas.codegen;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.tags.Tag;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.openapitools.codegen.utils.ModelUtils;

/** Reads the contract in the way that all generators share. */
final class ContractModel {

    static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    private ContractModel() {}

    /** A schema named …Id is a record of the kernel, so that one kind of id cannot be passed for another. */
    static Map<String, String> typedIds(OpenAPI contract) {
        Map<String, String> types = new TreeMap<>();
        contract.getComponents().getSchemas().forEach((name, schema) -> {
            if (name.endsWith("Id") && "uuid".equals(schema.getFormat())) {
                types.put(name, "io.gpuaas.kernel." + name);
            }
        });
        return types;
    }

    /** The tags that group operations into interfaces, in the order in which the contract describes them. */
    static List<String> tags(OpenAPI contract) {
        List<String> described = contract.getTags().stream().map(Tag::getName).toList();
        Set<String> used = new TreeSet<>(Comparator.comparingInt(described::indexOf));
        contract.getPaths().values().stream()
                .flatMap(path -> path.readOperations().stream())
                .flatMap(operation -> operation.getTags().stream())
                .forEach(tag -> {
                    if (!described.contains(tag) || !tag.matches("[A-Z][a-z]+")) {
                        throw new ContractException(
                                "openapi.yaml: the tag " + tag + " is not one word that is described under tags");
                    }
                    used.add(tag);
                });
        return List.copyOf(used);
    }

    /** The server's pipeline and the client's transport deal with the key; it is no parameter like others. */
    static void dropIdempotencyKeys(OpenAPI contract) {
        contract.getPaths().values().stream()
                .flatMap(path -> path.readOperations().stream())
                .forEach(operation -> dropIdempotencyKey(contract, operation));
    }

    private static void dropIdempotencyKey(OpenAPI contract, Operation operation) {
        if (operation.getParameters() != null) {
            operation
                    .getParameters()
                    .removeIf(parameter -> IDEMPOTENCY_KEY.equals(ModelUtils.getReferencedParameter(contract, parameter)
                            .getName()));
        }
    }

    static Map.Entry<String, ApiResponse> success(Operation operation) {
        return operation.getResponses().entrySet().stream()
                .filter(response -> response.getKey().startsWith("2"))
                .findFirst()
                .orElseThrow(() -> new ContractException(operation.getOperationId() + " has no success response"));
    }

    static List<String> successMediaTypes(OpenAPI contract, Operation operation) {
        ApiResponse success =
                ModelUtils.getReferencedApiResponse(contract, success(operation).getValue());
        return success.getContent() == null
                ? List.of()
                : success.getContent().keySet().stream().sorted().toList();
    }

    /** The names of the schemas a request's body is made of. */
    static Set<String> schemasOfRequests(OpenAPI contract) {
        Set<String> names = new TreeSet<>();
        contract.getPaths().values().stream()
                .flatMap(path -> path.readOperations().stream())
                .map(operation -> ModelUtils.getReferencedRequestBody(contract, operation.getRequestBody()))
                .filter(Objects::nonNull)
                .flatMap(body -> body.getContent().values().stream())
                .forEach(content -> addNames(contract, content.getSchema(), names));
        return names;
    }

    private static void addNames(OpenAPI contract, @Nullable Schema<?> schema, Set<String> names) {
        if (schema == null || (schema.get$ref() != null && !names.add(ModelUtils.getSimpleRef(schema.get$ref())))) {
            return;
        }
        Schema<?> meant = ModelUtils.getReferencedSchema(contract, schema);
        addNames(contract, meant.getItems(), names);
        if (meant.getProperties() != null) {
            meant.getProperties().values().forEach(property -> addNames(contract, (Schema<?>) property, names));
        }
    }
}
