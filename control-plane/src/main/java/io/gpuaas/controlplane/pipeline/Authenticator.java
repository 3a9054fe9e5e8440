package io.gpuaas.controlplane.pipeline;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gpuaas.controlplane.identity.Authenticated;
import io.gpuaas.controlplane.identity.RequestAuthentication;
import io.gpuaas.controlplane.identity.TokenVerifier;
import io.gpuaas.controlplane.platform.Digests;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * Identifies the caller of a request. An Authorization header alone decides, valid or not; without one the session
 * cookie may. Nothing else claims an identity.
 */
@Component
class Authenticator {

    private static final String SCHEME = "Bearer ";
    private static final int TOKEN_CHARACTERS_MAX = 8_192;

    private static final int GOOD_MAX = 100_000;
    /** A person or program that goes on within this time is no stranger. */
    private static final Duration GOOD_TIME = Duration.ofHours(1);

    private static final Credential NONE = new Credential() {
        @Override
        public boolean isCheap() {
            return true;
        }

        @Override
        public Optional<Authenticated> verify() {
            return Optional.empty();
        }
    };

    private final List<TokenVerifier> verifiers;
    private final List<RequestAuthentication> others;

    /** Digests of credentials that were good lately. They may be looked up even where strangers are refused. */
    private final Cache<ByteBuffer, Boolean> good = Caffeine.newBuilder()
            .maximumSize(GOOD_MAX)
            .expireAfterAccess(GOOD_TIME)
            .build();

    Authenticator(List<TokenVerifier> verifiers, List<RequestAuthentication> others) {
        this.verifiers = verifiers;
        this.others = others;
    }

    /** The credential of a request, before it is verified. */
    interface Credential {

        /** Whether it may be verified though strangers are refused: it was good lately, or costs no look-up. */
        boolean isCheap();

        /** Empty when there is no credential, or none that any verifier knows. */
        Optional<Authenticated> verify();
    }

    Credential credential(HttpServletRequest request) {
        String header = request.getHeader("Authorization");
        if (header == null) {
            return others.stream()
                    .filter(other -> other.presented(request).isPresent())
                    .findFirst()
                    .map(other ->
                            credential(other.presented(request).orElseThrow(), true, () -> other.authenticate(request)))
                    .orElse(NONE);
        }
        if (header.length() > TOKEN_CHARACTERS_MAX || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return NONE;
        }
        String token = header.substring(SCHEME.length()).strip();
        return credential(
                token,
                verifiers.stream().anyMatch(verifier -> verifier.looksUp(token)),
                () -> verifiers.stream()
                        .map(verifier -> verifier.verify(token))
                        .flatMap(Optional::stream)
                        .findFirst());
    }

    private Credential credential(String secret, boolean looksUp, Supplier<Optional<Authenticated>> verifying) {
        ByteBuffer digest = ByteBuffer.wrap(Digests.sha256(secret));
        boolean wasGood = good.getIfPresent(digest) != null;
        return new Credential() {
            @Override
            public boolean isCheap() {
                return wasGood || !looksUp;
            }

            @Override
            public Optional<Authenticated> verify() {
                Optional<Authenticated> who = verifying.get();
                if (who.isEmpty()) {
                    good.invalidate(digest);
                } else if (!wasGood) {
                    good.put(digest, true);
                }
                return who;
            }
        };
    }
}
