package io.gpuaas.manifest.schema;

import io.gpuaas.manifest.json.CanonicalJson;
import io.gpuaas.manifest.json.Json;
import io.gpuaas.manifest.json.JsonPointer;
import io.gpuaas.manifest.json.Position;
import io.gpuaas.manifest.schema.SchemaNode.Condition;
import io.gpuaas.manifest.schema.SchemaNode.ListRules;
import io.gpuaas.manifest.schema.SchemaNode.NumberRules;
import io.gpuaas.manifest.schema.SchemaNode.TextRules;
import io.gpuaas.manifest.schema.SchemaProblem.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compiles a schema and collects everything in it that the subset does not allow. */
final class SchemaCompiler {

    private static final int PROBLEMS_MAX = 50;
    private static final int BYTES_MAX = 64 * 1024;
    private static final int HEIGHT_MAX = 6;
    private static final int PROPERTIES_MAX = 200;
    private static final int CHOICES_MAX = 100;

    /** Deeper schemas are refused by their height; this ends the recursion early. */
    private static final int NESTING_MAX = 20;

    private static final Set<String> TYPES = Set.of("string", "integer", "number", "boolean", "array", "object");
    private static final Set<String> NOTES = Set.of("title", "description", "examples", "x-gpuaas");
    private static final Set<String> KEYWORDS = Set.of(
            "type",
            "enum",
            "const",
            "default",
            "minLength",
            "maxLength",
            "pattern",
            "format",
            "minimum",
            "maximum",
            "multipleOf",
            "items",
            "minItems",
            "maxItems",
            "uniqueItems",
            "properties",
            "required",
            "additionalProperties",
            "if",
            "then",
            "else",
            "$ref",
            "$defs");
    private static final String LOCAL = "#/$defs/";

    private final List<SchemaProblem> problems = new ArrayList<>();
    private final Map<String, SchemaNode> definitions = new HashMap<>();
    private final Set<String> inProgress = new HashSet<>();
    private Json.Obj definitionSources = Json.Obj.of(Map.of());
    private String rootPointer = "";
    private int properties;

    List<SchemaProblem> problems() {
        return problems;
    }

    SchemaNode compile(Json source, String pointer) {
        rootPointer = pointer;
        if (CanonicalJson.bytes(source).length > BYTES_MAX) {
            report(Kind.TOO_LARGE, pointer, source.position(), "The schema has more than 64 KiB.");
            return SchemaNode.ANY;
        }
        if (source instanceof Json.Obj object && object.find("$defs").orElse(null) instanceof Json.Obj sources) {
            definitionSources = sources;
        }
        SchemaNode root = node(source, pointer, 1, true);
        definitionSources.members().keySet().forEach(name -> definition(name, 2));
        if (root.height() > HEIGHT_MAX) {
            report(
                    Kind.TOO_LARGE,
                    pointer,
                    source.position(),
                    "The schema is nested deeper than " + HEIGHT_MAX + " levels.");
        }
        if (properties > PROPERTIES_MAX) {
            report(
                    Kind.TOO_LARGE,
                    pointer,
                    source.position(),
                    "The schema has more than " + PROPERTIES_MAX + " properties.");
        }
        return root;
    }

    private SchemaNode node(Json source, String pointer, int depth, boolean conditions) {
        if (!(source instanceof Json.Obj object)) {
            report(Kind.WRONG_VALUE, pointer, source.position(), "A schema must be an object.");
            return SchemaNode.ANY;
        }
        if (depth > NESTING_MAX) {
            return SchemaNode.ANY;
        }
        checkKeywords(object, pointer, depth);
        if (object.members().containsKey("$ref")) {
            return reference(object, pointer, depth, conditions);
        }
        SchemaNode node = build(object, pointer, depth, conditions);
        checkDefault(object, pointer, node);
        return node;
    }

    private void checkKeywords(Json.Obj object, String pointer, int depth) {
        boolean isReference = object.members().containsKey("$ref");
        object.members().keySet().forEach(keyword -> {
            boolean known = KEYWORDS.contains(keyword) || NOTES.contains(keyword);
            boolean here = !keyword.equals("$defs") || depth == 1;
            boolean beside = !isReference
                    || keyword.equals("$ref")
                    || keyword.equals("$defs")
                    || NOTES.contains(keyword)
                    || keyword.equals("default");
            if (!known || !here) {
                report(
                        Kind.UNSUPPORTED_KEYWORD,
                        JsonPointer.at(pointer, keyword),
                        object.placeOf(keyword),
                        "The keyword " + keyword + " is not supported" + (known ? " here." : "."));
            } else if (!beside) {
                report(
                        Kind.UNSUPPORTED_KEYWORD,
                        JsonPointer.at(pointer, keyword),
                        object.placeOf(keyword),
                        "Beside $ref only title, description, default, examples and x-gpuaas are supported.");
            }
        });
        for (String note : List.of("title", "description")) {
            text(object, note, pointer);
        }
    }

    private SchemaNode reference(Json.Obj object, String pointer, int depth, boolean conditions) {
        String target = text(object, "$ref", pointer);
        String name = target != null && target.startsWith(LOCAL) ? target.substring(LOCAL.length()) : "";
        if (!definitionSources.members().containsKey(name)) {
            report(
                    Kind.WRONG_REFERENCE,
                    JsonPointer.at(pointer, "$ref"),
                    object.placeOf("$ref"),
                    "$ref must be #/$defs/ and the name of a definition of this schema.");
            return SchemaNode.ANY;
        }
        SchemaNode node = definition(name, depth);
        if (!conditions && node.condition() != null) {
            report(
                    Kind.WRONG_REFERENCE,
                    JsonPointer.at(pointer, "$ref"),
                    object.placeOf("$ref"),
                    "if, then and else are supported on one level only.");
        }
        checkDefault(object, pointer, node);
        Json own = object.members().get("default");
        return own == null ? node : withDefault(node, own);
    }

    private static SchemaNode withDefault(SchemaNode node, Json value) {
        return new SchemaNode(
                node.type(),
                node.credential(),
                node.choices(),
                value,
                node.text(),
                node.number(),
                node.list(),
                node.properties(),
                node.required(),
                node.closed(),
                node.condition(),
                node.height());
    }

    /** Compiles each definition once, so that definitions that use each other twice cost no more than their text. */
    private SchemaNode definition(String name, int depth) {
        SchemaNode known = definitions.get(name);
        if (known != null) {
            return known;
        }
        Json source = definitionSources.members().get(name);
        String pointer = JsonPointer.at(JsonPointer.at(rootPointer, "$defs"), name);
        if (source == null || depth > NESTING_MAX || !inProgress.add(name)) {
            report(
                    Kind.WRONG_REFERENCE,
                    pointer,
                    definitionSources.placeOf(name),
                    "The definition refers to itself or is nested too deeply.");
            return SchemaNode.ANY;
        }
        SchemaNode node = node(source, pointer, depth + 1, true);
        inProgress.remove(name);
        definitions.put(name, node);
        return node;
    }

    private SchemaNode build(Json.Obj object, String pointer, int depth, boolean conditions) {
        String type = text(object, "type", pointer);
        if (type != null && !TYPES.contains(type)) {
            wrong(object, "type", pointer, "type must be one of string, integer, number, boolean, array, object.");
            type = null;
        }
        Map<String, SchemaNode> children = children(object, pointer, depth);
        SchemaNode items = object.find("items")
                .map(source -> node(source, JsonPointer.at(pointer, "items"), depth + 1, true))
                .orElse(null);
        Condition condition = condition(object, pointer, depth, conditions);
        int height = 1;
        for (SchemaNode child : children.values()) {
            height = Math.max(height, child.height() + 1);
        }
        height = items == null ? height : Math.max(height, items.height() + 1);
        if (condition != null) {
            height = condition.then() == null
                    ? height
                    : Math.max(height, condition.then().height());
            height = condition.otherwise() == null
                    ? height
                    : Math.max(height, condition.otherwise().height());
        }
        return new SchemaNode(
                type,
                credential(object, pointer),
                choices(object, pointer),
                object.members().get("default"),
                new TextRules(
                        count(object, "minLength", 0, pointer),
                        count(object, "maxLength", Integer.MAX_VALUE, pointer),
                        pattern(object, pointer),
                        format(object, pointer)),
                new NumberRules(
                        decimal(object, "minimum", pointer),
                        decimal(object, "maximum", pointer),
                        positive(object, pointer)),
                new ListRules(
                        items,
                        count(object, "minItems", 0, pointer),
                        count(object, "maxItems", Integer.MAX_VALUE, pointer),
                        flag(object, "uniqueItems", pointer)),
                children,
                names(object, "required", pointer),
                closed(object, pointer),
                condition,
                height);
    }

    private Map<String, SchemaNode> children(Json.Obj object, String pointer, int depth) {
        Json source = object.members().get("properties");
        if (source == null) {
            return Map.of();
        }
        String below = JsonPointer.at(pointer, "properties");
        if (!(source instanceof Json.Obj members)) {
            wrong(object, "properties", pointer, "properties must be an object.");
            return Map.of();
        }
        properties += members.members().size();
        Map<String, SchemaNode> children = new LinkedHashMap<>();
        members.members()
                .forEach(
                        (name, child) -> children.put(name, node(child, JsonPointer.at(below, name), depth + 1, true)));
        return children;
    }

    private @Nullable Condition condition(Json.Obj object, String pointer, int depth, boolean allowed) {
        Json test = object.members().get("if");
        if (test == null) {
            for (String branch : List.of("then", "else")) {
                if (object.members().containsKey(branch)) {
                    wrong(object, branch, pointer, branch + " needs an if.");
                }
            }
            return null;
        }
        if (!allowed) {
            wrong(object, "if", pointer, "if, then and else are supported on one level only.");
            return null;
        }
        Map<String, String> members = new LinkedHashMap<>();
        boolean understood = test instanceof Json.Obj condition
                && Set.of("properties", "required")
                        .containsAll(condition.members().keySet())
                && condition.find("properties").orElse(null) instanceof Json.Obj named
                && named.members().entrySet().stream().allMatch(member -> {
                    Json constant = member.getValue() instanceof Json.Obj rule
                                    && rule.members().size() == 1
                            ? rule.members().get("const")
                            : null;
                    if (constant != null) {
                        members.put(member.getKey(), CanonicalJson.text(constant));
                    }
                    return constant != null;
                });
        if (!understood || !(test instanceof Json.Obj condition)) {
            wrong(
                    object,
                    "if",
                    pointer,
                    "if must have properties that are compared with const, and optionally required.");
            return null;
        }
        return new Condition(
                members,
                names(condition, "required", JsonPointer.at(pointer, "if")),
                branch(object, "then", pointer, depth),
                branch(object, "else", pointer, depth));
    }

    private @Nullable SchemaNode branch(Json.Obj object, String name, String pointer, int depth) {
        Json source = object.members().get(name);
        return source == null ? null : node(source, JsonPointer.at(pointer, name), depth + 1, false);
    }

    private @Nullable String credential(Json.Obj object, String pointer) {
        Json hints = object.members().get("x-gpuaas");
        if (hints == null) {
            return null;
        }
        if (!(hints instanceof Json.Obj members)) {
            wrong(object, "x-gpuaas", pointer, "x-gpuaas must be an object.");
            return null;
        }
        return text(members, "credential", JsonPointer.at(pointer, "x-gpuaas"));
    }

    private @Nullable Set<String> choices(Json.Obj object, String pointer) {
        Set<String> choices = null;
        Json list = object.members().get("enum");
        if (list instanceof Json.Arr values
                && !values.items().isEmpty()
                && values.items().size() <= CHOICES_MAX) {
            choices = new LinkedHashSet<>();
            for (Json value : values.items()) {
                choices.add(CanonicalJson.text(value));
            }
        } else if (list != null) {
            wrong(object, "enum", pointer, "enum must be a list of 1 to " + CHOICES_MAX + " values.");
        }
        Json constant = object.members().get("const");
        if (constant != null) {
            String only = CanonicalJson.text(constant);
            if (choices != null && !choices.contains(only)) {
                wrong(object, "const", pointer, "const must be one of the values of enum.");
            }
            choices = Set.of(only);
        }
        return choices;
    }

    private @Nullable LinearPattern pattern(Json.Obj object, String pointer) {
        String text = text(object, "pattern", pointer);
        try {
            return text == null ? null : new LinearPattern(text);
        } catch (IllegalArgumentException e) {
            report(
                    Kind.WRONG_PATTERN,
                    JsonPointer.at(pointer, "pattern"),
                    object.placeOf("pattern"),
                    "The pattern is refused: " + e.getMessage() + ".");
            return null;
        }
    }

    private @Nullable TextFormat format(Json.Obj object, String pointer) {
        String name = text(object, "format", pointer);
        for (TextFormat format : TextFormat.values()) {
            if (format.keyword().equals(name)) {
                return format;
            }
        }
        if (name != null) {
            wrong(object, "format", pointer, "format must be one of email, uri, hostname, date-time.");
        }
        return null;
    }

    private boolean closed(Json.Obj object, String pointer) {
        Json value = object.members().get("additionalProperties");
        if (value == null) {
            return false;
        }
        if (!(value instanceof Json.Bool bool) || bool.value()) {
            wrong(object, "additionalProperties", pointer, "additionalProperties can only be false.");
        }
        return true;
    }

    private boolean flag(Json.Obj object, String keyword, String pointer) {
        Json value = object.members().get(keyword);
        if (value != null && !(value instanceof Json.Bool)) {
            wrong(object, keyword, pointer, keyword + " must be true or false.");
        }
        return value instanceof Json.Bool bool && bool.value();
    }

    private int count(Json.Obj object, String keyword, int absent, String pointer) {
        Json value = object.members().get(keyword);
        if (value == null) {
            return absent;
        }
        if (value instanceof Json.Num number
                && number.isInteger()
                && number.value() >= 0
                && number.value() <= 1_000_000) {
            return (int) number.value();
        }
        wrong(object, keyword, pointer, keyword + " must be an integer from 0 to 1,000,000.");
        return absent;
    }

    private @Nullable BigDecimal decimal(Json.Obj object, String keyword, String pointer) {
        Json value = object.members().get(keyword);
        if (value == null || value instanceof Json.Num) {
            return value instanceof Json.Num number ? number.decimal() : null;
        }
        wrong(object, keyword, pointer, keyword + " must be a number.");
        return null;
    }

    private @Nullable BigDecimal positive(Json.Obj object, String pointer) {
        BigDecimal value = decimal(object, "multipleOf", pointer);
        // Exponents far apart would make the division long.
        if (value != null && (value.signum() <= 0 || Math.abs(value.scale()) > 20)) {
            wrong(object, "multipleOf", pointer, "multipleOf must be greater than 0, with at most 20 decimals.");
            return null;
        }
        return value;
    }

    private List<String> names(Json.Obj object, String keyword, String pointer) {
        Json value = object.members().get(keyword);
        List<String> names = new ArrayList<>();
        if (value instanceof Json.Arr list && list.items().stream().allMatch(Json.Text.class::isInstance)) {
            list.items().forEach(item -> names.add(((Json.Text) item).value()));
        } else if (value != null) {
            wrong(object, keyword, pointer, keyword + " must be a list of names.");
        }
        return names;
    }

    private @Nullable String text(Json.Obj object, String keyword, String pointer) {
        Json value = object.members().get(keyword);
        if (value == null || value instanceof Json.Text) {
            return value instanceof Json.Text text ? text.value() : null;
        }
        wrong(object, keyword, pointer, keyword + " must be text.");
        return null;
    }

    private void checkDefault(Json.Obj object, String pointer, SchemaNode node) {
        Json value = object.members().get("default");
        if (value != null) {
            List<Violation> violations = new Validation(false).of(node, value);
            if (!violations.isEmpty()) {
                report(
                        Kind.WRONG_DEFAULT,
                        JsonPointer.at(pointer, "default"),
                        object.placeOf("default"),
                        "The default is not valid: " + violations.getFirst().sentence());
            }
        }
    }

    private void wrong(Json.Obj object, String keyword, String pointer, String sentence) {
        report(Kind.WRONG_VALUE, JsonPointer.at(pointer, keyword), object.placeOf(keyword), sentence);
    }

    private void report(Kind kind, String pointer, Position position, String sentence) {
        if (problems.size() < PROBLEMS_MAX) {
            problems.add(new SchemaProblem(kind, pointer, position, sentence));
        }
    }
}
