package io.gpuaas.manifest;

import java.util.Locale;

/** The rules that manifests are held against. Codes are stable; docs/apps/manifest.md lists them. */
public enum LintRule {
    TOO_LARGE("The file has more than 256 KiB."),
    NOT_UTF8("The file is not valid UTF-8."),
    SYNTAX("The file is neither strict JSON nor YAML 1.2."),
    DUPLICATE_KEY("A name appears twice in one object."),
    TOO_DEEP("The document is nested deeper than 20 levels."),
    TOO_MANY("A list has more than 100 items, or an object more than 200 members."),
    TEXT_TOO_LONG("A text or name has more than 8,000 characters."),
    NUMBER_OUT_OF_RANGE("An integer has more digits than a double keeps, or a number is infinite."),
    YAML_FEATURE("A tag, anchor, alias, directive or second document is used."),
    AMBIGUOUS_SCALAR("A plain YAML value means different things to different readers, such as `yes` or `012`."),
    UNKNOWN_FIELD("A field is not known in this place."),
    MISSING_FIELD("A required field is absent."),
    WRONG_TYPE("A value has the wrong type."),
    WRONG_FORM("A text does not have the demanded form, or is not one of the choices."),
    OUT_OF_RANGE("A number, a text's length or the number of entries is outside its bounds."),
    HIDDEN_CHARACTERS("A text that people read has control, bidirectional or zero-width characters."),
    UNKNOWN_REFERENCE(
            "A name refers to an artifact, role, port, route, secret, measure or parameter that is not declared."),
    DUPLICATE_NAME("Two entries claim the same name, variable, file or mount point."),
    SCHEMA_UNSUPPORTED("A schema uses a keyword outside the subset."),
    SCHEMA_VALUE("A keyword of a schema has a wrong value."),
    SCHEMA_PATTERN("A pattern cannot be matched in linear time or not by all readers, or is too large."),
    SCHEMA_REFERENCE("A `$ref` leads nowhere, outside the schema, or in a circle."),
    SCHEMA_TOO_LARGE("A schema is too deep, too large, or has too many properties."),
    SCHEMA_DEFAULT("The default of a parameter is not valid."),
    SUBSTITUTION_FORM("A `${` is not closed, or is used where nothing is inserted."),
    SUBSTITUTION_NAME("The name in `${…}` is not one that can be inserted."),
    SUBSTITUTION_NOT_SCALAR("A parameter that is a list, an object or of no type is inserted."),
    SUBSTITUTION_SECRET("A credential is inserted; use the path of its file."),
    FORBIDDEN_VARIABLE("The environment sets a variable that loaders, GPU hooks or shells act on."),
    FORBIDDEN_TARGET("A mount point is not normalized, or is at or below a system folder."),
    SECRET_PARAMETER("A text parameter is named like a secret and is not a credential reference."),
    PRICE_WITHOUT_MEASURE("A price names a measure that the manifest does not meter."),
    WRONG_BOUNDS("A minimum is greater than its maximum, or a default is outside them."),
    PROFILE_MISMATCH("A part does not belong to the profile, or the profile's part is absent."),
    SHARED_PORT(Severity.WARNING, "Two routes of different families use one port."),
    UNUSED_SECRET_PARAMETER(Severity.WARNING, "A credential parameter is never handed to the workload."),
    PUBLIC_PATH(Severity.REVIEW, "A route has paths that need no sign-in; a reviewer must agree."),
    RUNS_AS_ROOT(Severity.REVIEW, "The workload runs as the image's user or as uid 0; a reviewer must agree.");

    /** Severity of a finding: an error refuses the manifest; a review asks a reviewer to agree. */
    public enum Severity {
        ERROR,
        WARNING,
        REVIEW;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Severity severity;
    private final String meaning;

    LintRule(String meaning) {
        this(Severity.ERROR, meaning);
    }

    LintRule(Severity severity, String meaning) {
        this.severity = severity;
        this.meaning = meaning;
    }

    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public Severity severity() {
        return severity;
    }

    public String meaning() {
        return meaning;
    }
}
