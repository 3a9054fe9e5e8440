package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.identity.Authenticated;
import io.gpuaas.controlplane.identity.SecondFactorPolicy;
import io.gpuaas.controlplane.issuer.SecondStepStore.Purpose;
import io.gpuaas.controlplane.issuer.SecondStepStore.Step;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.controlplane.platform.Secrets;
import io.gpuaas.kernel.PrincipalId;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.web.context.HttpRequestResponseHolder;
import org.springframework.security.web.context.SecurityContextRepository;
import org.springframework.stereotype.Component;
import org.springframework.web.util.WebUtils;

/**
 * Keeps the state between a correct password and a login: a row and a cookie that open nothing but the pages of the
 * second factor. Without a required factor the login opens at once.
 */
@Component
@EmbeddedIssuer
class SecondSteps implements SecurityContextRepository {

    static final String COOKIE = "__Host-gpuaas-step";
    static final Duration LIFETIME = Duration.ofMinutes(10);

    /** Then the password is asked for again. */
    static final int WRONG_ANSWERS_MAX = 5;

    /** Decided once, with the password; an authentication that carries it opens no login. */
    static final SimpleGrantedAuthority PENDING = new SimpleGrantedAuthority("SECOND_STEP_PENDING");

    private final SecondStepStore store;
    private final Factors factors;
    private final FactorSeal seal;
    private final SecondFactorPolicy policy;
    private final Logins logins;
    private final Clock clock;

    SecondSteps(
            SecondStepStore store,
            Factors factors,
            FactorSeal seal,
            SecondFactorPolicy policy,
            Logins logins,
            Clock clock) {
        this.store = store;
        this.factors = factors;
        this.seal = seal;
        this.policy = policy;
        this.logins = logins;
        this.clock = clock;
    }

    /** A person with a factor is always asked for it, even if policy does not demand one. */
    boolean follow(Authenticated who) {
        return policy.demandedOf(who)
                || factors.has(PrincipalId.parse(who.caller().id()));
    }

    static boolean isPending(Authentication authentication) {
        return authentication.getAuthorities().stream()
                .anyMatch(authority -> PENDING.getAuthority().equals(authority.getAuthority()));
    }

    @Override
    public void saveContext(SecurityContext context, HttpServletRequest request, HttpServletResponse response) {
        Authentication authentication = context.getAuthentication();
        if (authentication == null || !isPending(authentication)) {
            logins.saveContext(context, request, response);
            return;
        }
        // Another person signs in with this browser: the person before is signed out.
        logins.end(request, response);
        PrincipalId person = PrincipalId.parse(authentication.getName());
        String next = request.getParameter("continue");
        begin(
                person,
                factors.has(person) ? Purpose.VERIFY : Purpose.ENROL,
                null,
                SignInSteps.isContinuation(next) ? next : "/",
                response);
    }

    /** For a signed-in person who adds a factor. */
    void beginAdding(LoginStore.Login login, HttpServletResponse response) {
        begin(login.principal(), Purpose.ADD, login, "/factors", response);
    }

    private void begin(
            PrincipalId person,
            Purpose purpose,
            LoginStore.@Nullable Login login,
            String continueTo,
            HttpServletResponse response) {
        String secret = Secrets.create();
        byte[] pending = purpose == Purpose.VERIFY ? null : seal.seal(Totp.newSecret(), person);
        store.add(
                new Step(
                        Digests.sha256(secret),
                        person,
                        purpose,
                        login == null ? null : login.id(),
                        continueTo,
                        pending,
                        null),
                clock.instant().plus(LIFETIME));
        setCookie(response, secret, LIFETIME);
    }

    Optional<Step> find(HttpServletRequest request) {
        Cookie cookie = WebUtils.getCookie(request, COOKIE);
        return cookie == null || cookie.getValue().isEmpty()
                ? Optional.empty()
                : store.find(Digests.sha256(cookie.getValue()), clock.instant());
    }

    /** Sets the challenge for a security key; it is good once. */
    void ask(Step step, byte[] challenge) {
        store.setChallenge(step, challenge);
    }

    boolean spendChallenge(Step step) {
        byte[] challenge = step.challenge();
        return challenge != null && store.spendChallenge(step, challenge);
    }

    /** Whether another try is left. */
    boolean mayTryAgain(Step step) {
        if (store.countWrongAnswer(step) < WRONG_ANSWERS_MAX) {
            return true;
        }
        store.remove(step.secretDigest());
        return false;
    }

    /** False when a concurrent request ended it. */
    boolean end(Step step, HttpServletResponse response) {
        setCookie(response, "", Duration.ZERO);
        return store.remove(step.secretDigest());
    }

    @Override
    @SuppressWarnings({"deprecation", "InlineMeSuggester"}) // the interface has it without a default
    public SecurityContext loadContext(HttpRequestResponseHolder holder) {
        return logins.loadContext(holder);
    }

    @Override
    public boolean containsContext(HttpServletRequest request) {
        return logins.containsContext(request);
    }

    private static void setCookie(HttpServletResponse response, String value, Duration maxAge) {
        response.addHeader(
                HttpHeaders.SET_COOKIE,
                ResponseCookie.from(COOKIE, value)
                        .path("/")
                        .secure(true)
                        .httpOnly(true)
                        .sameSite("Strict")
                        .maxAge(maxAge)
                        .build()
                        .toString());
    }
}
