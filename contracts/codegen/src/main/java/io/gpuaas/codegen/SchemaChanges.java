package io.gpuaas.codegen;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Breaking changes between two JSON schemas of what we send. What it cannot judge, it calls breaking. */
final class SchemaChanges {

    private static final int DEPTH_MAX = 20;
    private static final Set<String> WITHOUT_EFFECT =
            Set.of("description", "title", "example", "examples", "default", "deprecated", "$comment");
    private static final Set<String> JUDGED = Set.of("properties", "required", "enum", "items", "additionalProperties");

    /** A schema, and the document its references point into. */
    record Schema(JsonNode document, JsonNode node) {

        Schema resolved() {
            JsonNode target = node;
            for (int hops = 0; target.has("$ref"); hops++) {
                String reference = target.path("$ref").asText();
                if (hops > DEPTH_MAX || !reference.startsWith("#/")) {
                    throw new ContractException("cannot follow the reference " + reference);
                }
                target = document.at(reference.substring(1));
            }
            return new Schema(document, target);
        }

        Schema child(String... path) {
            JsonNode target = node;
            for (String step : path) {
                target = target.path(step);
            }
            return new Schema(document, target);
        }

        Set<String> texts(String key) {
            Set<String> texts = new LinkedHashSet<>();
            node.path(key).forEach(text -> texts.add(text.asText()));
            return texts;
        }

        Set<String> fields() {
            Set<String> names = new LinkedHashSet<>();
            node.path("properties").fieldNames().forEachRemaining(names::add);
            return names;
        }
    }

    private final List<String> changes = new ArrayList<>();

    private SchemaChanges() {}

    static List<String> find(Schema was, Schema is) {
        SchemaChanges comparison = new SchemaChanges();
        comparison.compare("", was, is, 0);
        return comparison.changes;
    }

    private void compare(String path, Schema wasReference, Schema isReference, int depth) {
        if (depth > DEPTH_MAX) {
            return;
        }
        Schema was = wasReference.resolved();
        Schema is = isReference.resolved();
        String what = path.isEmpty() ? "the payload" : "field " + path;
        if (is.node().isMissingNode()) {
            changes.add(what + " is gone");
            return;
        }
        compareKeywords(what, was, is);
        compareFields(path, was, is, depth);
        compareEnum(what, was, is);
        if (was.node().has("items")) {
            compare(path + "[]", was.child("items"), is.child("items"), depth + 1);
        }
        if (was.node().path("additionalProperties").isObject()) {
            compare(path + "{}", was.child("additionalProperties"), is.child("additionalProperties"), depth + 1);
        }
    }

    private void compareKeywords(String what, Schema was, Schema is) {
        Stream.concat(names(was.node()).stream(), names(is.node()).stream())
                .distinct()
                .filter(keyword -> !WITHOUT_EFFECT.contains(keyword) && !JUDGED.contains(keyword))
                .filter(keyword -> !was.node().path(keyword).equals(is.node().path(keyword)))
                .forEach(keyword -> changes.add(
                        what + ": its " + keyword + " is " + text(is, keyword) + ", was " + text(was, keyword)));
    }

    private void compareFields(String path, Schema was, Schema is, int depth) {
        Set<String> stillRequired = is.texts("required");
        Set<String> wasRequired = was.texts("required");
        for (String field : was.fields()) {
            String name = path.isEmpty() ? field : path + "." + field;
            if (!is.fields().contains(field)) {
                changes.add("field " + name + " is gone");
                continue;
            }
            if (wasRequired.contains(field) && !stillRequired.contains(field)) {
                changes.add("field " + name + " may now be absent");
            }
            compare(name, was.child("properties", field), is.child("properties", field), depth + 1);
        }
        for (String field : stillRequired) {
            if (!wasRequired.contains(field)) {
                changes.add("field " + (path.isEmpty() ? field : path + "." + field)
                        + " is newly required, which events written before do not have");
            }
        }
    }

    private void compareEnum(String what, Schema was, Schema is) {
        if (was.node().has("enum") && !is.node().has("enum")) {
            changes.add(what + " may now hold any value");
        }
        Set<String> before = was.texts("enum");
        Set<String> now = is.texts("enum");
        if (was.node().has("enum")) {
            now.stream()
                    .filter(value -> !before.contains(value))
                    .forEach(
                            value -> changes.add(what + ": " + value + " is a new value, which consumers do not know"));
        }
        if (is.node().has("enum")) {
            before.stream()
                    .filter(value -> !now.contains(value))
                    .forEach(value ->
                            changes.add(what + ": " + value + " is gone, which events written before may hold"));
        }
    }

    private static Set<String> names(JsonNode node) {
        Set<String> names = new HashSet<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static String text(Schema schema, String keyword) {
        JsonNode value = schema.node().path(keyword);
        return value.isMissingNode() ? "absent" : value.isValueNode() ? value.asText() : value.toString();
    }
}
