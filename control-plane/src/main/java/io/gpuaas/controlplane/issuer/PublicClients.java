package io.gpuaas.controlplane.issuer;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.web.authentication.AuthenticationConverter;

/**
 * Lets a public client name itself where the framework knows only clients with a secret: requesting a device code,
 * redeeming it, refreshing and revoking. The code or token itself is the credential there. A request with an
 * authorization code stays with the framework, which asks for the PKCE verifier.
 */
final class PublicClients implements AuthenticationConverter, AuthenticationProvider {

    private static final Set<String> ENDPOINTS = Set.of("/oauth2/device_authorization", "/oauth2/revoke");
    private static final Set<String> GRANTS =
            Set.of(AuthorizationGrantType.DEVICE_CODE.getValue(), AuthorizationGrantType.REFRESH_TOKEN.getValue());

    private final RegisteredClientRepository clients;

    PublicClients(RegisteredClientRepository clients) {
        this.clients = clients;
    }

    @Override
    public @Nullable Authentication convert(HttpServletRequest request) {
        String[] ids = request.getParameterValues(OAuth2ParameterNames.CLIENT_ID);
        boolean ours = request.getMethod().equals("POST")
                && (ENDPOINTS.contains(request.getRequestURI()) || GRANTS.contains(grant(request)));
        if (!ours || ids == null) {
            return null;
        }
        if (ids.length != 1 || request.getHeader("Authorization") != null) {
            throw new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_REQUEST);
        }
        return new Named(ids[0]);
    }

    private static String grant(HttpServletRequest request) {
        String grant = request.getParameter(OAuth2ParameterNames.GRANT_TYPE);
        return grant == null ? "" : grant;
    }

    @Override
    public Authentication authenticate(Authentication attempt) {
        RegisteredClient client =
                clients.findByClientId(((Named) attempt).getPrincipal().toString());
        if (client == null || !client.getClientAuthenticationMethods().contains(ClientAuthenticationMethod.NONE)) {
            throw new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_CLIENT);
        }
        return new OAuth2ClientAuthenticationToken(client, ClientAuthenticationMethod.NONE, null);
    }

    @Override
    public boolean supports(Class<?> attempt) {
        return Named.class.isAssignableFrom(attempt);
    }

    /** A type of its own, so that the framework's PKCE check does not claim it. */
    private static final class Named extends OAuth2ClientAuthenticationToken {
        Named(String clientId) {
            super(clientId, ClientAuthenticationMethod.NONE, null, null);
        }
    }
}
