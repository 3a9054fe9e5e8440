package io.gpuaas.controlplane.console;

import io.gpuaas.controlplane.identity.RequestAuthentication;
import io.gpuaas.controlplane.limits.AddressGroup;
import io.gpuaas.controlplane.limits.Limit;
import io.gpuaas.controlplane.limits.SharedBuckets;
import io.gpuaas.controlplane.limits.Taken;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.resource.ResourceHttpRequestHandler;

/** Decides who may read the documentation, and what its pages may load. */
@Component
class DocsAccess implements HandlerInterceptor {

    private static final String PAGES = "/docs";

    /** Sessions from one address that turn out to be unknown; each costs a look-up. */
    private static final Limit UNKNOWN = Limit.perMinute(600);

    private final boolean signInRequired;
    private final List<RequestAuthentication> sessions;
    private final SharedBuckets buckets;

    DocsAccess(GpuaasProperties properties, List<RequestAuthentication> sessions, SharedBuckets buckets) {
        this.signInRequired = properties.docs().signInRequired();
        this.sessions = sessions;
        this.buckets = buckets;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws IOException {
        if (signInRequired && !isSignedIn(request)) {
            refuse(request, response);
            return false;
        }
        if (handler instanceof ResourceHttpRequestHandler
                && request.getRequestURI().startsWith(PAGES)) {
            String nonce = PagePolicy.newNonce();
            request.setAttribute(PageNonce.ATTRIBUTE, nonce);
            // The API reference searches in a worker that it makes from its own script.
            response.setHeader("Content-Security-Policy", PagePolicy.policy(nonce, List.of()) + "; worker-src blob:");
        }
        return true;
    }

    private boolean isSignedIn(HttpServletRequest request) {
        if (sessions.stream().noneMatch(one -> one.presented(request).isPresent())) {
            return false;
        }
        String key = "docs/unknown/" + AddressGroup.of(request.getRemoteAddr());
        Taken taken = buckets.take(key, UNKNOWN);
        if (!taken.admitted()) {
            throw ProblemException.retryLater(
                    ErrorCode.RATE_LIMITED,
                    "Too many requests from this address.",
                    taken.retryAfter().plusSeconds(1));
        }
        boolean known =
                sessions.stream().anyMatch(one -> one.authenticate(request).isPresent());
        if (known) {
            buckets.giveBack(key, UNKNOWN);
        }
        return known;
    }

    /** A person signs in and comes back; a program learns why. */
    private static void refuse(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String accept = request.getHeader(HttpHeaders.ACCEPT);
        if (accept == null || !accept.contains("text/html")) {
            throw ProblemException.of(
                    ErrorCode.UNAUTHENTICATED, "The documentation needs a signed-in browser. Sign in at /auth/login.");
        }
        response.sendRedirect(
                "/auth/login?return_to=" + URLEncoder.encode(request.getRequestURI(), StandardCharsets.UTF_8));
    }
}
