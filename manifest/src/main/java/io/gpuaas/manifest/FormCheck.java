package io.gpuaas.manifest;

import io.gpuaas.kernel.VisibleText;
import io.gpuaas.manifest.json.Json;
import io.gpuaas.manifest.json.JsonPointer;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Holds a document against a form: unknown and missing fields, types, bounds. */
final class FormCheck {

    private final Findings findings;

    FormCheck(Findings findings) {
        this.findings = findings;
    }

    void check(Form form, Json value, String pointer) {
        switch (form) {
            case Form.Text text -> checkText(text, value, pointer);
            case Form.Choice choice -> {
                if (!(value instanceof Json.Text text) || !choice.choices().contains(text.value())) {
                    findings.add(LintRule.WRONG_FORM, pointer, value, "Only one of " + choice.words() + " is allowed.");
                }
            }
            case Form.Numeric number -> checkNumber(number, value, pointer);
            case Form.Flag _ -> require(value instanceof Json.Bool, form, value, pointer);
            case Form.Items items -> checkItems(items, value, pointer);
            case Form.Named named -> checkNamed(named, value, pointer);
            case Form.Fields fields -> checkFields(fields, value, pointer);
            case Form.Either either ->
                check(value instanceof Json.Obj ? either.fields() : either.scalar(), value, pointer);
            case Form.Free _ -> {}
        }
    }

    private boolean require(boolean right, Form form, Json value, String pointer) {
        if (!right) {
            findings.add(
                    LintRule.WRONG_TYPE,
                    pointer,
                    value,
                    "Expected " + form.words() + ", not a value of type " + value.type() + "."
                            + (form instanceof Form.Text && value instanceof Json.Num ? " Write it in quotes." : ""));
        }
        return right;
    }

    private void checkText(Form.Text form, Json value, String pointer) {
        if (!require(value instanceof Json.Text, form, value, pointer) || !(value instanceof Json.Text text)) {
            return;
        }
        if (text.value().isEmpty() || text.value().length() > form.lengthMax()) {
            findings.add(
                    LintRule.OUT_OF_RANGE,
                    pointer,
                    value,
                    "The text must have 1 to " + form.lengthMax() + " characters.");
        } else if (form.pattern() != null && !form.pattern().matches(text.value())) {
            findings.add(LintRule.WRONG_FORM, pointer, value, "Expected " + form.words() + ".");
        } else if (!VisibleText.isLines(text.value())) {
            findings.add(LintRule.HIDDEN_CHARACTERS, pointer, value, "The text has characters that cannot be seen.");
        }
    }

    private void checkNumber(Form.Numeric form, Json value, String pointer) {
        if (require(value instanceof Json.Num, form, value, pointer) && value instanceof Json.Num number) {
            boolean outside = number.value() < form.min() || number.value() > form.max();
            if (outside || (form.whole() && !number.isInteger())) {
                findings.add(LintRule.OUT_OF_RANGE, pointer, value, "Expected " + form.words() + ".");
            }
        }
    }

    private void checkItems(Form.Items form, Json value, String pointer) {
        if (!require(value instanceof Json.Arr, form, value, pointer) || !(value instanceof Json.Arr list)) {
            return;
        }
        int size = list.items().size();
        if (size < form.min() || size > form.max()) {
            findings.add(
                    LintRule.OUT_OF_RANGE,
                    pointer,
                    value,
                    "The list must have " + form.min() + " to " + form.max() + " items.");
        }
        for (int i = 0; i < size; i++) {
            check(form.item(), list.items().get(i), JsonPointer.at(pointer, i));
        }
    }

    private void checkNamed(Form.Named form, Json value, String pointer) {
        if (!require(value instanceof Json.Obj, form, value, pointer) || !(value instanceof Json.Obj object)) {
            return;
        }
        if (object.members().size() > form.max()) {
            findings.add(LintRule.OUT_OF_RANGE, pointer, value, "At most " + form.max() + " entries are allowed.");
        }
        object.members().forEach((name, member) -> {
            check(form.name(), new Json.Text(name, object.placeOf(name)), JsonPointer.at(pointer, name));
            check(form.value(), member, JsonPointer.at(pointer, name));
        });
    }

    private void checkFields(Form.Fields form, Json value, String pointer) {
        if (!require(value instanceof Json.Obj, form, value, pointer) || !(value instanceof Json.Obj object)) {
            return;
        }
        Map<String, Form.Field> known =
                form.fields().stream().collect(Collectors.toMap(Form.Field::name, Function.identity()));
        form.fields().stream()
                .filter(field -> field.isRequired() && !object.members().containsKey(field.name()))
                .forEach(field -> findings.add(
                        LintRule.MISSING_FIELD,
                        JsonPointer.at(pointer, field.name()),
                        object,
                        "The field " + field.name() + " is required."));
        object.members().forEach((name, member) -> {
            Form.Field field = known.get(name);
            if (field == null) {
                findings.atMember(
                        LintRule.UNKNOWN_FIELD, pointer, object, name, "There is no field " + name + " in this place.");
            } else {
                check(field.form(), member, JsonPointer.at(pointer, name));
            }
        });
    }
}
