package io.gpuaas.codegen;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.servers.Server;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openapitools.codegen.CodegenModel;
import org.openapitools.codegen.CodegenOperation;
import org.openapitools.codegen.CodegenProperty;
import org.openapitools.codegen.SupportingFile;
import org.openapitools.codegen.languages.PythonClientCodegen;
import org.openapitools.codegen.model.ModelMap;
import org.openapitools.codegen.model.OperationsMap;

/**
 * The Python generator, taught to write data classes and thin calls over one hand-written transport, so that the SDK
 * needs nothing but Python itself.
 */
final class PythonSdkGenerator extends PythonClientCodegen {

    private static final String PACKAGE = "gpuaas.generated";
    private static final String PACKAGE_FOLDER = "gpuaas/generated";

    private static final Set<String> KEYWORDS = Set.of(
            "and",
            "as",
            "assert",
            "async",
            "await",
            "break",
            "class",
            "continue",
            "def",
            "del",
            "elif",
            "else",
            "except",
            "finally",
            "for",
            "from",
            "global",
            "if",
            "import",
            "in",
            "is",
            "lambda",
            "nonlocal",
            "not",
            "or",
            "pass",
            "raise",
            "return",
            "try",
            "while",
            "with",
            "yield");

    PythonSdkGenerator(OpenAPI contract) {
        additionalProperties.put("packageName", PACKAGE);
        additionalProperties.put("hideGenerationTimestamp", "true");
        parameterNameMapping().put("from", "from_");
        ContractModel.dropIdempotencyKeys(contract);
    }

    @Override
    public void processOpts() {
        super.processOpts();
        setTemplateDir("templates/python-sdk");
        modelTemplateFiles().clear();
        supportingFiles().clear();
        supportingFiles().add(new SupportingFile("models.mustache", PACKAGE_FOLDER, "models.py"));
        supportingFiles().add(new SupportingFile("package.mustache", PACKAGE_FOLDER, "__init__.py"));
        // Each in a file of its own, beside the one it is like.
        apiTemplateFiles().put("async_api.mustache", "_async.py");
        typeMapping.put("file", "BinaryIO");
    }

    /** Beside the models, rather than in a package of their own. */
    @Override
    public String apiFileFolder() {
        return outputFolder() + "/" + PACKAGE_FOLDER;
    }

    @Override
    public CodegenOperation fromOperation(
            String path, String httpMethod, Operation operation, @Nullable List<Server> servers) {
        CodegenOperation generated = super.fromOperation(path, httpMethod, operation, servers);
        OperationRules rules = OperationRules.require(operation.getOperationId(), operation.getExtensions());
        var extensions = generated.vendorExtensions;
        extensions.put("keyed", !rules.idempotency().equals("none"));
        extensions.put("streams", "BinaryIO".equals(generated.returnType));
        extensions.put("accept", String.join(", ", ContractModel.successMediaTypes(openAPI, operation)));
        extensions.put("options", generated.optionalParams);
        extensions.put(
                "hasOptions",
                !generated.optionalParams.isEmpty() || !rules.idempotency().equals("none"));
        return generated;
    }

    @Override
    public OperationsMap postProcessOperationsWithModels(OperationsMap operations, List<ModelMap> models) {
        String api = operations.getOperations().getClassname();
        openAPI.getTags().stream()
                .filter(tag -> toApiName(tag.getName()).equals(api))
                .forEach(tag -> operations.put("tagDescription", tag.getDescription()));
        return operations;
    }

    @Override
    public void postProcessModelProperty(CodegenModel model, CodegenProperty property) {
        super.postProcessModelProperty(model, property);
        if (KEYWORDS.contains(property.baseName)) {
            throw new ContractException(
                    model.name + "." + property.baseName + " is a keyword of Python; choose another");
        }
        // The stock templates' library reserves more names than Python does.
        property.name = property.baseName;
    }

    /** Prints an appeal for donations otherwise. */
    @Override
    public void postProcess() {}
}
