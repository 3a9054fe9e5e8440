package io.gpuaas.codegen;

import io.swagger.v3.oas.models.OpenAPI;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The Java SDK's calls and records, from {@code contracts/openapi.yaml}; what sends them is written by hand. */
final class JavaSdk {

    static final String FOLDER = "sdk/java/generated/java";

    private JavaSdk() {}

    static FileTree generate(Path contractFile) throws IOException {
        OpenAPI contract = ContractFiles.readOpenApi(contractFile);
        FileTree sources = FileTree.ofFolder(FOLDER);
        FileTree generated = OpenApiGeneration.run(new JavaSdkGenerator(contract), contract, false);
        for (var file : generated.files().entrySet()) {
            String text = new String(file.getValue(), StandardCharsets.UTF_8);
            sources.put(FOLDER + "/" + file.getKey(), JavaText.tidy(text));
        }
        return sources;
    }
}
