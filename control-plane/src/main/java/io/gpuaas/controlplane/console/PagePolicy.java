package io.gpuaas.controlplane.console;

import io.gpuaas.controlplane.gateways.GatewayAddresses;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.resource.ResourceHttpRequestHandler;

/** Sets what a page of the console may load and which hosts it may connect to. */
@Component
class PagePolicy implements HandlerInterceptor {

    private static final int NONCE_BYTES = 16;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final GatewayAddresses gateways;

    PagePolicy(GatewayAddresses gateways) {
        this.gateways = gateways;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof ResourceHttpRequestHandler) {
            String nonce = newNonce();
            request.setAttribute(PageNonce.ATTRIBUTE, nonce);
            response.setHeader("Content-Security-Policy", policy(nonce, gateways.list()));
        }
        return true;
    }

    static String newNonce() {
        byte[] bytes = new byte[NONCE_BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Styles that stand in the page are those our scripts made: components and the terminal write theirs there. */
    static String policy(String nonce, List<String> gateways) {
        String connect = gateways.isEmpty() ? "'self'" : "'self' " + String.join(" ", gateways);
        return "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-" + nonce
                + "'; img-src 'self' data:; font-src 'self'; connect-src " + connect
                + "; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    }
}
