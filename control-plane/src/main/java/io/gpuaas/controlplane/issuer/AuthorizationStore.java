package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.kernel.PrincipalId;
import java.sql.Types;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.jackson.SecurityJacksonModules;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stores authorizations with the digests of their tokens. A loaded authorization carries a token's digest in place of
 * its value, except for the token just presented: no other value is ever needed.
 */
@Component
@EmbeddedIssuer
class AuthorizationStore implements OAuth2AuthorizationService {

    private static final Logger log = LoggerFactory.getLogger(AuthorizationStore.class);

    /** The version a row had when it was read travels with the authorization, never into the row's attributes. */
    private static final String VERSION = "gpuaas.version";

    private static final TypeReference<Map<String, Object>> MAP = new TypeReference<>() {};

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;
    private final RegisteredClientRepository clients;
    private final Clock clock;
    private final JsonMapper json = JsonMapper.builder()
            .addModules(SecurityJacksonModules.getModules(AuthorizationStore.class.getClassLoader()))
            .build();

    AuthorizationStore(
            JdbcClient jdbc, TransactionTemplate transaction, RegisteredClientRepository clients, Clock clock) {
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.clients = clients;
        this.clock = clock;
    }

    /** A revoked authorization is no row with a mark; it is gone, and its access tokens with it. */
    @Override
    public void save(OAuth2Authorization authorization) {
        if (isRevoked(authorization)) {
            remove(authorization);
            return;
        }
        List<StoredToken> tokens = StoredToken.of(authorization);
        transaction.executeWithoutResult(status -> {
            Long version = authorization.getAttribute(VERSION);
            if (version == null) {
                insert(authorization, tokens);
            } else {
                keepSpentRefreshToken(authorization.getId(), tokens);
                update(authorization, version, tokens);
            }
            tokens.forEach(token -> insert(authorization.getId(), token));
        });
    }

    private static boolean isRevoked(OAuth2Authorization authorization) {
        OAuth2Authorization.Token<?> access = authorization.getAccessToken();
        OAuth2Authorization.Token<?> refresh = authorization.getRefreshToken();
        return (access != null && access.isInvalidated()) || (refresh != null && refresh.isInvalidated());
    }

    private void insert(OAuth2Authorization authorization, List<StoredToken> tokens) {
        write("""
                INSERT INTO issuer.client_authorization
                  (id, client_id, principal_name, grant_type, scopes, attributes, version, expires_at)
                VALUES (:id, :client, :principal, :grant, :scopes, :attributes, 1, :expires)""", authorization, tokens)
                .param("client", authorization.getRegisteredClientId())
                .param("grant", authorization.getAuthorizationGrantType().getValue())
                .update();
    }

    private void update(OAuth2Authorization authorization, long version, List<StoredToken> tokens) {
        int updated =
                write("""
                UPDATE issuer.client_authorization
                SET principal_name = :principal, scopes = :scopes, attributes = :attributes, expires_at = :expires,
                    version = version + 1
                WHERE id = :id AND version = :version""", authorization, tokens).param("version", version).update();
        if (updated == 0) {
            // A concurrent request used the same code or token.
            throw new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_GRANT);
        }
        jdbc.sql("DELETE FROM issuer.issued_token WHERE authorization_id = :id")
                .param("id", authorization.getId())
                .update();
    }

    private JdbcClient.StatementSpec write(String sql, OAuth2Authorization authorization, List<StoredToken> tokens) {
        Map<String, Object> attributes = new HashMap<>(authorization.getAttributes());
        attributes.remove(VERSION);
        attributes.remove(OAuth2ParameterNames.STATE);
        Instant expires = tokens.stream()
                .map(StoredToken::expiresAt)
                .filter(Objects::nonNull)
                .max(Instant::compareTo)
                .orElseGet(clock::instant);
        return jdbc.sql(sql)
                .param("id", authorization.getId())
                .param("principal", authorization.getPrincipalName())
                .param("scopes", String.join(" ", new TreeSet<>(authorization.getAuthorizedScopes())))
                .param("attributes", json.writeValueAsString(attributes))
                .param("expires", expires.atOffset(ZoneOffset.UTC));
    }

    private void insert(String authorizationId, StoredToken token) {
        jdbc.sql("""
                INSERT INTO issuer.issued_token
                  (authorization_id, kind, digest, issued_at, expires_at, scopes, metadata)
                VALUES (:id, :kind, :digest, :issued, :expires, :scopes, :metadata)""")
                .param("id", authorizationId)
                .param("kind", token.kind().name())
                .param("digest", token.digest())
                .param("issued", utc(token.issuedAt()), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("expires", utc(token.expiresAt()), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("scopes", String.join(" ", token.scopes()))
                .param("metadata", json.writeValueAsString(token.metadata()))
                .update();
    }

    private void keepSpentRefreshToken(String authorizationId, List<StoredToken> tokens) {
        byte[] current = tokens.stream()
                .filter(token -> token.kind() == StoredToken.Kind.REFRESH)
                .map(StoredToken::digest)
                .findFirst()
                .orElse(new byte[0]);
        jdbc.sql("""
                INSERT INTO issuer.spent_refresh_token (digest, authorization_id, spent_at)
                SELECT digest, authorization_id, :now FROM issuer.issued_token
                WHERE authorization_id = :id AND kind = 'REFRESH' AND digest <> :current
                ON CONFLICT DO NOTHING""")
                .param("now", utc(clock.instant()))
                .param("id", authorizationId)
                .param("current", current)
                .update();
    }

    @Override
    public void remove(OAuth2Authorization authorization) {
        remove(authorization.getId());
    }

    void remove(String id) {
        jdbc.sql("DELETE FROM issuer.client_authorization WHERE id = :id")
                .param("id", id)
                .update();
    }

    void removeAll(PrincipalId principal) {
        jdbc.sql("DELETE FROM issuer.client_authorization WHERE principal_name = :principal")
                .param("principal", principal.toString())
                .update();
    }

    int removeExpired(Instant before) {
        return jdbc.sql("DELETE FROM issuer.client_authorization WHERE expires_at < :before")
                .param("before", utc(before))
                .update();
    }

    int forgetSpent(Instant before) {
        return jdbc.sql("DELETE FROM issuer.spent_refresh_token WHERE spent_at < :before")
                .param("before", utc(before))
                .update();
    }

    boolean exists(String id) {
        return jdbc.sql("SELECT EXISTS (SELECT 1 FROM issuer.client_authorization WHERE id = :id)")
                .param("id", id)
                .query(Boolean.class)
                .single();
    }

    @Override
    public @Nullable OAuth2Authorization findById(String id) {
        return find(id, null).orElse(null);
    }

    @Override
    public @Nullable OAuth2Authorization findByToken(String token, @Nullable OAuth2TokenType type) {
        Set<String> kinds = StoredToken.Kind.of(type).stream().map(Enum::name).collect(Collectors.toSet());
        byte[] digest = Digests.sha256(token);
        Optional<String> id = jdbc.sql(
                        "SELECT authorization_id FROM issuer.issued_token WHERE digest = :digest AND kind IN (:kinds)")
                .param("digest", digest)
                .param("kinds", kinds)
                .query(String.class)
                .optional();
        if (id.isEmpty() && kinds.contains(StoredToken.Kind.REFRESH.name())) {
            endWhenStolen(digest);
        }
        return id.flatMap(found -> find(found, token)).orElse(null);
    }

    /** A refresh token that was exchanged before has two holders, and we cannot tell which of them stole it. */
    private void endWhenStolen(byte[] digest) {
        jdbc.sql("SELECT authorization_id FROM issuer.spent_refresh_token WHERE digest = :digest")
                .param("digest", digest)
                .query(String.class)
                .optional()
                .ifPresent(id -> {
                    log.atWarn()
                            .addKeyValue("authorization", id)
                            .log("ended an authorization because a refresh token was used twice");
                    remove(id);
                });
    }

    private Optional<OAuth2Authorization> find(String id, @Nullable String presented) {
        return jdbc.sql("SELECT * FROM issuer.client_authorization WHERE id = :id")
                .param("id", id)
                .query((row, n) -> {
                    RegisteredClient client =
                            Objects.requireNonNull(clients.findById(row.getString("client_id")), "a known client");
                    Map<String, Object> attributes = json.readValue(row.getString("attributes"), MAP);
                    long version = row.getLong("version");
                    return OAuth2Authorization.withRegisteredClient(client)
                            .id(id)
                            .principalName(row.getString("principal_name"))
                            .authorizationGrantType(new AuthorizationGrantType(row.getString("grant_type")))
                            .authorizedScopes(words(row.getString("scopes")))
                            .attributes(all -> all.putAll(attributes))
                            .attribute(VERSION, version);
                })
                .optional()
                .flatMap(builder -> {
                    List<StoredToken> tokens = tokens(id);
                    // A concurrent request may have used the token since it was looked up.
                    if (presented != null && tokens.stream().noneMatch(token -> token.isOf(presented))) {
                        return Optional.empty();
                    }
                    tokens.forEach(token -> token.addTo(builder, presented));
                    return Optional.of(builder.build());
                });
    }

    private List<StoredToken> tokens(String id) {
        return jdbc.sql("SELECT * FROM issuer.issued_token WHERE authorization_id = :id")
                .param("id", id)
                .query((row, n) -> new StoredToken(
                        StoredToken.Kind.valueOf(row.getString("kind")),
                        row.getBytes("digest"),
                        instant(row.getObject("issued_at", OffsetDateTime.class)),
                        instant(row.getObject("expires_at", OffsetDateTime.class)),
                        words(row.getString("scopes")),
                        json.readValue(row.getString("metadata"), MAP)))
                .list();
    }

    private static Set<String> words(String text) {
        return Arrays.stream(text.split(" ")).filter(word -> !word.isEmpty()).collect(Collectors.toSet());
    }

    private static @Nullable OffsetDateTime utc(@Nullable Instant at) {
        return at == null ? null : at.atOffset(ZoneOffset.UTC);
    }

    private static @Nullable Instant instant(@Nullable OffsetDateTime at) {
        return at == null ? null : at.toInstant();
    }
}
