package io.gpuaas.controlplane.issuer;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;

/** Redirects a browser through the steps of a sign-in, only to our own pages. */
final class SignInSteps {

    private static final Set<String> NEED_A_LOGIN = Set.of(
            "/oauth2/authorize",
            "/oauth2/device_verification",
            "/oauth2/consent",
            "/device",
            "/connect/logout",
            "/factors");
    private static final List<String> CONTINUATIONS =
            List.of("/oauth2/authorize?", "/oauth2/device_verification?", "/device", "/factors");
    private static final int CONTINUATION_CHARACTERS_MAX = 8_000;

    private SignInSteps() {}

    /** Requires a sign-in: redirects browsers to the sign-in page and answers programs with 401. */
    static void askToSignIn(HttpServletRequest request, HttpServletResponse response, AuthenticationException cause)
            throws IOException {
        if (!request.getMethod().equals("GET") || !NEED_A_LOGIN.contains(request.getRequestURI())) {
            response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
            return;
        }
        String query = request.getQueryString();
        response.sendRedirect(signInPage(request.getRequestURI() + (query == null ? "" : "?" + query)));
    }

    static void signedIn(HttpServletRequest request, HttpServletResponse response, Authentication who)
            throws IOException {
        if (SecondSteps.isPending(who)) {
            response.sendRedirect(FactorPages.VERIFY);
            return;
        }
        String next = request.getParameter("continue");
        response.sendRedirect(isContinuation(next) ? next : "/");
    }

    static void notSignedIn(HttpServletRequest request, HttpServletResponse response, AuthenticationException cause)
            throws IOException {
        if (cause instanceof LoginThrottle.Throttled throttled) {
            tooManyAttempts(response, throttled);
            return;
        }
        String next = request.getParameter("continue");
        response.sendRedirect(signInPage(isContinuation(next) ? next : "") + "&error");
    }

    static void tooManyAttempts(HttpServletResponse response, LoginThrottle.Throttled throttled) throws IOException {
        response.setHeader("Retry-After", Long.toString(throttled.retryAfterSeconds()));
        Pages.send(response, 429, Pages.tooManyAttempts(throttled.retryAfterSeconds()));
    }

    static void deviceNotSignedIn(
            HttpServletRequest request, HttpServletResponse response, AuthenticationException cause)
            throws IOException {
        boolean refused = cause instanceof OAuth2AuthenticationException known
                && OAuth2ErrorCodes.ACCESS_DENIED.equals(known.getError().getErrorCode());
        response.sendRedirect(refused ? "/device?refused" : "/device?error");
    }

    /** Whether the path is one that a sign-in may return to, in plain ASCII. */
    static boolean isContinuation(@Nullable String next) {
        return next != null
                && next.length() <= CONTINUATION_CHARACTERS_MAX
                && CONTINUATIONS.stream().anyMatch(next::startsWith)
                && next.chars().allMatch(c -> c > 0x20 && c < 0x7F && c != '\\');
    }

    private static String signInPage(String next) {
        return "/login?continue=" + URLEncoder.encode(next, StandardCharsets.UTF_8);
    }
}
