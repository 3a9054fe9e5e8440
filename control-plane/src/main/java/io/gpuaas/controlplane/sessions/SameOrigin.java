package io.gpuaas.controlplane.sessions;

import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Distinguishes a change that our own page sends from one that another site makes the browser send. */
final class SameOrigin {

    static final String HEADER = "X-CSRF-Token";

    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");

    private SameOrigin() {}

    /** Reads pass; a change needs the session's token and a browser that says it comes from here. */
    static void require(HttpServletRequest request, String session, String origin) {
        if (READS.contains(request.getMethod())) {
            return;
        }
        String token = request.getHeader(HEADER);
        if (token == null || !Digests.same(token, Derived.csrfToken(session))) {
            throw rejected("Send the header " + HEADER + " with the value from GET /auth/session.");
        }
        if (!isFromHere(request.getHeader("Sec-Fetch-Site"), request.getHeader("Origin"), origin)) {
            throw rejected("The request was not sent from " + origin + ".");
        }
    }

    /** Either header may be missing, not both; neither may contradict. */
    static boolean isFromHere(@Nullable String site, @Nullable String sender, String origin) {
        if (site != null && !site.equals("same-origin")) {
            return false;
        }
        if (sender != null && !sender.equals(origin)) {
            // A page under the referrer policy no-referrer sends null; only the other header can vouch for it then.
            return sender.equals("null") && site != null;
        }
        return site != null || sender != null;
    }

    private static ProblemException rejected(String detail) {
        return ProblemException.of(ErrorCode.CSRF_REJECTED, detail);
    }
}
