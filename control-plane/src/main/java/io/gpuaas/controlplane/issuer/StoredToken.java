package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.platform.Digests;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2DeviceCode;
import org.springframework.security.oauth2.core.OAuth2RefreshToken;
import org.springframework.security.oauth2.core.OAuth2Token;
import org.springframework.security.oauth2.core.OAuth2UserCode;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationCode;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;

/** One code or token of an authorization, with its digest in place of its value. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record StoredToken(
        Kind kind,
        byte[] digest,
        @Nullable Instant issuedAt,
        @Nullable Instant expiresAt,
        Set<String> scopes,
        Map<String, Object> metadata) {

    /** Marks a value that is a digest already. No token contains a colon. */
    private static final String DIGEST_PREFIX = "sha256:";

    enum Kind {
        STATE(OAuth2ParameterNames.STATE, null),
        CODE(OAuth2ParameterNames.CODE, OAuth2AuthorizationCode.class),
        ACCESS(OAuth2TokenType.ACCESS_TOKEN.getValue(), OAuth2AccessToken.class),
        ID(OidcParameterNames.ID_TOKEN, OidcIdToken.class),
        REFRESH(OAuth2TokenType.REFRESH_TOKEN.getValue(), OAuth2RefreshToken.class),
        USER_CODE(OAuth2ParameterNames.USER_CODE, OAuth2UserCode.class),
        DEVICE_CODE(OAuth2ParameterNames.DEVICE_CODE, OAuth2DeviceCode.class);

        private final String type;
        private final @Nullable Class<? extends OAuth2Token> token;

        Kind(String type, @Nullable Class<? extends OAuth2Token> token) {
            this.type = type;
            this.token = token;
        }

        static Set<Kind> of(@Nullable OAuth2TokenType type) {
            EnumSet<Kind> kinds = EnumSet.allOf(Kind.class);
            kinds.removeIf(kind -> type != null && !kind.type.equals(type.getValue()));
            return kinds;
        }
    }

    /** Digest of a value that the framework hands back to be saved. A value from a caller is always hashed. */
    private static byte[] digest(String value) {
        return value.startsWith(DIGEST_PREFIX)
                ? HexFormat.of().parseHex(value, DIGEST_PREFIX.length(), value.length())
                : Digests.sha256(value);
    }

    static List<StoredToken> of(OAuth2Authorization authorization) {
        List<StoredToken> tokens = new ArrayList<>();
        String state = authorization.getAttribute(OAuth2ParameterNames.STATE);
        if (state != null) {
            tokens.add(new StoredToken(Kind.STATE, digest(state), null, null, Set.of(), new HashMap<>()));
        }
        for (Kind kind : Kind.values()) {
            OAuth2Authorization.Token<?> token = kind.token == null ? null : authorization.getToken(kind.token);
            if (token != null) {
                OAuth2Token value = token.getToken();
                tokens.add(new StoredToken(
                        kind,
                        digest(Objects.requireNonNull(value.getTokenValue())),
                        value.getIssuedAt(),
                        value.getExpiresAt(),
                        value instanceof OAuth2AccessToken access ? access.getScopes() : Set.of(),
                        token.getMetadata()));
            }
        }
        return tokens;
    }

    boolean isOf(String value) {
        return Arrays.equals(digest, Digests.sha256(value));
    }

    void addTo(OAuth2Authorization.Builder builder, @Nullable String presented) {
        String value = presented != null && isOf(presented)
                ? presented
                : DIGEST_PREFIX + HexFormat.of().formatHex(digest);
        switch (kind) {
            case STATE -> builder.attribute(OAuth2ParameterNames.STATE, value);
            case CODE -> add(builder, new OAuth2AuthorizationCode(value, issued(), expires()));
            case ACCESS ->
                add(
                        builder,
                        new OAuth2AccessToken(OAuth2AccessToken.TokenType.BEARER, value, issued(), expires(), scopes));
            case ID -> add(builder, new OidcIdToken(value, issued(), expires(), claims()));
            case REFRESH -> add(builder, new OAuth2RefreshToken(value, issued(), expires()));
            case USER_CODE -> add(builder, new OAuth2UserCode(value, issued(), expires()));
            case DEVICE_CODE -> add(builder, new OAuth2DeviceCode(value, issued(), expires()));
        }
    }

    private void add(OAuth2Authorization.Builder builder, OAuth2Token token) {
        builder.token(token, all -> all.putAll(metadata));
    }

    @SuppressWarnings("unchecked") // the framework keeps the claims under this name as a map of strings
    private Map<String, Object> claims() {
        return (Map<String, Object>)
                Objects.requireNonNull(metadata.get(OAuth2Authorization.Token.CLAIMS_METADATA_NAME));
    }

    private Instant issued() {
        return Objects.requireNonNull(issuedAt);
    }

    private Instant expires() {
        return Objects.requireNonNull(expiresAt);
    }
}
