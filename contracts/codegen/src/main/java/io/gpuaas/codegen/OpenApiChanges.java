package io.gpuaas.codegen;

import io.swagger.v3.oas.models.OpenAPI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openapitools.openapidiff.core.OpenApiCompare;
import org.openapitools.openapidiff.core.compare.OpenApiDiffOptions;
import org.openapitools.openapidiff.core.model.Changed;
import org.openapitools.openapidiff.core.model.ChangedApiResponse;
import org.openapitools.openapidiff.core.model.ChangedContent;
import org.openapitools.openapidiff.core.model.ChangedExtensions;
import org.openapitools.openapidiff.core.model.ChangedList;
import org.openapitools.openapidiff.core.model.ChangedOpenApi;
import org.openapitools.openapidiff.core.model.ChangedOperation;
import org.openapitools.openapidiff.core.model.ChangedParameter;
import org.openapitools.openapidiff.core.model.ChangedParameters;
import org.openapitools.openapidiff.core.model.ChangedRequestBody;
import org.openapitools.openapidiff.core.model.ChangedSchema;
import org.openapitools.openapidiff.core.model.ComposedChanged;
import org.openapitools.openapidiff.core.model.schema.ChangedEnum;
import org.openapitools.openapidiff.core.model.schema.ChangedOperationId;
import org.openapitools.openapidiff.core.model.schema.ChangedRequired;

/**
 * Finds changes between two OpenAPI contracts that break clients. openapi-diff judges, except that it accepts removed
 * fields; this type refuses them, and describes the change. A change that touches many operations, through a schema
 * they share, is one line.
 */
final class OpenApiChanges {

    private static final int OPERATIONS_NAMED_MAX = 3;

    private static final OpenApiDiffOptions OPTIONS = OpenApiDiffOptions.builder()
            .configProperty("incompatible.request.min.length.increased", "true")
            .build();

    private final Map<String, Set<String>> operationsByChange = new LinkedHashMap<>();

    private OpenApiChanges() {}

    static List<String> find(OpenAPI accepted, OpenAPI current) {
        ChangedOpenApi difference = OpenApiCompare.fromSpecifications(accepted, current, OPTIONS);
        OpenApiChanges changes = new OpenApiChanges();
        difference
                .getMissingEndpoints()
                .forEach(gone -> changes.report(gone.getMethod() + " " + gone.getPathUrl(), "the operation is gone"));
        for (ChangedOperation operation : difference.getChangedOperations()) {
            changes.walkOperation(operation);
        }
        if (changes.operationsByChange.isEmpty() && difference.isIncompatible()) {
            changes.report("openapi.yaml", "an incompatible change that belongs to no operation");
        }
        return changes.toLines();
    }

    private void walkOperation(ChangedOperation operation) {
        String name = operation.getHttpMethod() + " " + operation.getPathUrl();
        int before = count();
        for (Changed part : operation.getChangedElements()) {
            walk(name, "", part);
        }
        if (count() == before) {
            reportIf(operation, name, "an incompatible change");
        }
    }

    private void walk(String operation, String where, @Nullable Changed change) {
        if (change == null || !change.isDifferent()) {
            return;
        }
        switch (change) {
            // Both are judged by OperationRuleChanges, which knows what they mean.
            case ChangedOperationId _, ChangedExtensions _ -> {}
            case ChangedParameters parameters -> walkParameters(operation, parameters);
            case ChangedParameter parameter -> walkParameter(operation, parameter);
            case ChangedRequestBody body -> walkRequestBody(operation, body);
            case ChangedApiResponse responses -> walkResponses(operation, responses);
            case ChangedContent content -> walkContent(operation, where, content);
            case ChangedSchema schema -> walkSchema(operation, where, schema);
            case ComposedChanged composed -> walkAll(operation, where, composed);
            default -> reportIf(change, operation, where + "bounds changed (" + describe(change) + ")");
        }
    }

    private void walkAll(String operation, String where, ComposedChanged composed) {
        int before = count();
        composed.getChangedElements().forEach(part -> walk(operation, where, part));
        if (count() == before) {
            reportIf(composed, operation, where + "incompatible " + describe(composed));
        }
    }

    private void walkParameters(String operation, ChangedParameters parameters) {
        parameters.getMissing().forEach(gone -> report(operation, "parameter " + gone.getName() + " is gone"));
        parameters.getIncreased().stream()
                .filter(added -> Boolean.TRUE.equals(added.getRequired()))
                .forEach(added -> report(operation, "parameter " + added.getName() + " is new and required"));
        parameters.getChanged().forEach(changed -> walk(operation, "", changed));
    }

    private void walkParameter(String operation, ChangedParameter parameter) {
        String where = "parameter " + parameter.getName() + ": ";
        if (parameter.isChangeRequired()
                && Boolean.TRUE.equals(parameter.getNewParameter().getRequired())) {
            report(operation, "parameter " + parameter.getName() + " is newly required");
            parameter.getChangedElements().forEach(part -> walk(operation, where, part));
        } else {
            walkAll(operation, where, parameter);
        }
    }

    private void walkRequestBody(String operation, ChangedRequestBody body) {
        boolean newlyRequired = body.isChangeRequired()
                && Boolean.TRUE.equals(body.getNewRequestBody().getRequired());
        if (newlyRequired) {
            report(operation, "the request body is newly required");
        }
        if (body.getContent() != null) {
            walk(operation, "request ", body.getContent());
        }
    }

    private void walkResponses(String operation, ChangedApiResponse responses) {
        responses.getMissing().keySet().forEach(code -> report(operation, "response " + code + " is gone"));
        responses
                .getChanged()
                .forEach((code, response) ->
                        walk(operation, code.equals("default") ? "problem " : "response ", response));
    }

    private void walkContent(String operation, String where, ChangedContent content) {
        content.getMissing().keySet().forEach(type -> report(operation, where + "media type " + type + " is gone"));
        content.getChanged().values().forEach(changed -> walk(operation, where, changed));
    }

    private void walkSchema(String operation, String where, ChangedSchema schema) {
        int before = count();
        String place = where.endsWith(": ") ? where : where + "field ";
        if (schema.isChangedType() || schema.isChangeFormat()) {
            report(operation, where + "is " + type(schema.getNewSchema()) + ", was " + type(schema.getOldSchema()));
        }
        schema.getMissingProperties().keySet().forEach(name -> report(operation, place + name + " is gone"));
        walkList(operation, where, schema.getRequired());
        walkList(operation, where, schema.getEnumeration());
        schema.getChangedProperties().forEach((name, changed) -> walk(operation, place + name + " ", changed));
        walk(operation, where + "items ", schema.getItems());
        for (Changed part : schema.getChangedElements()) {
            if (!(part instanceof ChangedList<?>) && !(part instanceof ChangedSchema)) {
                walk(operation, where, part);
            }
        }
        if (count() == before) {
            reportIf(schema, operation, where + "changed incompatibly");
        }
    }

    private void walkList(String operation, String where, @Nullable ChangedList<?> list) {
        if (list == null || !list.isIncompatible()) {
            return;
        }
        String added = switch (list) {
            case ChangedRequired _ -> " is newly required";
            case ChangedEnum<?> _ -> " is a new value, which clients do not know";
            default -> " is new";
        };
        String removed = switch (list) {
            case ChangedRequired _ -> " may now be absent";
            default -> " is gone";
        };
        boolean inRequest = list.getContext().isRequest();
        boolean isRequired = list instanceof ChangedRequired;
        if (inRequest == isRequired) {
            list.getIncreased().forEach(item -> report(operation, where + item + added));
        }
        if (inRequest != isRequired) {
            list.getMissing().forEach(item -> report(operation, where + item + removed));
        }
    }

    private static String type(io.swagger.v3.oas.models.media.@Nullable Schema<?> schema) {
        if (schema == null) {
            return "absent";
        }
        return schema.getFormat() == null
                ? String.valueOf(schema.getType())
                : schema.getType() + "/" + schema.getFormat();
    }

    private static String describe(Changed change) {
        return change.getClass().getSimpleName().replace("Changed", "");
    }

    private int count() {
        return operationsByChange.values().stream().mapToInt(Set::size).sum();
    }

    private void reportIf(Changed judged, String operation, String change) {
        if (judged.isIncompatible()) {
            report(operation, change);
        }
    }

    private void report(String operation, String change) {
        operationsByChange.computeIfAbsent(change, _ -> new LinkedHashSet<>()).add(operation);
    }

    private List<String> toLines() {
        List<String> lines = new ArrayList<>();
        operationsByChange.forEach((change, operations) -> {
            List<String> named = operations.stream().limit(OPERATIONS_NAMED_MAX).toList();
            int more = operations.size() - named.size();
            lines.add(String.join(", ", named) + (more > 0 ? " and " + more + " more" : "") + ": " + change);
        });
        return lines;
    }
}
