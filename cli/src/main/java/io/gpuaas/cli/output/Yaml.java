package io.gpuaas.cli.output;

import io.gpuaas.sdk.RecordJson;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes JSON values as YAML. Text that YAML could read as another type is quoted, as in JSON. Pure. */
final class Yaml {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_/][A-Za-z0-9_./@+-]*( [A-Za-z0-9_./@+-]+)*");
    private static final Set<String> NO_TEXT = Set.of("true", "false", "yes", "no", "on", "off", "y", "n", "null");

    private Yaml() {}

    static String document(Object value) {
        StringBuilder text = new StringBuilder();
        write(RecordJson.tree(value), 0, text);
        return text.toString();
    }

    /** Writes one item of a list, so that long lists need not be kept in memory. */
    static String item(Object value) {
        StringBuilder text = new StringBuilder();
        writeItem(RecordJson.tree(value), 0, text);
        return text.toString();
    }

    private static void write(@Nullable Object value, int depth, StringBuilder text) {
        if (value instanceof Map<?, ?> fields && !fields.isEmpty()) {
            writeFields(fields, depth, text);
        } else if (value instanceof List<?> items && !items.isEmpty()) {
            items.forEach(part -> writeItem(part, depth, text));
        } else {
            text.append(scalar(value)).append('\n');
        }
    }

    private static void writeFields(Map<?, ?> fields, int depth, StringBuilder text) {
        fields.forEach((name, value) -> {
            text.repeat(" ", depth).append(plainOrQuoted(name.toString())).append(':');
            writeAfterMark(value, value instanceof List ? depth : depth + 2, text);
        });
    }

    private static void writeItem(@Nullable Object part, int depth, StringBuilder text) {
        text.repeat(" ", depth).append('-');
        if (part instanceof Map<?, ?> inner && !inner.isEmpty()) {
            // The first field follows the dash, in the same column as the other fields.
            StringBuilder fields = new StringBuilder();
            writeFields(inner, depth + 2, fields);
            text.append(' ').append(fields.substring(depth + 2));
        } else {
            writeAfterMark(part, depth + 2, text);
        }
    }

    private static void writeAfterMark(@Nullable Object value, int depth, StringBuilder text) {
        boolean block = (value instanceof Map<?, ?> fields && !fields.isEmpty())
                || (value instanceof List<?> items && !items.isEmpty());
        text.append(block ? '\n' : ' ');
        write(value, depth, text);
    }

    /** Writes a scalar, or an empty list or object, as in JSON. */
    private static String scalar(@Nullable Object value) {
        return value instanceof String text ? plainOrQuoted(text) : RecordJson.write(value);
    }

    private static String plainOrQuoted(String text) {
        boolean plain = PLAIN.matcher(text).matches() && !NO_TEXT.contains(text.toLowerCase(Locale.ROOT));
        return plain ? text : Words.escapedYaml(RecordJson.write(text));
    }
}
