package io.gpuaas.manifest;

import io.gpuaas.manifest.LintRule.Severity;
import io.gpuaas.manifest.json.Json;
import io.gpuaas.manifest.json.JsonPointer;
import io.gpuaas.manifest.json.Position;
import io.gpuaas.manifest.schema.SchemaProblem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Collects findings, at most 100 of each severity: many of one never push out those of another. Review points that do not
 * fit are an error, since a reviewer could not agree to what is not shown.
 */
final class Findings {

    private static final int PER_SEVERITY_MAX = 100;

    private final List<Finding> found = new ArrayList<>();
    private final Map<Severity, Integer> counts = new EnumMap<>(Severity.class);

    void add(LintRule rule, String pointer, Position position, String sentence) {
        int count = counts.getOrDefault(rule.severity(), 0) + 1;
        counts.put(rule.severity(), count);
        if (count <= PER_SEVERITY_MAX) {
            found.add(new Finding(rule, pointer, position, sentence));
        } else if (rule.severity() == Severity.REVIEW && count == PER_SEVERITY_MAX + 1) {
            add(
                    LintRule.OUT_OF_RANGE,
                    pointer,
                    position,
                    "More than " + PER_SEVERITY_MAX + " places need the agreement of a reviewer.");
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
        return counts.containsKey(Severity.ERROR);
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
