package io.gpuaas.controlplane.federation;

import com.nimbusds.jwt.JWTClaimsSet;
import io.gpuaas.controlplane.platform.GpuaasProperties.Identity.Claims;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The claims of a verified token about a person.
 *
 * @param email null when the token has none
 */
record Person(String subject, String name, @Nullable Email email, Set<String> groups) {

    private static final int SUBJECT_CHARACTERS_MAX = 255;

    record Email(String address, boolean verified) {}

    /** Empty when the token does not name its subject. */
    static Optional<Person> read(JWTClaimsSet token, Claims names) {
        Map<String, Object> claims = token.getClaims();
        String subject = text(claims, names.subject());
        if (subject == null || subject.length() > SUBJECT_CHARACTERS_MAX) {
            return Optional.empty();
        }
        String address = text(claims, names.email());
        String name = Stream.of(text(claims, names.name()), text(claims, "preferred_username"), address)
                .filter(one -> one != null)
                .findFirst()
                .orElse(subject);
        Email email = address == null ? null : new Email(address, isTrue(find(claims, names.emailVerified())));
        return Optional.of(new Person(subject, name, email, texts(find(claims, names.groups()))));
    }

    /** By its whole name first: some issuers have dots in the names of claims. */
    private static @Nullable Object find(Map<String, Object> claims, String path) {
        if (claims.containsKey(path)) {
            return claims.get(path);
        }
        Object value = claims;
        for (String part : path.split("\\.", -1)) {
            value = value instanceof Map<?, ?> nested ? nested.get(part) : null;
        }
        return value;
    }

    private static @Nullable String text(Map<String, Object> claims, String path) {
        return find(claims, path) instanceof String text && !text.isBlank() ? text : null;
    }

    private static boolean isTrue(@Nullable Object value) {
        return Boolean.TRUE.equals(value) || "true".equals(value);
    }

    private static Set<String> texts(@Nullable Object value) {
        return switch (value) {
            case Collection<?> several ->
                several.stream()
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                        .collect(Collectors.toUnmodifiableSet());
            case String one -> Set.of(one);
            case null, default -> Set.of();
        };
    }
}
