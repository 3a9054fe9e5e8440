package io.gpuaas.controlplane.registry;

import java.util.Optional;
import java.util.regex.Pattern;

/** The name of a repository, by the grammar of OCI: lower-case words with slashes between them. */
public record RepositoryName(String value) {

    private static final int LENGTH_MAX = 255;
    private static final Pattern FORM = Pattern.compile(
            "[a-z0-9]+(?:(?:\\.|_|__|-{1,10})[a-z0-9]+){0,20}(?:/[a-z0-9]+(?:(?:\\.|_|__|-{1,10})[a-z0-9]+){0,20}){0,7}");

    public RepositoryName {
        if (!isValid(value)) {
            throw new IllegalArgumentException("not a repository name: " + value);
        }
    }

    static Optional<RepositoryName> find(String text) {
        return isValid(text) ? Optional.of(new RepositoryName(text)) : Optional.empty();
    }

    private static boolean isValid(String text) {
        return text.length() <= LENGTH_MAX && FORM.matcher(text).matches();
    }

    @Override
    public String toString() {
        return value;
    }
}
