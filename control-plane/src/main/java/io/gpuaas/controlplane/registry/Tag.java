package io.gpuaas.controlplane.registry;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A name for a manifest that may move to another one. */
record Tag(String value) {

    private static final Pattern FORM = Pattern.compile("[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}");

    /** As cosign 2 tags the signatures of a digest. */
    private static final Pattern SIGNATURES = Pattern.compile("sha256-([0-9a-f]{64})\\.sig");

    static Optional<Tag> find(String text) {
        return FORM.matcher(text).matches() ? Optional.of(new Tag(text)) : Optional.empty();
    }

    /** The digest whose signatures a manifest with this tag holds. */
    Optional<ContentDigest> findSigned() {
        Matcher matcher = SIGNATURES.matcher(value);
        return matcher.matches()
                ? Optional.of(new ContentDigest(ContentDigest.Algorithm.SHA256, matcher.group(1)))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return value;
    }
}
