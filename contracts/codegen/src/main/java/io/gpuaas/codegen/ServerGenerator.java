package io.gpuaas.codegen;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.servers.Server;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.openapitools.codegen.CodegenModel;
import org.openapitools.codegen.CodegenOperation;
import org.openapitools.codegen.CodegenParameter;
import org.openapitools.codegen.CodegenProperty;
import org.openapitools.codegen.languages.SpringCodegen;
import org.openapitools.codegen.model.ModelMap;
import org.openapitools.codegen.model.ModelsMap;
import org.openapitools.codegen.utils.ModelUtils;

/** The Spring generator, taught our templates, our typed ids and the rules of {@code x-gpuaas}. */
final class ServerGenerator extends SpringCodegen {

    private static final String PACKAGE = "io.gpuaas.api";
    private static final Map<String, String> STATUS_NAMES =
            Map.of("201", "CREATED", "202", "ACCEPTED", "204", "NO_CONTENT");

    ServerGenerator(OpenAPI contract) {
        setTemplateDir("templates/server");
        setModelPackage(PACKAGE);
        setApiPackage(PACKAGE);
        setSourceFolder("");
        additionalProperties.put("interfaceOnly", "true");
        additionalProperties.put("useTags", "true");
        additionalProperties.put("useSpringBoot4", "true");
        additionalProperties.put("useJackson3", "true");
        additionalProperties.put("openApiNullable", "false");
        additionalProperties.put("documentationProvider", "none");
        additionalProperties.put("annotationLibrary", "none");
        additionalProperties.put("hideGenerationTimestamp", "true");
        mapTypedIds(contract);
        dropIdempotencyKeys(contract);
    }

    @Override
    public void processOpts() {
        super.processOpts();
        typeMapping.put("DateTime", "Instant");
        importMapping.put("Instant", "java.time.Instant");
        typeMapping.put("file", "StreamingResponseBody");
        typeMapping.put("binary", "StreamingResponseBody");
        importMapping.put(
                "StreamingResponseBody", "org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");
    }

    /** A schema named …Id is a record of the kernel, so that one kind of id cannot be passed for another. */
    private void mapTypedIds(OpenAPI contract) {
        contract.getComponents().getSchemas().forEach((name, schema) -> {
            if (name.endsWith("Id") && "uuid".equals(schema.getFormat())) {
                String type = "io.gpuaas.kernel." + name;
                schemaMapping.put(name, type);
                importMapping.put(name, type);
            }
        });
    }

    /** The pipeline reads the key before any handler runs; a handler that saw it could only misuse it. */
    private static void dropIdempotencyKeys(OpenAPI contract) {
        contract.getPaths().values().stream()
                .flatMap(path -> path.readOperations().stream())
                .filter(operation -> operation.getParameters() != null)
                .forEach(operation -> operation
                        .getParameters()
                        .removeIf(parameter -> parameter.get$ref() != null
                                ? parameter.get$ref().endsWith("IdempotencyKey")
                                : "Idempotency-Key".equals(parameter.getName())));
    }

    @Override
    public CodegenOperation fromOperation(
            String path, String httpMethod, Operation operation, @Nullable List<Server> servers) {
        CodegenOperation generated = super.fromOperation(path, httpMethod, operation, servers);
        String id = operation.getOperationId();
        generated.vendorExtensions.put(
                "rules", OperationRules.require(id, operation.getExtensions()).toAnnotation(id));
        generated.vendorExtensions.put("mapping", mapping(generated, operation));
        String status = STATUS_NAMES.get(success(operation).getKey());
        if (status != null) {
            generated.vendorExtensions.put("status", status);
        }
        return generated;
    }

    private String mapping(CodegenOperation generated, Operation operation) {
        StringBuilder mapping = new StringBuilder("@RequestMapping(method = RequestMethod.")
                .append(generated.httpMethod)
                .append(", path = ")
                .append(JavaText.quote(generated.path));
        ApiResponse success =
                ModelUtils.getReferencedApiResponse(openAPI, success(operation).getValue());
        if (success.getContent() != null) {
            mapping.append(", produces = ").append(array(success.getContent().keySet()));
        }
        if (generated.bodyParam != null) {
            RequestBody body = ModelUtils.getReferencedRequestBody(openAPI, operation.getRequestBody());
            mapping.append(", consumes = ").append(array(body.getContent().keySet()));
        }
        return mapping.append(')').toString();
    }

    private static String array(Iterable<String> mediaTypes) {
        TreeSet<String> quoted = new TreeSet<>();
        mediaTypes.forEach(type -> quoted.add(JavaText.quote(type)));
        return quoted.size() == 1 ? quoted.getFirst() : "{" + String.join(", ", quoted) + "}";
    }

    private static Map.Entry<String, ApiResponse> success(Operation operation) {
        return operation.getResponses().entrySet().stream()
                .filter(response -> response.getKey().startsWith("2"))
                .findFirst()
                .orElseThrow(() -> new ContractException(operation.getOperationId() + " has no success response"));
    }

    @Override
    public void postProcessModelProperty(CodegenModel model, CodegenProperty property) {
        super.postProcessModelProperty(model, property);
        Constraints.addTo(property.vendorExtensions, property);
        property.vendorExtensions.put("nested", property.isModel);
    }

    @Override
    public ModelsMap postProcessModels(ModelsMap models) {
        ModelsMap processed = super.postProcessModels(models);
        for (ModelMap entry : processed.getModels()) {
            CodegenModel model = entry.getModel();
            model.vendorExtensions.put("copies", model.vars.stream().anyMatch(property -> property.isContainer));
        }
        return processed;
    }

    @Override
    public void postProcessParameter(CodegenParameter parameter) {
        super.postProcessParameter(parameter);
        Constraints.addTo(parameter.vendorExtensions, parameter);
    }

    /** Prints an appeal for donations otherwise. */
    @Override
    public void postProcess() {}

    /** Left as the contract has it; {@link Constraints} quotes it. */
    @Override
    public String toRegularExpression(String pattern) {
        return pattern;
    }
}
