package io.gpuaas.codegen;

import io.swagger.v3.oas.models.OpenAPI;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The Python SDK's calls and data classes, from {@code contracts/openapi.yaml}; what sends them is written by hand. */
final class PythonSdk {

    static final String FOLDER = "sdk/python/gpuaas/generated";

    private PythonSdk() {}

    static FileTree generate(Path contractFile) throws IOException {
        OpenAPI contract = ContractFiles.readOpenApi(contractFile);
        FileTree sources = FileTree.ofFolder(FOLDER);
        List<String> tags = ContractModel.tags(contract);
        sources.put(FOLDER + "/apis.py", apis(tags, "", "Transport", "transport"));
        sources.put(FOLDER + "/apis_async.py", apis(tags, "Async", "AsyncTransport", "async_transport"));
        FileTree generated = OpenApiGeneration.run(new PythonSdkGenerator(contract), contract, true);
        for (var file : generated.files().entrySet()) {
            String text = new String(file.getValue(), StandardCharsets.UTF_8);
            if (file.getKey().startsWith("gpuaas/generated/")) {
                sources.put("sdk/python/" + file.getKey(), tidy(text));
            }
        }
        return sources;
    }

    private static String apis(List<String> tags, String prefix, String transport, String module) {
        String suffix = prefix.isEmpty() ? "" : "_async";
        String imports = tags.stream()
                .map(tag -> "from .%s_api%s import %s%sApi\n".formatted(name(tag), suffix, prefix, tag))
                .sorted()
                .collect(Collectors.joining());
        String attributes = tags.stream()
                .map(tag -> "        self.%s = %s%sApi(transport)\n".formatted(name(tag), prefix, tag))
                .collect(Collectors.joining());
        return APIS.replace("$IMPORTS", imports)
                .replace("$PREFIX", prefix)
                .replace("$TRANSPORT", transport)
                .replace("$MODULE", module)
                .replace("$ATTRIBUTES", attributes);
    }

    private static String name(String tag) {
        return tag.toLowerCase(Locale.ROOT);
    }

    private static final String APIS = """
            # Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
            from __future__ import annotations

            from typing import TYPE_CHECKING

            $IMPORTS
            if TYPE_CHECKING:
                from ..$MODULE import $TRANSPORT


            class $PREFIXApis:
                \"""The calls of the API, grouped as in the contract.\"""

                def __init__(self, transport: $TRANSPORT) -> None:
            $ATTRIBUTES""";

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
