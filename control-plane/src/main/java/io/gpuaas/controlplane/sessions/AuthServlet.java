package io.gpuaas.controlplane.sessions;

import io.gpuaas.controlplane.limits.AddressGroup;
import io.gpuaas.controlplane.limits.Limit;
import io.gpuaas.controlplane.limits.SharedBuckets;
import io.gpuaas.controlplane.limits.Taken;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.platform.PublicUrl;
import io.gpuaas.controlplane.platform.Secrets;
import io.gpuaas.kernel.ErrorCode;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Component;
import org.springframework.web.util.WebUtils;
import tools.jackson.databind.json.JsonMapper;

/** Signs browsers in and out: /auth/login, /auth/callback, /auth/session, /auth/logout. */
@Component
class AuthServlet extends HttpServlet {

    /** Ties a sign-in to the browser that began it. */
    static final String SIGN_IN_COOKIE = "__Host-gpuaas-signin";

    private static final Duration SIGN_IN_TIME = Duration.ofMinutes(10);
    /** Some issuers send codes of two thousand characters. */
    private static final int PARAMETER_CHARACTERS_MAX = 4_000;

    private static final Limit SIGN_INS = Limit.perMinute(60);

    /** Unknown sessions and unknown answers of the issuer, per address; each costs a look-up. */
    private static final Limit UNKNOWN = Limit.perMinute(600);

    private static final Duration BROWSER_SESSION = Duration.ofSeconds(-1);

    private final SessionStore store;
    private final Sessions sessions;
    private final CodeExchange exchange;
    private final SignInIssuer issuer;
    private final PublicUrl url;
    private final Clock clock;
    private final JsonMapper json;
    private final SharedBuckets buckets;

    AuthServlet(
            SessionStore store,
            Sessions sessions,
            CodeExchange exchange,
            SignInIssuer issuer,
            PublicUrl url,
            Clock clock,
            JsonMapper json,
            SharedBuckets buckets) {
        this.store = store;
        this.sessions = sessions;
        this.exchange = exchange;
        this.issuer = issuer;
        this.url = url;
        this.clock = clock;
        this.json = json;
        this.buckets = buckets;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        switch (String.valueOf(request.getPathInfo())) {
            case "/login" -> begin(request, response);
            case "/callback" -> complete(request, response);
            case "/session" -> tell(request, response);
            case "/logout" ->
                throw ProblemException.of(ErrorCode.METHOD_NOT_ALLOWED, "This path does not support GET.");
            default -> throw ProblemException.notFound("address");
        }
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (!"/logout".equals(request.getPathInfo())) {
            throw ProblemException.notFound("address");
        }
        Optional<String> secret = Sessions.secretOf(request)
                .filter(one -> look(request, () -> sessions.find(one)).isPresent());
        secret.ifPresent(one -> SameOrigin.require(request, one, url.external()));
        Optional<String> elsewhere = secret.flatMap(one -> sessions.end(one, request.getRemoteAddr()));
        setCookie(response, Sessions.COOKIE, "", Duration.ZERO);
        if (elsewhere.isPresent()) {
            write(response, Map.of("continue_at", elsewhere.get()));
        } else {
            response.setStatus(HttpServletResponse.SC_NO_CONTENT);
        }
    }

    private void requireToken(String what, Limit limit, HttpServletRequest request, String refusal) {
        Taken taken = buckets.take(key(what, request), limit);
        if (!taken.admitted()) {
            throw ProblemException.retryLater(
                    ErrorCode.RATE_LIMITED,
                    refusal,
                    Duration.ofSeconds(Math.max(1, taken.retryAfter().toSeconds() + 1)));
        }
    }

    private static String key(String what, HttpServletRequest request) {
        return "auth/" + what + "/" + AddressGroup.of(request.getRemoteAddr());
    }

    /** Counts against the address until what is looked for was found. */
    private <T> Optional<T> look(HttpServletRequest request, Supplier<Optional<T>> finding) {
        requireToken("unknown", UNKNOWN, request, "Too many requests from this address.");
        Optional<T> found = finding.get();
        if (found.isPresent()) {
            buckets.giveBack(key("unknown", request), UNKNOWN);
        }
        return found;
    }

    private void begin(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String returnTo = ReturnPath.require(request.getParameter("return_to"));
        requireToken("sign-ins", SIGN_INS, request, "Too many sign-ins from this address.");
        SessionStore.SignIn signIn = new SessionStore.SignIn(Secrets.create(), Secrets.create(), returnTo);
        String state = Secrets.create();
        String browser = Secrets.create();
        String address = exchange.authorizationAddress(signIn, state);
        store.add(
                signIn,
                Digests.sha256(state),
                Digests.sha256(browser),
                clock.instant().plus(SIGN_IN_TIME));
        setCookie(response, SIGN_IN_COOKIE, browser, SIGN_IN_TIME);
        redirect(response, address);
    }

    private void complete(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Optional<SessionStore.SignIn> signIn = find(request);
        Optional<SignInIssuer.SignedInUser> user = signIn.filter(found -> isFromIssuer(request))
                .flatMap(found -> parameter(request, "code").flatMap(code -> exchange.redeem(code, found)));
        Optional<String> session = user.flatMap(found -> sessions.begin(found, request.getRemoteAddr()));
        if (session.isEmpty()) {
            refuse(response);
            return;
        }
        Sessions.secretOf(request).ifPresent(sessions::forget);
        setCookie(response, SIGN_IN_COOKIE, "", Duration.ZERO);
        setCookie(response, Sessions.COOKIE, session.get(), BROWSER_SESSION);
        redirect(response, signIn.orElseThrow().returnTo());
    }

    private Optional<SessionStore.SignIn> find(HttpServletRequest request) {
        Cookie browser = WebUtils.getCookie(request, SIGN_IN_COOKIE);
        return browser == null
                ? Optional.empty()
                : parameter(request, "state")
                        .flatMap(state -> look(
                                request,
                                () -> store.take(
                                        Digests.sha256(state), Digests.sha256(browser.getValue()), clock.instant())));
    }

    /** An issuer that names itself in the answer (RFC 9207) must be the one that was asked. */
    private boolean isFromIssuer(HttpServletRequest request) {
        return request.getParameter("iss") == null
                || parameter(request, "iss").filter(issuer.name()::equals).isPresent();
    }

    private static Optional<String> parameter(HttpServletRequest request, String name) {
        @Nullable String[] values = request.getParameterValues(name);
        return values == null || values.length != 1
                ? Optional.empty()
                : Optional.ofNullable(values[0])
                        .filter(value -> !value.isEmpty() && value.length() <= PARAMETER_CHARACTERS_MAX);
    }

    /** Answers with the signed-in user, and the token that proves that a change comes from the console. */
    private void tell(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String secret = Sessions.secretOf(request).orElseThrow(AuthServlet::nobody);
        Sessions.Live session = look(request, () -> sessions.find(secret)).orElseThrow(AuthServlet::nobody);
        write(
                response,
                Map.of(
                        "principal_id", session.who().caller().id(),
                        "display_name", session.who().caller().displayName(),
                        "csrf_token", Derived.csrfToken(secret),
                        "expires_at", session.expiresAt().toString()));
    }

    private void write(HttpServletResponse response, Map<String, String> body) throws IOException {
        response.setContentType("application/json");
        response.getOutputStream().write(json.writeValueAsBytes(new TreeMap<>(body)));
    }

    private static ProblemException nobody() {
        return ProblemException.of(ErrorCode.UNAUTHENTICATED, "You are not signed in. Sign in at /auth/login.");
    }

    /** A late, repeated or unknown answer of the issuer: nothing is signed in, and the page links to a new sign-in. */
    private static void refuse(HttpServletResponse response) throws IOException {
        response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
        response.setContentType("text/html;charset=UTF-8");
        response.getOutputStream().write("""
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>Not signed in · GPUaaS</title>
                <link rel="icon" href="/favicon.svg" type="image/svg+xml">
                <link rel="stylesheet" href="/gpuaas.css">
                </head>
                <body>
                <main class="narrow">
                <p class="brand"><img src="/favicon.svg" width="28" height="28" alt="">GPUaaS</p>
                <h1>Not signed in</h1>
                <p>This sign-in took too long, was used before, or began in another browser.</p>
                <p><a href="/auth/login">Sign in again</a></p>
                </main>
                </body>
                </html>
                """.getBytes(StandardCharsets.UTF_8));
    }

    private static void redirect(HttpServletResponse response, String address) throws IOException {
        response.setStatus(HttpServletResponse.SC_SEE_OTHER);
        response.setHeader(HttpHeaders.LOCATION, address);
    }

    private static void setCookie(HttpServletResponse response, String name, String value, Duration maxAge) {
        response.addHeader(
                HttpHeaders.SET_COOKIE,
                ResponseCookie.from(name, value)
                        .path("/")
                        .secure(true)
                        .httpOnly(true)
                        .sameSite("Lax")
                        .maxAge(maxAge)
                        .build()
                        .toString());
    }
}
