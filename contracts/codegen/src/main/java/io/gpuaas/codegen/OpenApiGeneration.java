package io.gpuaas.codegen;

import io.swagger.v3.oas.models.OpenAPI;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.openapitools.codegen.ClientOptInput;
import org.openapitools.codegen.CodegenConfig;
import org.openapitools.codegen.DefaultGenerator;
import org.openapitools.codegen.Generator;
import org.openapitools.codegen.config.GlobalSettings;

/** Runs one of openapi-generator's generators in a folder of its own and hands over what it wrote. */
final class OpenApiGeneration {

    private static final List<String> PARTS = List.of("models", "apis", "supportingFiles");
    private static final List<String> UNWANTED = List.of("modelDocs", "apiDocs", "modelTests", "apiTests");

    private OpenApiGeneration() {}

    /** Files by path relative to the generator's output folder. */
    static FileTree run(CodegenConfig config, OpenAPI contract, boolean supportingFiles) throws IOException {
        Path output = Files.createTempDirectory("contract-codegen");
        try {
            config.setOutputDir(output.toString());
            selectParts(supportingFiles);
            DefaultGenerator generator = new DefaultGenerator();
            generator.setGenerateMetadata(false);
            generate(generator.opts(new ClientOptInput().openAPI(contract).config(config)));
            return collect(output);
        } finally {
            delete(output);
        }
    }

    /** The generator's own message is the whole contract printed; only its cause says anything. */
    private static void generate(Generator generator) {
        try {
            generator.generate();
        } catch (RuntimeException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private static void selectParts(boolean supportingFiles) {
        GlobalSettings.reset();
        for (String part : supportingFiles ? PARTS : PARTS.subList(0, 2)) {
            GlobalSettings.setProperty(part, "");
        }
        for (String part : UNWANTED) {
            GlobalSettings.setProperty(part, "false");
        }
    }

    private static FileTree collect(Path output) throws IOException {
        FileTree tree = FileTree.empty();
        for (String path : FileTree.listFiles(output, "")) {
            tree.put(path, Files.readString(output.resolve(path), StandardCharsets.UTF_8));
        }
        return tree;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
