package io.gpuaas.controlplane.issuer;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.OncePerRequestFilter;

/** Serves the password reset pages. */
class PasswordPages extends OncePerRequestFilter {

    static final String FORGOT = "/password/forgot";
    static final String RESET = "/password/reset";

    private final PasswordResets resets;

    PasswordPages(PasswordResets resets) {
        this.resets = resets;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            switch (request.getMethod() + " " + request.getRequestURI()) {
                case "GET " + FORGOT -> Pages.send(response, 200, Pages.forgotPassword(PageFilter.csrf(request)));
                case "POST " + FORGOT -> ask(request, response);
                case "GET " + RESET -> show(request, response, 200, "", null);
                case "POST " + RESET -> choose(request, response);
                default -> chain.doFilter(request, response);
            }
        } catch (LoginThrottle.Throttled e) {
            SignInSteps.tooManyAttempts(response, e);
        }
    }

    private void ask(HttpServletRequest request, HttpServletResponse response) throws IOException {
        resets.ask(PageFilter.parameter(request, "account"), request.getRemoteAddr());
        Pages.send(response, 200, Pages.done("Check your email", """
                If an account with this name or address exists and has an email address, a reset link is on its \
                way. The link works for 30 minutes. At most one email is sent per hour."""));
    }

    private void choose(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String token = PageFilter.parameter(request, "token").strip();
        String password = PageFilter.parameter(request, "password");
        if (!PasswordUsers.isGood(password)) {
            show(request, response, 400, token, "A password " + PasswordUsers.PASSWORD_RULE + ".");
        } else if (resets.choose(token, password, request.getRemoteAddr())) {
            Pages.send(
                    response,
                    200,
                    Pages.doneWithLink(
                            "Password changed",
                            "You have been signed out everywhere. Sign in with your new password.",
                            "/auth/login",
                            "Sign in"));
        } else {
            show(request, response, 400, "", "The link was already used or has expired. Request a new one.");
        }
    }

    private static void show(
            HttpServletRequest request, HttpServletResponse response, int status, String token, @Nullable String note)
            throws IOException {
        Pages.send(response, status, Pages.resetPassword(PageFilter.csrf(request), token, note));
    }
}
