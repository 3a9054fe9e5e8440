package io.gpuaas.codegen;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openapitools.codegen.CodegenProperty;

/**
 * The text of a request that people write. It must have no characters that cannot be seen, unless {@code x-text} says
 * that it has {@code lines}, or that it is {@code opaque}: a password or a key, which nobody is shown.
 */
final class FreeText {

    private static final String EXTENSION = "x-text";
    private static final String CONSTRAINTS = "constraints";

    private FreeText() {}

    static void annotate(CodegenProperty property) {
        String kind = String.valueOf(property.vendorExtensions.getOrDefault(EXTENSION, "line"));
        switch (kind) {
            case "line" -> {
                if (isFree(property)) {
                    add(property.vendorExtensions, "@PlainText");
                }
            }
            case "lines" -> add(property.vendorExtensions, "@PlainText(lines = true)");
            case "opaque" -> {}
            default -> throw new ContractException(property.baseName + ": " + EXTENSION + " is '" + kind + "'");
        }
    }

    /** A text, or a list or map of texts, whose pattern does not say what each of its characters may be. */
    private static boolean isFree(@Nullable CodegenProperty property) {
        if (property == null || property.isEnum || property.isEnumRef) {
            return false;
        }
        if (property.isArray || property.isMap) {
            return isFree(property.items);
        }
        String pattern = property.pattern;
        return property.isString
                && property.dataType.equals("String")
                && (pattern == null
                        || (!pattern.startsWith("^[a") && !pattern.startsWith("^[A") && !pattern.startsWith("^[0")));
    }

    private static void add(Map<String, Object> extensions, String annotation) {
        extensions.merge(CONSTRAINTS, annotation, (bounds, text) -> bounds + " " + text);
    }
}
