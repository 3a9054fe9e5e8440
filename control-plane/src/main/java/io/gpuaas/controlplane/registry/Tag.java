package io.gpuaas.controlplane.registry;

import java.util.Optional;
import java.util.regex.Pattern;

/** A name for a manifest that may move to another one. */
record Tag(String value) {

    private static final Pattern FORM = Pattern.compile("[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}");

    static Optional<Tag> find(String text) {
        return FORM.matcher(text).matches() ? Optional.of(new Tag(text)) : Optional.empty();
    }

    @Override
    public String toString() {
        return value;
    }
}
