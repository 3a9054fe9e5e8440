package io.gpuaas.codegen;

import io.swagger.v3.oas.models.OpenAPI;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The Python SDK's calls and data classes, from {@code contracts/openapi.yaml}; what sends them is written by hand. */
final class PythonSdk {

    static final String FOLDER = "sdk/python/gpuaas/generated";

    private PythonSdk() {}

    static FileTree generate(Path contractFile) throws IOException {
        OpenAPI contract = ContractFiles.readOpenApi(contractFile);
        FileTree sources = FileTree.ofFolder(FOLDER);
        FileTree generated = OpenApiGeneration.run(new PythonSdkGenerator(contract), contract, true);
        for (var file : generated.files().entrySet()) {
            String text = new String(file.getValue(), StandardCharsets.UTF_8);
            if (file.getKey().startsWith("gpuaas/generated/")) {
                sources.put("sdk/python/" + file.getKey(), tidy(text));
            }
        }
        return sources;
    }

    /** At most two blank lines in a row, and none at the end, as Python's style guide has it. */
    private static String tidy(String text) {
        return text.lines()
                        .map(String::stripTrailing)
                        .reduce("", (whole, line) -> whole + line + "\n")
                        .replaceAll("\n{4,}", "\n\n\n")
                        .strip()
                + "\n";
    }
}
