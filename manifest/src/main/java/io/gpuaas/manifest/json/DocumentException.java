package io.gpuaas.manifest.json;

/** Reports that a document could not be read: a stable code, a sentence, and the place. */
public final class DocumentException extends Exception {

    /** The reasons for which a document is refused. */
    public enum Code {
        TOO_LARGE,
        NOT_UTF8,
        SYNTAX,
        DUPLICATE_KEY,
        TOO_DEEP,
        TOO_MANY,
        TEXT_TOO_LONG,
        NUMBER_OUT_OF_RANGE,
        YAML_FEATURE,
        AMBIGUOUS_SCALAR
    }

    private static final long serialVersionUID = 1;

    private final Code code;
    private final String pointer;
    private final transient Position position;

    DocumentException(Code code, String pointer, Position position, String sentence) {
        super(sentence);
        this.code = code;
        this.pointer = pointer;
        this.position = position;
    }

    public Code code() {
        return code;
    }

    public String pointer() {
        return pointer;
    }

    public Position position() {
        return position == null ? Position.NONE : position;
    }
}
