package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.platform.PublicUrl;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import org.springframework.web.filter.OncePerRequestFilter;

/** Lets the issuer see its public address in every request, whatever the Host header claims. */
class PublicAddressFilter extends OncePerRequestFilter {

    private final PublicUrl url;

    PublicAddressFilter(PublicUrl url) {
        this.url = url;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        chain.doFilter(new AtPublicAddress(request, URI.create(url.external())), response);
    }

    private static final class AtPublicAddress extends HttpServletRequestWrapper {

        private final URI base;

        AtPublicAddress(HttpServletRequest request, URI base) {
            super(request);
            this.base = base;
        }

        @Override
        public String getScheme() {
            return base.getScheme();
        }

        @Override
        public boolean isSecure() {
            return base.getScheme().equals("https");
        }

        @Override
        public String getServerName() {
            return base.getHost();
        }

        @Override
        public int getServerPort() {
            return base.getPort() >= 0 ? base.getPort() : isSecure() ? 443 : 80;
        }

        @Override
        public StringBuffer getRequestURL() {
            return new StringBuffer(base.toString()).append(getRequestURI());
        }
    }
}
