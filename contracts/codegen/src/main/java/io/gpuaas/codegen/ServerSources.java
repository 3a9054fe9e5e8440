package io.gpuaas.codegen;

import io.swagger.v3.oas.models.OpenAPI;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The server's interfaces and DTOs, from {@code contracts/openapi.yaml}. */
final class ServerSources {

    static final String FOLDER = "contracts/generated/java";

    private ServerSources() {}

    static FileTree generate(Path contractFile) throws IOException {
        OpenAPI contract = ContractFiles.readOpenApi(contractFile);
        FileTree sources = FileTree.ofFolder(FOLDER);
        FileTree generated = OpenApiGeneration.run(new ServerGenerator(contract), contract, false);
        for (var file : generated.files().entrySet()) {
            String text = new String(file.getValue(), StandardCharsets.UTF_8);
            sources.put(FOLDER + "/" + file.getKey(), JavaText.tidy(text));
        }
        return sources;
    }
}
