package io.gpuaas.codegen;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The kernel's error codes and their documentation, from {@code contracts/errors.yaml}. */
final class ErrorCatalogue {

    static final String FOLDER = "kernel/generated/java";

    private static final String PACKAGE_FOLDER = FOLDER + "/io/gpuaas/kernel/";
    private static final List<String> BLAMES = List.of("user", "operator", "provider", "bug");

    private record Entry(String code, int status, String blame, String title, String explanation) {
        Entry {
            require(code.matches("[a-z][a-z0-9_]*"), code, "the code is not in lower snake case");
            require(status >= 400 && status <= 599, code, "the status is not an error's");
            require(BLAMES.contains(blame), code, "the blame is not one of " + BLAMES);
            require(!title.isBlank() && !explanation.isBlank(), code, "title or explanation is empty");
        }

        private static void require(boolean condition, String code, String otherwise) {
            if (!condition) {
                throw new ContractException("errors.yaml: " + code + ": " + otherwise);
            }
        }

        String toConstant() {
            return """
                        %s(
                                %s,
                                %d,
                                Blame.%s,
                                %s,
                                %s)""".formatted(
                            code.toUpperCase(Locale.ROOT),
                            JavaText.quote(code),
                            status,
                            blame.toUpperCase(Locale.ROOT),
                            JavaText.quote(title),
                            JavaText.quote(explanation));
        }

        String toRow() {
            return "| `%s` | %d | %s | %s | %s |".formatted(code, status, blame, cell(title), cell(explanation));
        }

        private static String cell(String text) {
            return text.replace("|", "\\|").replace('\n', ' ').strip();
        }
    }

    private ErrorCatalogue() {}

    static FileTree generate(Path errorsFile) throws IOException {
        List<Entry> entries = read(errorsFile);
        FileTree tree = FileTree.ofFolder(FOLDER);
        tree.put(PACKAGE_FOLDER + "Blame.java", BLAME);
        tree.put(PACKAGE_FOLDER + "ErrorCode.java", errorCode(entries));
        tree.put("docs/errors.md", document(entries));
        return tree;
    }

    private static List<Entry> read(Path errorsFile) throws IOException {
        List<Entry> entries = new ArrayList<>();
        Set<String> codes = new HashSet<>();
        for (JsonNode node : ContractFiles.readYaml(errorsFile).path("errors")) {
            Entry entry = new Entry(
                    node.path("code").asText(),
                    node.path("status").asInt(),
                    node.path("blame").asText(),
                    node.path("title").asText(),
                    node.path("explanation").asText());
            if (!codes.add(entry.code())) {
                throw new ContractException("errors.yaml: " + entry.code() + " stands there twice");
            }
            entries.add(entry);
        }
        return entries;
    }

    private static String errorCode(List<Entry> entries) {
        String constants = entries.stream()
                .map(Entry::toConstant)
                .collect(Collectors.joining(",\n"))
                .indent(4)
                .stripTrailing();
        return ERROR_CODE.replace("$CONSTANTS", constants);
    }

    private static String document(List<Entry> entries) {
        String rows = entries.stream().map(Entry::toRow).collect(Collectors.joining("\n"));
        return DOCUMENT.replace("$ROWS", rows);
    }

    private static final String BLAME = """
            // Generated from contracts/errors.yaml; edit that and run ./gpuaas gen.
            package io.gpuaas.kernel;

            /** The party that has to act on an error. */
            public enum Blame {
                /** Change the request. */
                USER,
                /** Change the installation. */
                OPERATOR,
                /** A system we call failed. */
                PROVIDER,
                /** Ours to correct. */
                BUG
            }
            """;

    private static final String ERROR_CODE = """
            // Generated from contracts/errors.yaml; edit that and run ./gpuaas gen.
            package io.gpuaas.kernel;

            import java.util.Map;
            import java.util.Optional;
            import java.util.stream.Collectors;
            import java.util.stream.Stream;

            /** Every error the API can answer with. Codes are stable; texts may be improved. */
            public enum ErrorCode {
            $CONSTANTS;

                private static final Map<String, ErrorCode> BY_CODE =
                        Stream.of(values()).collect(Collectors.toUnmodifiableMap(ErrorCode::code, code -> code));

                private final String code;
                private final int status;
                private final Blame blame;
                private final String title;
                private final String explanation;

                ErrorCode(String code, int status, Blame blame, String title, String explanation) {
                    this.code = code;
                    this.status = status;
                    this.blame = blame;
                    this.title = title;
                    this.explanation = explanation;
                }

                public static Optional<ErrorCode> find(String code) {
                    return Optional.ofNullable(BY_CODE.get(code));
                }

                /** As on the wire. */
                public String code() {
                    return code;
                }

                /** The HTTP status. */
                public int status() {
                    return status;
                }

                public Blame blame() {
                    return blame;
                }

                public String title() {
                    return title;
                }

                public String explanation() {
                    return explanation;
                }
            }
            """;

    private static final String DOCUMENT = """
            <!-- Generated from contracts/errors.yaml; edit that and run ./gpuaas gen. -->
            # Errors

            Every error is an RFC 9457 problem (`application/problem+json`) with one of these codes, a blame, a
            correlation id and, where fields are at fault, the violations. Blame says whose move it is: *user*
            (change the request), *operator* (change the installation), *provider* (a system we call), *bug* (ours).

            | Code | Status | Blame | Title | What to do |
            |---|---|---|---|---|
            $ROWS
            """;
}
