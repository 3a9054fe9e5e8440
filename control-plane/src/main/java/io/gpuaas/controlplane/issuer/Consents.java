package io.gpuaas.controlplane.issuer;

import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationConsent;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationConsentService;
import org.springframework.stereotype.Component;

/**
 * Remembers nothing. The only consent asked for is whether to sign a device in, and that is asked every
 * time: a remembered yes would sign in whoever talks a user into opening a link.
 */
@Component
@EmbeddedIssuer
class Consents implements OAuth2AuthorizationConsentService {

    @Override
    public void save(OAuth2AuthorizationConsent consent) {}

    @Override
    public void remove(OAuth2AuthorizationConsent consent) {}

    @Override
    public @Nullable OAuth2AuthorizationConsent findById(String clientId, String principalName) {
        return null;
    }
}
