package io.gpuaas.codegen;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Java source text as generated code should read. */
final class JavaText {

    private static final String IMPORT = "import ";

    private static final Pattern COMMENT = Pattern.compile("/\\*\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern TYPED_ID = Pattern.compile("(?<!import )io\\.gpuaas\\.kernel\\.([A-Z]\\w*)");
    /** Our own packages, and the annotation JSpecify took the place of. */
    private static final Pattern NEVER_IMPORTED =
            Pattern.compile("import (io\\.gpuaas\\.(api|sdk)\\.\\w+|org\\.springframework\\.lang\\.Nullable);");

    private JavaText() {}

    /** Templates import all they may need; this keeps what is used, sorted, and drops blank lines in a row. */
    static String tidy(String source) {
        List<String> lines =
                shortenTypedIds(source).lines().map(String::stripTrailing).toList();
        String body = lines.stream().filter(line -> !line.startsWith(IMPORT)).collect(Collectors.joining("\n"));
        String code = COMMENT.matcher(body).replaceAll("");
        TreeSet<String> imports = new TreeSet<>();
        for (String line : lines) {
            if (line.startsWith(IMPORT) && isUsed(line, code)) {
                imports.add(line);
            }
        }
        int afterPackage = body.indexOf('\n', body.indexOf("package ")) + 1;
        String text = body.substring(0, afterPackage) + "\n" + String.join("\n", imports) + "\n\n"
                + body.substring(afterPackage);
        return collapseBlankLines(text);
    }

    /** The generator writes mapped types in full where they are used. */
    private static String shortenTypedIds(String source) {
        TreeSet<String> imports = new TreeSet<>();
        Matcher typedIds = TYPED_ID.matcher(source);
        String shortened = typedIds.replaceAll(id -> {
            imports.add(IMPORT + id.group() + ";\n");
            return id.group(1);
        });
        return shortened + "\n" + String.join("", imports);
    }

    private static boolean isUsed(String importLine, String code) {
        if (NEVER_IMPORTED.matcher(importLine).matches()) {
            return false;
        }
        String simpleName = importLine.substring(importLine.lastIndexOf('.') + 1, importLine.length() - 1);
        return Pattern.compile("\\b" + simpleName + "\\b").matcher(code).find();
    }

    private static String collapseBlankLines(String text) {
        List<String> kept = new ArrayList<>();
        for (String line : text.lines().toList()) {
            boolean repeatsBlank =
                    line.isEmpty() && (kept.isEmpty() || kept.getLast().isEmpty());
            if (line.strip().equals("}") && kept.getLast().isEmpty()) {
                kept.removeLast();
            }
            if (!repeatsBlank) {
                kept.add(line);
            }
        }
        return String.join("\n", kept).stripTrailing() + "\n";
    }

    static String quote(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
