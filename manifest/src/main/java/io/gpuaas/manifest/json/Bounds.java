package io.gpuaas.manifest.json;

/** Limits of a document: bytes, nesting, items of a list, members of an object, and characters of a text or name. */
public record Bounds(int bytesMax, int depthMax, int itemsMax, int membersMax, int charactersMax) {

    /** The limits of manifests. An object may have 200 members because a schema may have 200 properties. */
    public static final Bounds MANIFEST = new Bounds(256 * 1024, 20, 100, 200, 8_000);
}
