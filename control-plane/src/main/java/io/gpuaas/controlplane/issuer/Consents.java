package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.identity.AccessHolder;
import io.gpuaas.kernel.PrincipalId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationConsent;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationConsentService;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationContext;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationProvider;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationConsentAuthenticationProvider;
import org.springframework.stereotype.Component;

/**
 * Asks before a program may act in a person's name. The command line of this machine asks once for each person: on a
 * shared machine, another user could be listening for the answer. A device is confirmed every time: a remembered
 * consent would sign in anyone who talks a user into opening a link.
 *
 * <p>To the framework, which does not distinguish the two, it remembers nothing.
 */
@Component
@EmbeddedIssuer
class Consents implements OAuth2AuthorizationConsentService, AccessHolder {

    private final ConsentStore store;

    Consents(ConsentStore store) {
        this.store = store;
    }

    /** Among the providers of the authorization endpoint, which devices do not use. */
    void askOnce(List<AuthenticationProvider> providers) {
        providers.replaceAll(provider -> {
            if (provider instanceof OAuth2AuthorizationCodeRequestAuthenticationProvider requests) {
                requests.setAuthorizationConsentRequired(this::mustAsk);
            }
            return provider instanceof OAuth2AuthorizationConsentAuthenticationProvider
                    ? new Remembering(provider)
                    : provider;
        });
    }

    private boolean mustAsk(OAuth2AuthorizationCodeRequestAuthenticationContext request) {
        String client = request.getRegisteredClient().getClientId();
        Authentication person =
                (Authentication) request.<Authentication>getAuthentication().getPrincipal();
        return client.equals(Clients.CLI)
                && person != null
                && !store.exists(PrincipalId.parse(person.getName()), client);
    }

    /** Keeps a yes for the next time. */
    private final class Remembering implements AuthenticationProvider {

        private final AuthenticationProvider consents;

        Remembering(AuthenticationProvider consents) {
            this.consents = consents;
        }

        @Override
        public @Nullable Authentication authenticate(Authentication answer) {
            Authentication outcome = consents.authenticate(answer);
            if (outcome instanceof OAuth2AuthorizationCodeRequestAuthenticationToken code
                    && code.getPrincipal() instanceof Authentication person) {
                store.add(PrincipalId.parse(person.getName()), code.getClientId());
            }
            return outcome;
        }

        @Override
        public boolean supports(Class<?> type) {
            return consents.supports(type);
        }
    }

    /** Another person may have given the consent. */
    @Override
    public void endAll(PrincipalId principal) {
        store.removeAll(principal);
    }

    @Override
    public void save(OAuth2AuthorizationConsent consent) {}

    @Override
    public void remove(OAuth2AuthorizationConsent consent) {}

    @Override
    public @Nullable OAuth2AuthorizationConsent findById(String clientId, String principalName) {
        return null;
    }
}
