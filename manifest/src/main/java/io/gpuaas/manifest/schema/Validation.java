package io.gpuaas.manifest.schema;

import io.gpuaas.manifest.json.CanonicalJson;
import io.gpuaas.manifest.json.Json;
import io.gpuaas.manifest.json.JsonPointer;
import io.gpuaas.manifest.schema.SchemaNode.ListRules;
import io.gpuaas.manifest.schema.SchemaNode.TextRules;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Holds one value against schemas and collects violations, at most 20. */
final class Validation {

    private static final int VIOLATIONS_MAX = 20;

    /** Texts that no schema bounds end here. */
    private static final int CHARACTERS_MAX = 8_000;

    /** The steps that all patterns of one validation may take. */
    private static final long STEPS_MAX = 20_000_000;

    private final boolean closedAtTheTop;
    private long steps;
    private final List<Violation> violations = new ArrayList<>();

    Validation(boolean closedAtTheTop) {
        this.closedAtTheTop = closedAtTheTop;
    }

    List<Violation> of(SchemaNode schema, Json value) {
        check(schema, value, "");
        return violations;
    }

    private void check(SchemaNode schema, Json value, String pointer) {
        if (violations.size() >= VIOLATIONS_MAX) {
            return;
        }
        if (schema.credential() != null) {
            checkCredential(value, pointer);
            return;
        }
        if (!hasType(schema, value)) {
            report(pointer, "type", "A value of type " + schema.type() + " is expected, not " + value.type() + ".");
            return;
        }
        if (schema.choices() != null && !schema.choices().contains(CanonicalJson.text(value))) {
            report(pointer, "enum", "Only these values are allowed: " + String.join(", ", schema.choices()) + ".");
        }
        switch (value) {
            case Json.Text text -> checkText(schema.text(), text.value(), pointer);
            case Json.Num number -> checkNumber(schema, number.decimal(), pointer);
            case Json.Arr list -> checkList(schema.list(), list, pointer);
            case Json.Obj object -> checkObject(schema, object, pointer);
            case Json.Bool _, Json.Null _ -> {}
        }
    }

    /** A reference names a credential in custody; the schema says nothing else about it. */
    private void checkCredential(Json value, String pointer) {
        if (!(value instanceof Json.Text text)
                || text.value().isEmpty()
                || text.value().length() > 200) {
            report(pointer, "credential", "The name of a stored credential is expected, never its value.");
        }
    }

    private static boolean hasType(SchemaNode schema, Json value) {
        return schema.type() == null
                || schema.type().equals(value.type())
                || (schema.type().equals("number") && value instanceof Json.Num);
    }

    private void checkText(TextRules rules, String text, String pointer) {
        int length = text.codePointCount(0, text.length());
        if (length < rules.lengthMin()) {
            report(pointer, "minLength", "At least " + rules.lengthMin() + " characters are needed.");
        }
        int max = Math.min(rules.lengthMax(), CHARACTERS_MAX);
        if (length > max) {
            report(pointer, "maxLength", "At most " + max + " characters are allowed.");
            return;
        }
        if (rules.pattern() != null) {
            checkPattern(rules.pattern(), text, pointer);
        }
        if (rules.format() != null && !rules.format().accepts(text)) {
            report(pointer, "format", "The text is not " + rules.format().words() + ".");
        }
    }

    private void checkPattern(LinearPattern pattern, String text, String pointer) {
        steps += pattern.cost(text);
        if (steps > STEPS_MAX) {
            report(pointer, "pattern", "The texts are too long for the patterns of the schema.");
        } else if (!pattern.isFoundIn(text)) {
            report(pointer, "pattern", "The text does not match " + pattern.text() + ".");
        }
    }

    private void checkNumber(SchemaNode schema, BigDecimal number, String pointer) {
        BigDecimal minimum = schema.number().minimum();
        BigDecimal maximum = schema.number().maximum();
        BigDecimal multipleOf = schema.number().multipleOf();
        if (minimum != null && number.compareTo(minimum) < 0) {
            report(pointer, "minimum", "The number must be at least " + minimum.toPlainString() + ".");
        }
        if (maximum != null && number.compareTo(maximum) > 0) {
            report(pointer, "maximum", "The number must be at most " + maximum.toPlainString() + ".");
        }
        if (multipleOf != null && number.remainder(multipleOf).signum() != 0) {
            report(pointer, "multipleOf", "The number must be a multiple of " + multipleOf.toPlainString() + ".");
        }
    }

    private void checkList(ListRules rules, Json.Arr list, String pointer) {
        int size = list.items().size();
        if (size < rules.itemsMin()) {
            report(pointer, "minItems", "At least " + rules.itemsMin() + " items are needed.");
        }
        if (size > rules.itemsMax()) {
            report(pointer, "maxItems", "At most " + rules.itemsMax() + " items are allowed.");
            return;
        }
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < size; i++) {
            Json item = list.items().get(i);
            if (rules.unique() && !seen.add(CanonicalJson.text(item))) {
                report(JsonPointer.at(pointer, i), "uniqueItems", "The same item appears twice.");
            }
            if (rules.items() != null) {
                check(rules.items(), item, JsonPointer.at(pointer, i));
            }
        }
    }

    private void checkObject(SchemaNode schema, Json.Obj object, String pointer) {
        for (String name : schema.required()) {
            if (!object.members().containsKey(name)) {
                report(JsonPointer.at(pointer, name), "required", "A value is needed.");
            }
        }
        boolean closed = schema.closed() || (closedAtTheTop && pointer.isEmpty());
        object.members().forEach((name, member) -> {
            SchemaNode child = schema.properties().get(name);
            String below = JsonPointer.at(pointer, name);
            if (child != null) {
                check(child, member, below);
            } else if (closed) {
                report(below, "additionalProperties", "There is no such parameter.");
            }
        });
        if (schema.condition() != null) {
            SchemaNode branch = schema.condition().holds(object)
                    ? schema.condition().then()
                    : schema.condition().otherwise();
            if (branch != null) {
                new Branch(branch, object, pointer).check();
            }
        }
    }

    /** Applies a branch to the object that chose it. */
    private final class Branch {

        private final SchemaNode schema;
        private final Json.Obj object;
        private final String pointer;

        Branch(SchemaNode schema, Json.Obj object, String pointer) {
            this.schema = schema;
            this.object = object;
            this.pointer = pointer;
        }

        void check() {
            for (String name : schema.required()) {
                if (!object.members().containsKey(name)) {
                    report(JsonPointer.at(pointer, name), "required", "A value is needed.");
                }
            }
            schema.properties().forEach((name, child) -> {
                Json member = object.members().get(name);
                if (member != null) {
                    Validation.this.check(child, member, JsonPointer.at(pointer, name));
                }
            });
            if (schema.closed()) {
                object.members().keySet().stream()
                        .filter(name -> !schema.properties().containsKey(name))
                        .forEach(name -> report(
                                JsonPointer.at(pointer, name), "additionalProperties", "There is no such parameter."));
            }
        }
    }

    private void report(String pointer, String keyword, String sentence) {
        if (violations.size() < VIOLATIONS_MAX) {
            violations.add(new Violation(pointer, keyword, sentence));
        }
    }
}
