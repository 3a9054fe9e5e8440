package io.gpuaas.manifest.json;

/** Builds JSON pointers (RFC 6901). */
public final class JsonPointer {

    private JsonPointer() {}

    public static String at(String parent, String name) {
        return parent + "/" + name.replace("~", "~0").replace("/", "~1");
    }

    public static String at(String parent, int index) {
        return parent + "/" + index;
    }
}
