package io.gpuaas.codegen;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The command line: {@code gen}, {@code drift}. */
public final class Codegen {

    private static final String USAGE = "usage: contract-codegen gen|drift REPOSITORY";

    private Codegen() {}

    public static void main(String[] args) throws IOException {
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "error");
        try {
            System.exit(run(args));
        } catch (ContractException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static int run(String[] args) throws IOException {
        if (args.length < 2 || !Files.isDirectory(Path.of(args[1], "contracts"))) {
            System.err.println(USAGE);
            return 2;
        }
        Path root = Path.of(args[1]).toRealPath();
        return switch (args[0]) {
            case "gen" -> gen(root);
            case "drift" -> drift(root);
            default -> {
                System.err.println(USAGE);
                yield 2;
            }
        };
    }

    private static int gen(Path root) throws IOException {
        FileTree tree = generate(root);
        int changed = tree.differences(root).size();
        tree.writeTo(root);
        System.out.println(tree.files().size() + " files generated, " + changed + " changed");
        return 0;
    }

    private static int drift(Path root) throws IOException {
        List<String> differences = generate(root).differences(root);
        differences.forEach(System.out::println);
        if (differences.isEmpty()) {
            return 0;
        }
        System.err.println("Generated files do not fit the contract; run ./gpuaas gen and commit the result.");
        return 1;
    }

    static FileTree generate(Path root) throws IOException {
        Path contracts = root.resolve("contracts");
        FileTree tree = FileTree.empty();
        tree.putAll(ErrorCatalogue.generate(contracts.resolve("errors.yaml")));
        tree.putAll(ServerSources.generate(contracts.resolve("openapi.yaml")));
        tree.putAll(JavaSdk.generate(contracts.resolve("openapi.yaml")));
        return tree;
    }
}
