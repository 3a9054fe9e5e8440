package io.gpuaas.codegen;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the contract's files. */
final class ContractFiles {

    private static final YAMLMapper YAML = new YAMLMapper();

    private ContractFiles() {}

    static JsonNode readYaml(Path file) throws IOException {
        return YAML.readTree(Files.readString(file));
    }

    /** Read afresh for each generator, since generators change the model they are given. */
    static OpenAPI readOpenApi(Path file) throws IOException {
        ParseOptions options = new ParseOptions();
        options.setResolve(true);
        var result = new OpenAPIV3Parser().readContents(Files.readString(file), null, options);
        if (result.getOpenAPI() == null || !result.getMessages().isEmpty()) {
            throw new ContractException(file.getFileName() + ": " + String.join("; ", result.getMessages()));
        }
        return result.getOpenAPI();
    }
}
