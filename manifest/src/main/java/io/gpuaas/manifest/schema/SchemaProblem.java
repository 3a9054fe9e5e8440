package io.gpuaas.manifest.schema;

import io.gpuaas.manifest.json.Position;

/** A reason for which a schema is refused. */
public record SchemaProblem(Kind kind, String pointer, Position position, String sentence) {

    /** The kinds of problems. */
    public enum Kind {
        UNSUPPORTED_KEYWORD,
        WRONG_VALUE,
        WRONG_PATTERN,
        WRONG_REFERENCE,
        TOO_LARGE,
        WRONG_DEFAULT
    }
}
