package io.gpuaas.controlplane.issuer;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.filter.OncePerRequestFilter;

/** Shows the sign-in pages. Access to them was decided before. */
class PageFilter extends OncePerRequestFilter {

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String page = request.getMethod().equals("GET") ? page(request) : null;
        if (page == null) {
            chain.doFilter(request, response);
        } else {
            Pages.send(response, 200, page);
        }
    }

    private static @Nullable String page(HttpServletRequest request) {
        return switch (request.getRequestURI()) {
            case "/login" -> Pages.signIn(csrf(request), parameter(request, "continue"), message(request));
            case "/logout" -> Pages.signOut(csrf(request));
            case "/device" -> device(request);
            case "/oauth2/consent" -> consent(request);
            default -> null;
        };
    }

    /** Devices show a user code; a program on this machine has none. */
    private static String consent(HttpServletRequest request) {
        String client = parameter(request, "client_id");
        String state = parameter(request, "state");
        String scope = parameter(request, "scope");
        return request.getParameter("user_code") == null
                ? Pages.confirmClient(client, state, scope)
                : Pages.confirmDevice(client, parameter(request, "user_code"), state, scope);
    }

    private static String message(HttpServletRequest request) {
        if (request.getParameter("error") != null) {
            return Pages.note("Incorrect user name or password. Check both and try again.");
        }
        return request.getParameter("signed-out") != null ? Pages.said("You are signed out.") : "";
    }

    private static String device(HttpServletRequest request) {
        if (request.getParameter("done") != null) {
            return Pages.done("Device signed in", "You can close this page and return to your device.");
        }
        if (request.getParameter("refused") != null) {
            return Pages.done("Device sign-in denied", "The device was not signed in. You can close this page.");
        }
        String message = request.getParameter("error") != null ? "That code is not valid or has expired." : null;
        return Pages.device(parameter(request, "user_code"), message);
    }

    static String csrf(HttpServletRequest request) {
        return ((CsrfToken) request.getAttribute(CsrfToken.class.getName())).getToken();
    }

    static String parameter(HttpServletRequest request, String name) {
        String value = request.getParameter(name);
        return value == null ? "" : value;
    }
}
