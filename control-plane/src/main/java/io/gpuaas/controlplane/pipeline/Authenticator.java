package io.gpuaas.controlplane.pipeline;

import io.gpuaas.controlplane.identity.Authenticated;
import io.gpuaas.controlplane.identity.RequestAuthentication;
import io.gpuaas.controlplane.identity.TokenVerifier;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Finds out who sends a request. An Authorization header decides alone, good or bad; without one the
 * session cookie may. Nothing else claims an identity.
 */
@Component
class Authenticator {

    private static final String SCHEME = "Bearer ";
    private static final int TOKEN_CHARACTERS_MAX = 8_192;

    private final List<TokenVerifier> verifiers;
    private final List<RequestAuthentication> others;

    Authenticator(List<TokenVerifier> verifiers, List<RequestAuthentication> others) {
        this.verifiers = verifiers;
        this.others = others;
    }

    /** Empty when there is no credential, or none that any verifier knows. */
    Optional<Authenticated> authenticate(HttpServletRequest request) {
        String header = request.getHeader("Authorization");
        if (header == null) {
            return others.stream()
                    .map(other -> other.authenticate(request))
                    .flatMap(Optional::stream)
                    .findFirst();
        }
        if (header.length() > TOKEN_CHARACTERS_MAX || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Optional.empty();
        }
        String token = header.substring(SCHEME.length()).strip();
        return verifiers.stream()
                .map(verifier -> verifier.verify(token))
                .flatMap(Optional::stream)
                .findFirst();
    }
}
