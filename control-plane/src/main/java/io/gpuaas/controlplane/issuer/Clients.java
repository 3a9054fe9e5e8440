package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.platform.PublicUrl;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.oidc.OidcScopes;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.settings.ClientSettings;
import org.springframework.security.oauth2.server.authorization.settings.TokenSettings;
import org.springframework.stereotype.Component;

/**
 * The two clients there are. Both are public and prove themselves with PKCE: the console's half of the
 * proof stays on the server, and a secret inside a command-line program is none.
 */
@Component
@EmbeddedIssuer
class Clients implements RegisteredClientRepository {

    static final String CONSOLE = "gpuaas-console";
    static final String CLI = "gpuaas-cli";
    /** Use of the API; the only thing the command line asks for. */
    static final String API_SCOPE = "api";

    static final Duration ACCESS_TOKEN_LIFETIME = Duration.ofMinutes(15);
    static final Duration REFRESH_TOKEN_LIFETIME = Duration.ofDays(14);
    private static final Duration CODE_LIFETIME = Duration.ofMinutes(1);
    private static final Duration DEVICE_CODE_LIFETIME = Duration.ofMinutes(10);

    private final PublicUrl url;

    Clients(PublicUrl url) {
        this.url = url;
    }

    @Override
    public void save(RegisteredClient client) {
        throw new UnsupportedOperationException("clients are not registered at run time");
    }

    @Override
    public @Nullable RegisteredClient findById(String id) {
        return findByClientId(id);
    }

    @Override
    public @Nullable RegisteredClient findByClientId(String clientId) {
        return switch (clientId) {
            case CONSOLE -> console();
            case CLI -> commandLine();
            default -> null;
        };
    }

    private RegisteredClient console() {
        return publicClient(CONSOLE, "GPUaaS console")
                .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                .redirectUri(url.external() + "/auth/callback")
                .postLogoutRedirectUri(url.external() + "/")
                .scope(OidcScopes.OPENID)
                .build();
    }

    /** The port of a loopback redirect is not compared (RFC 8252, 7.3): the program takes any free one. */
    private RegisteredClient commandLine() {
        return publicClient(CLI, "GPUaaS command line")
                .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                .authorizationGrantType(AuthorizationGrantType.DEVICE_CODE)
                .authorizationGrantType(AuthorizationGrantType.REFRESH_TOKEN)
                .redirectUri("http://127.0.0.1/callback")
                .scope(API_SCOPE)
                .build();
    }

    private static RegisteredClient.Builder publicClient(String id, String name) {
        return RegisteredClient.withId(id)
                .clientId(id)
                .clientName(name)
                .clientAuthenticationMethod(ClientAuthenticationMethod.NONE)
                .clientSettings(ClientSettings.builder()
                        .requireProofKey(true)
                        .requireAuthorizationConsent(false)
                        .build())
                .tokenSettings(TokenSettings.builder()
                        .authorizationCodeTimeToLive(CODE_LIFETIME)
                        .accessTokenTimeToLive(ACCESS_TOKEN_LIFETIME)
                        .refreshTokenTimeToLive(REFRESH_TOKEN_LIFETIME)
                        .deviceCodeTimeToLive(DEVICE_CODE_LIFETIME)
                        .reuseRefreshTokens(false)
                        .idTokenSignatureAlgorithm(SignatureAlgorithm.ES256)
                        .build());
    }
}
