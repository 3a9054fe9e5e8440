package io.gpuaas.codegen;

import java.math.BigDecimal;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.openapitools.codegen.IJsonSchemaValidationProperties;

/** A schema's bounds as bean-validation annotations. */
final class Constraints {

    private Constraints() {}

    static void addTo(Map<String, Object> extensions, IJsonSchemaValidationProperties schema) {
        String annotations = of(schema);
        if (!annotations.isEmpty()) {
            extensions.put("constraints", annotations);
        }
    }

    private static String of(IJsonSchemaValidationProperties schema) {
        StringJoiner annotations = new StringJoiner(" ");
        if (schema.getMinimum() != null) {
            annotations.add("@Min(" + literal(schema.getMinimum()) + ")");
        }
        if (schema.getMaximum() != null) {
            annotations.add("@Max(" + literal(schema.getMaximum()) + ")");
        }
        Integer least = schema.getIsArray() ? schema.getMinItems() : schema.getMinLength();
        Integer most = schema.getIsArray() ? schema.getMaxItems() : schema.getMaxLength();
        if (least != null || most != null) {
            annotations.add(size(least, most));
        }
        if (schema.getPattern() != null) {
            annotations.add(pattern(schema.getPattern()));
        }
        return annotations.toString();
    }

    private static String size(@Nullable Integer least, @Nullable Integer most) {
        StringJoiner bounds = new StringJoiner(", ", "@Size(", ")");
        if (least != null) {
            bounds.add("min = " + least);
        }
        if (most != null) {
            bounds.add("max = " + most);
        }
        return bounds.toString();
    }

    /** The usual way to forbid blank text gets a message people understand. */
    private static String pattern(String pattern) {
        String message = pattern.equals("\\S") ? ", message = \"must not be blank\"" : "";
        return "@Pattern(regexp = " + JavaText.quote(matching(pattern)) + message + ")";
    }

    /** JSON Schema looks for the pattern anywhere in the text; bean validation wants it to match the whole. */
    static String matching(String pattern) {
        boolean anchored = pattern.startsWith("^") && pattern.endsWith("$") && !pattern.contains("|");
        return anchored ? pattern : "(?s:.*)(?:" + pattern + ")(?s:.*)";
    }

    /** Java needs the suffix L for a number that is too large for an int. */
    private static String literal(String bound) {
        boolean fits = new BigDecimal(bound).abs().compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) <= 0;
        return bound + (fits ? "" : "L");
    }
}
