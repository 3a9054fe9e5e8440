package io.gpuaas.controlplane.issuer;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** The second factor that was shown besides the password. */
enum Proof {
    APP("otp"),
    KEY("hwk"),
    RECOVERY_CODE("otp");

    /** Stands in the claim {@code amr} when there was more than a password (RFC 8176). */
    static final String MULTIPLE = "mfa";

    private static final String PREFIX = "PROOF_";

    private final String method;

    Proof(String method) {
        this.method = method;
    }

    String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Proof fromWire(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** An authority, because that is what travels with an authentication into refreshed tokens. */
    SimpleGrantedAuthority authority() {
        return new SimpleGrantedAuthority(PREFIX + name());
    }

    private static Optional<Proof> of(Authentication authentication) {
        return authentication.getAuthorities().stream()
                .map(authority -> String.valueOf(authority.getAuthority()))
                .filter(name -> name.startsWith(PREFIX))
                .map(name -> valueOf(name.substring(PREFIX.length())))
                .findFirst();
    }

    /** The methods of the sign-in, as tokens name them. */
    static List<String> methods(Authentication authentication) {
        return of(authentication)
                .map(proof -> List.of("pwd", proof.method, MULTIPLE))
                .orElseGet(() -> List.of("pwd"));
    }

    /** Whether a token says that there was a second factor. */
    static boolean isIn(@Nullable Object methods) {
        return methods instanceof List<?> all && all.contains(MULTIPLE);
    }
}
