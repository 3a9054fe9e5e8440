package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.registry.RegistryGrants.Grant;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Reads the secret a client shows: as a bearer token, or as the password of basic authentication with any user name.
 * Secrets are those of grants, and tokens of people and service accounts, which open what their tenants own for pulls.
 * Docker's token exchange is served for clients that insist on it; what the client asks for in {@code scope} is ignored.
 */
@Component
class RegistryCredentials {

    private static final int HEADER_LENGTH_MAX = 2_000;

    private final RegistryGrants grants;
    private final PullRights pullRights;
    private final RegistryLimits limits;
    private final Clock clock;

    RegistryCredentials(RegistryGrants grants, PullRights pullRights, RegistryLimits limits, Clock clock) {
        this.grants = grants;
        this.pullRights = pullRights;
        this.limits = limits;
        this.clock = clock;
    }

    Grant require(HttpServletRequest request) {
        String secret = secret(request).orElseThrow(RegistryException::unauthorized);
        Grant grant = limits.lookUp(
                        request.getRemoteAddr(), () -> grants.find(secret).or(() -> pullRights.find(secret)))
                .orElseThrow(RegistryException::unauthorized);
        limits.requireRequest(grant.tenant());
        return grant;
    }

    /** The answer of the token endpoint. */
    Map<String, Object> token(HttpServletRequest request) {
        String secret = secret(request).orElseThrow(RegistryException::unauthorized);
        // An exchange writes a row, so it counts like any other request of the tenant.
        require(request);
        return exchange(secret).orElseThrow(RegistryException::unauthorized);
    }

    /** The secret of a grant is its own token; the token of a person or machine becomes a short-lived grant. */
    private Optional<Map<String, Object>> exchange(String secret) {
        return grants.find(secret)
                .map(grant -> answer(secret, grant.expiresAt()))
                .or(() -> pullRights.exchange(secret).map(issued -> answer(issued.secret(), issued.expiresAt())));
    }

    private Map<String, Object> answer(String token, Instant expiresAt) {
        long seconds = Duration.between(clock.instant(), expiresAt).toSeconds();
        return Map.of("token", token, "access_token", token, "expires_in", Math.clamp(seconds, 60, 3_600));
    }

    String challenge(HttpServletRequest request) {
        if (request.getRequestURI().equals("/token")) {
            return "Basic realm=\"gpuaas\"";
        }
        return "Bearer realm=\"" + request.getScheme() + "://" + host(request) + "/token\",service=\"gpuaas\""
                + scope(request);
    }

    /** Some clients ask for no token without a scope. It says what was asked for, so it reveals nothing. */
    private static String scope(HttpServletRequest request) {
        try {
            return RegistryRoute.parse(request.getRequestURI()) instanceof RegistryRoute.InRepository place
                    ? ",scope=\"repository:" + place.repository() + ":pull,push\""
                    : "";
        } catch (RegistryException e) {
            return "";
        }
    }

    /** The client's own word for us, unless it could break out of the header. */
    private static String host(HttpServletRequest request) {
        String host = Optional.ofNullable(request.getHeader("Host")).orElse("");
        return host.matches("[A-Za-z0-9.:\\[\\]-]{1,255}") ? host : request.getLocalName();
    }

    private static Optional<String> secret(HttpServletRequest request) {
        String header = request.getHeader("Authorization");
        if (header == null || header.length() > HEADER_LENGTH_MAX) {
            return Optional.empty();
        }
        if (header.regionMatches(true, 0, "Bearer ", 0, 7)) {
            return Optional.of(header.substring(7).strip());
        }
        return header.regionMatches(true, 0, "Basic ", 0, 6)
                ? password(header.substring(6).strip())
                : Optional.empty();
    }

    private static Optional<String> password(String encoded) {
        try {
            String pair = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
            int colon = pair.indexOf(':');
            return colon < 0 ? Optional.empty() : Optional.of(pair.substring(colon + 1));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
