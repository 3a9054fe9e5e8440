package io.gpuaas.codegen;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.servers.Server;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openapitools.codegen.CodegenModel;
import org.openapitools.codegen.CodegenOperation;
import org.openapitools.codegen.CodegenParameter;
import org.openapitools.codegen.CodegenProperty;
import org.openapitools.codegen.languages.JavaClientCodegen;
import org.openapitools.codegen.model.ModelMap;
import org.openapitools.codegen.model.ModelsMap;
import org.openapitools.codegen.model.OperationsMap;

/** The Java client generator, taught to write little: one method per operation over one hand-written transport. */
final class JavaSdkGenerator extends JavaClientCodegen {

    private static final String PACKAGE = "io.gpuaas.sdk";

    private record Argument(String type, String name) {
        String declaration() {
            return type + " " + name;
        }
    }

    JavaSdkGenerator(OpenAPI contract) {
        setLibrary(NATIVE);
        setModelPackage(PACKAGE);
        setApiPackage(PACKAGE);
        setInvokerPackage(PACKAGE);
        setSourceFolder("");
        additionalProperties.put("openApiNullable", "false");
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
        setTemplateDir("templates/java-sdk");
        typeMapping.put("DateTime", "Instant");
        importMapping.put("Instant", "java.time.Instant");
        typeMapping.put("file", "InputStream");
        importMapping.put("InputStream", "java.io.InputStream");
    }

    @Override
    public CodegenOperation fromOperation(
            String path, String httpMethod, Operation operation, @Nullable List<Server> servers) {
        CodegenOperation generated = super.fromOperation(path, httpMethod, operation, servers);
        OperationRules rules = OperationRules.require(operation.getOperationId(), operation.getExtensions());
        boolean pages = generated.queryParams.stream().anyMatch(JavaSdkGenerator::isPaging);
        List<CodegenParameter> filters = generated.queryParams.stream()
                .filter(parameter -> !parameter.required && !isPaging(parameter))
                .toList();
        var extensions = generated.vendorExtensions;
        extensions.put("keyed", !rules.idempotency().equals("none"));
        extensions.put("keyRequired", rules.idempotency().equals("required"));
        extensions.put("pages", pages);
        extensions.put("filters", filters);
        extensions.put("filtered", !filters.isEmpty());
        filters.forEach(filter -> filter.vendorExtensions.put("filterType", filterType(generated)));
        extensions.put("filterType", filterType(generated));
        extensions.put(
                "required",
                generated.queryParams.stream().filter(p -> p.required).toList());
        extensions.put("streams", "InputStream".equals(generated.returnType));
        extensions.put("accept", join(ContractModel.successMediaTypes(openAPI, operation)));
        List<Argument> arguments = arguments(generated, pages, !filters.isEmpty());
        extensions.put(
                "declarations",
                join(arguments.stream().map(Argument::declaration).toList()));
        extensions.put("arguments", join(arguments.stream().map(Argument::name).toList()));
        extensions.put("separator", arguments.isEmpty() ? "" : ", ");
        return generated;
    }

    private List<Argument> arguments(CodegenOperation operation, boolean pages, boolean filtered) {
        List<Argument> arguments = new ArrayList<>();
        operation.pathParams.forEach(parameter -> arguments.add(new Argument(parameter.dataType, parameter.paramName)));
        operation.queryParams.stream()
                .filter(parameter -> parameter.required)
                .forEach(parameter -> arguments.add(new Argument(parameter.dataType, parameter.paramName)));
        if (filtered) {
            arguments.add(new Argument(filterType(operation), "filter"));
        }
        if (pages) {
            arguments.add(new Argument("PageRequest", "page"));
        }
        if (operation.bodyParam != null) {
            arguments.add(new Argument(operation.bodyParam.dataType, operation.bodyParam.paramName));
        }
        return arguments;
    }

    private String filterType(CodegenOperation operation) {
        return toModelName(operation.operationId) + "Filter";
    }

    private static boolean isPaging(CodegenParameter parameter) {
        return parameter.baseName.equals("limit") || parameter.baseName.equals("cursor");
    }

    private static String join(List<String> parts) {
        return String.join(", ", parts);
    }

    @Override
    public OperationsMap postProcessOperationsWithModels(OperationsMap operations, List<ModelMap> models) {
        OperationsMap processed = super.postProcessOperationsWithModels(operations, models);
        String api = processed.getOperations().getClassname();
        openAPI.getTags().stream()
                .filter(tag -> toApiName(tag.getName()).equals(api))
                .forEach(tag -> processed.put("tagDescription", tag.getDescription()));
        return processed;
    }

    @Override
    public ModelsMap postProcessModels(ModelsMap models) {
        ModelsMap processed = super.postProcessModels(models);
        for (ModelMap entry : processed.getModels()) {
            CodegenModel model = entry.getModel();
            model.vendorExtensions.put("copies", model.vars.stream().anyMatch(property -> property.isContainer));
            boolean isPage = model.vars.stream().anyMatch(property -> property.baseName.equals("next_cursor"));
            if (isPage) {
                model.vendorExtensions.put("pageOf", items(model).dataType);
            }
        }
        return processed;
    }

    private static CodegenProperty items(CodegenModel model) {
        return model.vars.stream()
                .filter(property -> property.baseName.equals("items"))
                .map(CodegenProperty::getItems)
                .findFirst()
                .orElseThrow(() -> new ContractException(model.name + " has next_cursor but no items"));
    }

    /** Prints an appeal for donations otherwise. */
    @Override
    public void postProcess() {}
}
