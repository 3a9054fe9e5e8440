package io.gpuaas.codegen;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The command line: generate, look for drift, look for breaking changes, accept a contract. */
public final class Codegen {

    private static final String USAGE = """
            usage: contract-codegen VERB REPOSITORY
              gen                        write everything that is generated from the contract
              drift                      list generated files that do not fit the contract
              breaking                   list what breaks clients of the accepted contract
              accept                     accept the contract as the one to stay compatible with
              accept --breaking REASON   even though it breaks clients; the reason is kept""";

    private Codegen() {}

    public static void main(String[] args) throws IOException {
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "error");
        System.exit(run(List.of(args)));
    }

    static int run(List<String> args) throws IOException {
        if (args.size() < 2 || !Files.isDirectory(Path.of(args.get(1), "contracts"))) {
            return misused();
        }
        Path root = Path.of(args.get(1)).toRealPath();
        List<String> options = args.subList(2, args.size());
        try {
            return switch (args.getFirst()) {
                case "gen" -> gen(root);
                case "drift" -> drift(root);
                case "breaking" -> breaking(root);
                case "accept" -> accept(root, options);
                default -> misused();
            };
        } catch (ContractException e) {
            System.err.println(e.getMessage());
            return 1;
        }
    }

    private static int misused() {
        System.err.println(USAGE);
        return 2;
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
        Path openApi = root.resolve("contracts/openapi.yaml");
        FileTree tree = FileTree.empty();
        tree.putAll(ErrorCatalogue.generate(root.resolve("contracts/errors.yaml")));
        tree.putAll(TypedIdSources.generate(openApi));
        tree.putAll(EventSources.generate(root.resolve("contracts/asyncapi.yaml"), openApi));
        tree.putAll(ServerSources.generate(openApi));
        tree.putAll(JavaSdk.generate(openApi));
        tree.putAll(PythonSdk.generate(openApi));
        tree.putAll(ConsoleTypes.generate(root, openApi));
        return tree;
    }

    private static int breaking(Path root) throws IOException {
        List<String> changes = new AcceptedContract(root.resolve("contracts")).findBreakingChanges();
        changes.forEach(System.out::println);
        if (changes.isEmpty()) {
            return 0;
        }
        System.err.println("The contract breaks its clients. Undo that, or run ./gpuaas accept --breaking \"WHY\".");
        return 1;
    }

    private static int accept(Path root, List<String> options) throws IOException {
        boolean force = options.size() == 2 && options.getFirst().equals("--breaking");
        if (!options.isEmpty() && (!force || options.getLast().isBlank())) {
            return misused();
        }
        AcceptedContract accepted = new AcceptedContract(root.resolve("contracts"));
        List<String> changes = accepted.exists() ? accepted.findBreakingChanges() : List.of();
        if (!changes.isEmpty() && !force) {
            return breaking(root);
        }
        if (!changes.isEmpty()) {
            accepted.record(changes, options.getLast().strip());
        }
        accepted.accept();
        System.out.println("accepted, with " + changes.size() + " breaking changes");
        return 0;
    }
}
