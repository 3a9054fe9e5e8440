package io.gpuaas.controlplane.updates;

import io.gpuaas.kernel.ReleaseVersion;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The contents that release keys sign. Parsed as strictly as nodes do: what they would refuse is refused here. */
record ReleaseManifest(ReleaseVersion version, String digest, long sizeBytes, Instant expiresAt) {

    /** An agent holds the program in its small heap while it checks it. */
    static final long SIZE_BYTES_MAX = 24L * 1024 * 1024;

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");
    private static final Set<String> FIELDS = Set.of("version", "digest", "size_bytes", "expires_at");

    static byte[] decode(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw UpdateErrors.manifestInvalid("The manifest is not valid Base64.");
        }
    }

    static ReleaseManifest read(byte[] bytes) {
        JsonNode json = tree(bytes);
        Set<String> names =
                json.properties().stream().map(field -> field.getKey()).collect(Collectors.toSet());
        if (!names.equals(FIELDS)) {
            throw UpdateErrors.manifestInvalid(
                    "The manifest must have exactly the fields " + FIELDS + ", but has " + names + ".");
        }
        String digest = json.path("digest").asString("");
        long size = json.path("size_bytes").isIntegralNumber()
                ? json.path("size_bytes").asLong()
                : 0;
        if (!DIGEST.matcher(digest).matches()) {
            throw UpdateErrors.manifestInvalid("The digest must be sha256: followed by 64 hexadecimal digits.");
        }
        if (size < 1 || size > SIZE_BYTES_MAX) {
            throw UpdateErrors.manifestInvalid("The size must be between 1 and " + SIZE_BYTES_MAX + " bytes.");
        }
        try {
            return new ReleaseManifest(
                    new ReleaseVersion(json.path("version").asString("")),
                    digest,
                    size,
                    Instant.parse(json.path("expires_at").asString("")));
        } catch (IllegalArgumentException e) {
            throw UpdateErrors.manifestInvalid("The version must consist of numbers separated by dots.");
        } catch (DateTimeException e) {
            throw UpdateErrors.manifestInvalid("The expiry is not a valid time.");
        }
    }

    private static JsonNode tree(byte[] bytes) {
        try {
            return JSON.readTree(bytes);
        } catch (JacksonException e) {
            throw UpdateErrors.manifestInvalid("The manifest is not valid JSON.");
        }
    }
}
