package io.gpuaas.cli;

import io.gpuaas.sdk.Json;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Writes JSON's values as YAML. Whatever could be read as anything but the text it is stands in quotes, in which YAML
 * reads as JSON does. Pure.
 */
final class Yaml {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_/][A-Za-z0-9_./@+-]*( [A-Za-z0-9_./@+-]+)*");
    private static final Set<String> NO_TEXT = Set.of("true", "false", "yes", "no", "on", "off", "y", "n", "null");

    private Yaml() {}

    static String document(Object value) {
        StringBuilder text = new StringBuilder();
        write(Json.MAPPER.valueToTree(value), 0, text);
        return text.toString();
    }

    /** One item of a list, so that long lists need not be held. */
    static String item(Object value) {
        StringBuilder text = new StringBuilder();
        writeItem(Json.MAPPER.valueToTree(value), 0, text);
        return text.toString();
    }

    private static void write(JsonNode node, int depth, StringBuilder text) {
        if (node.isObject() && !node.isEmpty()) {
            writeFields(node, depth, text);
        } else if (node.isArray() && !node.isEmpty()) {
            node.forEach(part -> writeItem(part, depth, text));
        } else {
            text.append(scalar(node)).append('\n');
        }
    }

    private static void writeFields(JsonNode object, int depth, StringBuilder text) {
        Iterator<Map.Entry<String, JsonNode>> fields = object.properties().iterator();
        while (fields.hasNext()) {
            Map.Entry<String, JsonNode> field = fields.next();
            text.repeat(" ", depth).append(plainOrQuoted(field.getKey())).append(':');
            writeAfterMark(field.getValue(), field.getValue().isArray() ? depth : depth + 2, text);
        }
    }

    private static void writeItem(JsonNode part, int depth, StringBuilder text) {
        text.repeat(" ", depth).append('-');
        if (part.isObject() && !part.isEmpty()) {
            // The first field stands beside the mark, in the column of those that follow.
            StringBuilder fields = new StringBuilder();
            writeFields(part, depth + 2, fields);
            text.append(' ').append(fields.substring(depth + 2));
        } else {
            writeAfterMark(part, depth + 2, text);
        }
    }

    private static void writeAfterMark(JsonNode value, int depth, StringBuilder text) {
        boolean block = value.isContainer() && !value.isEmpty();
        text.append(block ? '\n' : ' ');
        write(value, depth, text);
    }

    private static String scalar(JsonNode value) {
        return value.isString() ? plainOrQuoted(value.stringValue()) : value.toString();
    }

    private static String plainOrQuoted(String text) {
        boolean plain = PLAIN.matcher(text).matches() && !NO_TEXT.contains(text.toLowerCase(Locale.ROOT));
        return plain ? text : Json.MAPPER.writeValueAsString(text);
    }
}
