package io.gpuaas.manifest.schema;

/** A place of a value that does not satisfy a schema: the keyword that refused it and a sentence. */
public record Violation(String pointer, String keyword, String sentence) {}
