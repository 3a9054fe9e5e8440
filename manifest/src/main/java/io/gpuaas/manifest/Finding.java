package io.gpuaas.manifest;

import io.gpuaas.manifest.LintRule.Severity;
import io.gpuaas.manifest.json.Position;

/** A place of a manifest that a rule objects to. */
public record Finding(LintRule rule, String pointer, Position position, String sentence) {

    public Severity severity() {
        return rule.severity();
    }
}
