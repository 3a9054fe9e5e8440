package io.gpuaas.codegen;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.servers.Server;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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

    private final Set<String> requests;

    ServerGenerator(OpenAPI contract) {
        this.requests = ContractModel.schemasOfRequests(contract);
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
        ContractModel.typedIds(contract).forEach((name, type) -> {
            schemaMapping.put(name, type);
            importMapping.put(name, type);
        });
        ContractModel.dropIdempotencyKeys(contract);
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

    @Override
    public CodegenOperation fromOperation(
            String path, String httpMethod, Operation operation, @Nullable List<Server> servers) {
        CodegenOperation generated = super.fromOperation(path, httpMethod, operation, servers);
        String id = operation.getOperationId();
        generated.vendorExtensions.put(
                "rules", OperationRules.require(id, operation.getExtensions()).toAnnotation(id, httpMethod));
        generated.vendorExtensions.put("mapping", mapping(generated, operation));
        String status = STATUS_NAMES.get(ContractModel.success(operation).getKey());
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
        List<String> produced = ContractModel.successMediaTypes(openAPI, operation);
        if (!produced.isEmpty()) {
            mapping.append(", produces = ").append(array(produced));
        }
        if (generated.bodyParam != null) {
            RequestBody body = ModelUtils.getReferencedRequestBody(openAPI, operation.getRequestBody());
            mapping.append(", consumes = ").append(array(body.getContent().keySet()));
        }
        return mapping.append(')').toString();
    }

    private static String array(Collection<String> mediaTypes) {
        String quoted = mediaTypes.stream().map(JavaText::quote).sorted().collect(Collectors.joining(", "));
        return mediaTypes.size() == 1 ? quoted : "{" + quoted + "}";
    }

    @Override
    public void postProcessModelProperty(CodegenModel model, CodegenProperty property) {
        super.postProcessModelProperty(model, property);
        Constraints.addTo(property.vendorExtensions, property);
        if (requests.contains(model.name)) {
            FreeText.annotate(property);
        }
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
