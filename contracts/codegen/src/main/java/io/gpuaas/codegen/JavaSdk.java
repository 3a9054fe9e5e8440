package io.gpuaas.codegen;

import io.swagger.v3.oas.models.OpenAPI;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The Java SDK's calls and records, from {@code contracts/openapi.yaml}; what sends them is written by hand. */
final class JavaSdk {

    static final String FOLDER = "sdk/java/generated/java";

    private JavaSdk() {}

    static FileTree generate(Path contractFile) throws IOException {
        OpenAPI contract = ContractFiles.readOpenApi(contractFile);
        FileTree sources = FileTree.ofFolder(FOLDER);
        sources.put(FOLDER + "/io/gpuaas/sdk/GpuaasApis.java", apis(ContractModel.tags(contract)));
        FileTree generated = OpenApiGeneration.run(new JavaSdkGenerator(contract), contract, false);
        for (var file : generated.files().entrySet()) {
            String text = new String(file.getValue(), StandardCharsets.UTF_8);
            sources.put(FOLDER + "/" + file.getKey(), JavaText.tidy(text));
        }
        return sources;
    }

    private static String apis(List<String> tags) {
        String accessors = tags.stream()
                .map(tag -> ACCESSOR.replace("$NAME", tag.substring(0, 1).toLowerCase(Locale.ROOT) + tag.substring(1))
                        .replace("$API", tag + "Api"))
                .collect(Collectors.joining("\n"));
        return APIS.replace("$ACCESSORS", accessors);
    }

    private static final String ACCESSOR = """
                public $API $NAME() {
                    return new $API(transport);
                }
            """;

    private static final String APIS = """
            // Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
            package io.gpuaas.sdk;

            /** The calls of the API, grouped as in the contract. */
            abstract sealed class GpuaasApis permits GpuaasClient {

                final Transport transport;

                GpuaasApis(Transport transport) {
                    this.transport = transport;
                }

            $ACCESSORS}
            """;
}
