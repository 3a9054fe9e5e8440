package io.gpuaas.controlplane.console;

import io.gpuaas.controlplane.gateways.GatewayAddresses;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.resource.ResourceHttpRequestHandler;

/** What a page of the console may load and whom it may speak to. */
@Component
class PagePolicy implements HandlerInterceptor {

    private final GatewayAddresses gateways;

    PagePolicy(GatewayAddresses gateways) {
        this.gateways = gateways;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof ResourceHttpRequestHandler) {
            response.setHeader("Content-Security-Policy", policy(gateways.list()));
        }
        return true;
    }

    /** Styles may stand in the page: the terminal writes the colours of its theme into it. Scripts may not. */
    static String policy(List<String> gateways) {
        String connect = gateways.isEmpty() ? "'self'" : "'self' " + String.join(" ", gateways);
        return "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
                + " font-src 'self'; connect-src " + connect
                + "; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    }
}
