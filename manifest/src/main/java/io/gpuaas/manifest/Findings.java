package io.gpuaas.manifest;

import io.gpuaas.manifest.json.Json;
import io.gpuaas.manifest.json.JsonPointer;
import io.gpuaas.manifest.json.Position;
import io.gpuaas.manifest.schema.SchemaProblem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects findings, at most 100. */
final class Findings {

    private static final int FINDINGS_MAX = 100;

    private final List<Finding> found = new ArrayList<>();

    void add(LintRule rule, String pointer, Position position, String sentence) {
        if (found.size() < FINDINGS_MAX) {
            found.add(new Finding(rule, pointer, position, sentence));
        }
    }

    void add(LintRule rule, String pointer, Json value, String sentence) {
        add(rule, pointer, value.position(), sentence);
    }

    /** Adds a finding about a member of an object, at its name. */
    void atMember(LintRule rule, String pointer, Json.Obj object, String name, String sentence) {
        add(rule, JsonPointer.at(pointer, name), object.placeOf(name), sentence);
    }

    void add(SchemaProblem problem) {
        LintRule rule = switch (problem.kind()) {
            case UNSUPPORTED_KEYWORD -> LintRule.SCHEMA_UNSUPPORTED;
            case WRONG_VALUE -> LintRule.SCHEMA_VALUE;
            case WRONG_PATTERN -> LintRule.SCHEMA_PATTERN;
            case WRONG_REFERENCE -> LintRule.SCHEMA_REFERENCE;
            case TOO_LARGE -> LintRule.SCHEMA_TOO_LARGE;
            case WRONG_DEFAULT -> LintRule.SCHEMA_DEFAULT;
        };
        add(rule, problem.pointer(), problem.position(), problem.sentence());
    }

    boolean hasErrors() {
        return found.stream().anyMatch(finding -> finding.severity() == LintRule.Severity.ERROR);
    }

    /** Returns the findings in the order of the document. */
    List<Finding> sorted() {
        return found.stream()
                .sorted(Comparator.comparingInt(
                                (Finding finding) -> finding.position().line())
                        .thenComparingInt(finding -> finding.position().column()))
                .toList();
    }
}
