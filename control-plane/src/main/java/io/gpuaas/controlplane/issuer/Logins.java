package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.identity.Principals;
import io.gpuaas.controlplane.identity.SecondFactorPolicy;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.controlplane.platform.Secrets;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.PrincipalId;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.authentication.logout.LogoutHandler;
import org.springframework.security.web.context.HttpRequestResponseHolder;
import org.springframework.security.web.context.SecurityContextRepository;
import org.springframework.stereotype.Component;
import org.springframework.web.util.WebUtils;

/**
 * Keeps browsers signed in at the issuer: a row and a cookie, no HTTP session, so that any process can answer. Each
 * sign-in gets a new secret; one planted before is worthless.
 */
@Component
@EmbeddedIssuer
class Logins implements SecurityContextRepository, LogoutHandler {

    static final String COOKIE = "__Host-gpuaas-login";
    static final Duration LIFETIME = Duration.ofHours(12);

    private final LoginStore store;
    private final Principals principals;
    private final SecondFactorPolicy policy;
    private final FactorStore factors;
    private final KnownBrowsers browsers;
    private final Clock clock;
    private final IdSource ids;

    Logins(
            LoginStore store,
            Principals principals,
            SecondFactorPolicy policy,
            FactorStore factors,
            KnownBrowsers browsers,
            Clock clock,
            IdSource ids) {
        this.store = store;
        this.principals = principals;
        this.policy = policy;
        this.factors = factors;
        this.browsers = browsers;
        this.clock = clock;
        this.ids = ids;
    }

    /** Signs a browser out by the name its ID token carries ({@code sid}). */
    void end(UUID sid) {
        store.remove(sid);
    }

    @Override
    @SuppressWarnings({"deprecation", "InlineMeSuggester"}) // the interface has it without a default
    public SecurityContext loadContext(HttpRequestResponseHolder holder) {
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        find(holder.getRequest()).ifPresent(login -> {
            Proof proof = login.proof();
            UsernamePasswordAuthenticationToken signedIn = PasswordSignIn.authenticated(
                    login.principal().toString(), proof == null ? List.of() : List.of(proof.authority()));
            signedIn.setDetails(login.id().toString());
            context.setAuthentication(signedIn);
        });
        return context;
    }

    @Override
    public void saveContext(SecurityContext context, HttpServletRequest request, HttpServletResponse response) {
        Authentication authentication = context.getAuthentication();
        if (authentication != null && !(authentication instanceof UsernamePasswordAuthenticationToken)) {
            // A client or an access token that proved itself; only a password opens a login.
            return;
        }
        if (authentication == null) {
            end(request, response);
        } else if (SecondSteps.isPending(authentication)) {
            throw new IllegalStateException("a login was about to open before its second factor");
        } else {
            open(PrincipalId.parse(authentication.getName()), null, request, response);
        }
    }

    /** Signs the browser in, in place of any person signed in before. */
    void open(PrincipalId person, @Nullable Proof proof, HttpServletRequest request, HttpServletResponse response) {
        present(request).ifPresent(before -> store.remove(before.id()));
        String secret = Secrets.create();
        Instant now = clock.instant();
        store.add(new LoginStore.Login(ids.next(), person, now, proof), Digests.sha256(secret), now.plus(LIFETIME));
        setCookie(response, secret, Duration.ofSeconds(-1));
        browsers.remember(person, response);
    }

    void end(HttpServletRequest request, HttpServletResponse response) {
        present(request).ifPresent(before -> store.remove(before.id()));
        setCookie(response, "", Duration.ZERO);
    }

    @Override
    public boolean containsContext(HttpServletRequest request) {
        return find(request).isPresent();
    }

    @Override
    public void logout(
            HttpServletRequest request, HttpServletResponse response, @Nullable Authentication authentication) {
        saveContext(new SecurityContextImpl(), request, response);
        SecurityContextHolder.clearContext();
    }

    /** A login without a second factor counts for nothing when policy demands one of its person, or the person has one. */
    Optional<LoginStore.Login> find(HttpServletRequest request) {
        return present(request).filter(login -> login.proof() != null || isPasswordEnough(login.principal()));
    }

    private boolean isPasswordEnough(PrincipalId person) {
        return factors.list(person).isEmpty()
                && principals.find(person).filter(policy::demandedOf).isEmpty();
    }

    private Optional<LoginStore.Login> present(HttpServletRequest request) {
        Cookie cookie = WebUtils.getCookie(request, COOKIE);
        return cookie == null || cookie.getValue().isEmpty()
                ? Optional.empty()
                : store.find(Digests.sha256(cookie.getValue()), clock.instant());
    }

    private static void setCookie(HttpServletResponse response, String value, Duration maxAge) {
        response.addHeader(
                HttpHeaders.SET_COOKIE,
                ResponseCookie.from(COOKIE, value)
                        .path("/")
                        .secure(true)
                        .httpOnly(true)
                        .sameSite("Lax")
                        .maxAge(maxAge)
                        .build()
                        .toString());
    }
}
