package io.gpuaas.controlplane.objects;

import java.util.regex.Pattern;

/** Words with slashes between them, of characters every store takes. */
public record ObjectName(String value) {

    private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9._-]*(/[a-z0-9][a-z0-9._-]*){0,7}");
    private static final int LENGTH_MAX = 300;

    public ObjectName {
        if (value.length() > LENGTH_MAX || !FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("'" + value + "' is no name of an object");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
