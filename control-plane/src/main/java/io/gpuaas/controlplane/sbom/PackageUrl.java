package io.gpuaas.controlplane.sbom;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A package URL (purl) without qualifiers and subpath. {@code name} includes the namespace, for example
 * {@code debian/openssl}.
 */
public record PackageUrl(String type, String name, @Nullable String version) {

    private static final String SCHEME = "pkg:";
    private static final int CHARACTERS_MAX = 500;

    /** Types whose names are the same in upper and lower case. */
    private static final Set<String> CASELESS =
            Set.of("apk", "bitbucket", "composer", "deb", "github", "golang", "hex", "pypi", "rpm");

    /** The package without a version, the same for all ways to write it. */
    public String key() {
        return SCHEME + type + "/" + name;
    }

    /** Reads a purl; empty if it is none or has more than 500 characters. */
    public static Optional<PackageUrl> parse(String text) {
        if (text.length() > CHARACTERS_MAX || !text.startsWith(SCHEME)) {
            return Optional.empty();
        }
        String rest = before(before(text.substring(SCHEME.length()), '#'), '?');
        while (rest.startsWith("/")) {
            rest = rest.substring(1);
        }
        int slash = rest.indexOf('/');
        if (slash < 1) {
            return Optional.empty();
        }
        String type = rest.substring(0, slash).toLowerCase(Locale.ROOT);
        String path = rest.substring(slash + 1);
        int at = path.lastIndexOf('@');
        // An @ before the last slash belongs to a namespace, as in npm's scopes.
        boolean hasVersion = at > 0 && at > path.lastIndexOf('/');
        Optional<String> name = name(type, hasVersion ? path.substring(0, at) : path);
        Optional<String> version = hasVersion ? decode(path.substring(at + 1)) : Optional.empty();
        if (name.isEmpty() || !type.matches("[a-z][a-z0-9.+-]*") || (hasVersion && version.isEmpty())) {
            return Optional.empty();
        }
        return Optional.of(new PackageUrl(
                type, name.get(), version.filter(one -> !one.isBlank()).orElse(null)));
    }

    private static String before(String text, char end) {
        int at = text.indexOf(end);
        return at < 0 ? text : text.substring(0, at);
    }

    private static Optional<String> name(String type, String path) {
        List<String> segments = new ArrayList<>();
        for (String segment : path.split("/", -1)) {
            Optional<String> decoded = decode(segment);
            if (decoded.isEmpty() || decoded.get().contains("/")) {
                return Optional.empty();
            }
            if (!segment.isEmpty()) {
                segments.add(decoded.get());
            }
        }
        if (segments.isEmpty()) {
            return Optional.empty();
        }
        String name = String.join("/", segments);
        String folded = CASELESS.contains(type) ? name.toLowerCase(Locale.ROOT) : name;
        return Optional.of(type.equals("pypi") ? folded.replace('_', '-').replace('.', '-') : folded);
    }

    /** Empty for wrong escapes, wrong UTF-8, and control characters. */
    private static Optional<String> decode(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer decoded = ByteBuffer.allocate(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] != '%') {
                decoded.put(bytes[i]);
            } else if (i + 2 < bytes.length
                    && HexFormat.isHexDigit(bytes[i + 1])
                    && HexFormat.isHexDigit(bytes[i + 2])) {
                decoded.put(
                        (byte) ((HexFormat.fromHexDigit(bytes[i + 1]) << 4) | HexFormat.fromHexDigit(bytes[i + 2])));
                i += 2;
            } else {
                return Optional.empty();
            }
        }
        try {
            String result = StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(decoded.flip())
                    .toString();
            return result.chars().anyMatch(Character::isISOControl) ? Optional.empty() : Optional.of(result);
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
