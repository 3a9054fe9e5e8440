package io.gpuaas.codegen;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;

/** The kernel's typed ids, from the schemas of {@code contracts/openapi.yaml} that are called …Id. */
final class TypedIdSources {

    private static final String PACKAGE_FOLDER = ErrorCatalogue.FOLDER + "/io/gpuaas/kernel/";

    private TypedIdSources() {}

    static FileTree generate(Path openApiFile) throws IOException {
        Collection<String> names =
                ContractModel.typedIds(ContractFiles.readOpenApi(openApiFile)).keySet();
        FileTree tree = FileTree.ofFolder(ErrorCatalogue.FOLDER);
        for (String name : names) {
            tree.put(PACKAGE_FOLDER + name + ".java", ID.replace("$NAME", name).replace("$THING", thing(name)));
        }
        tree.put(
                PACKAGE_FOLDER + "TypedIds.java",
                ALL.replace(
                        "$ENTRIES",
                        names.stream()
                                .map(name -> "Map.entry(%1$s.class, %1$s::new)".formatted(name))
                                .collect(Collectors.joining(",\n            "))));
        return tree;
    }

    /** "an agent release" for AgentReleaseId. */
    private static String thing(String name) {
        String words = name.substring(0, name.length() - "Id".length())
                .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
                .toLowerCase(Locale.ROOT);
        return ("aeiou".indexOf(words.charAt(0)) >= 0 ? "an " : "a ") + words.replaceFirst("^ssh\\b", "SSH");
    }

    private static final String ID = """
            // Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
            package io.gpuaas.kernel;

            import java.util.Objects;
            import java.util.UUID;

            /** Identifies $THING. */
            public record $NAME(UUID value) implements TypedId {

                public $NAME {
                    Objects.requireNonNull(value, "value");
                }

                public static $NAME parse(String text) {
                    return new $NAME(UUID.fromString(text));
                }

                @Override
                public String toString() {
                    return value.toString();
                }
            }
            """;

    private static final String ALL = """
            // Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
            package io.gpuaas.kernel;

            import java.util.Map;
            import java.util.UUID;
            import java.util.function.Function;

            /** All typed ids, for code that reads any of them. */
            public final class TypedIds {

                /** Each class with its own constructor. */
                public static final Map<Class<? extends TypedId>, Function<UUID, TypedId>> ALL = Map.ofEntries(
                        $ENTRIES);

                private TypedIds() {}
            }
            """;
}
