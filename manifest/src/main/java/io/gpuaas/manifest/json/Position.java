package io.gpuaas.manifest.json;

/** A place in a document, counted from 1. */
public record Position(int line, int column) {

    /** The place of values that were not read from a document. */
    public static final Position NONE = new Position(0, 0);
}
