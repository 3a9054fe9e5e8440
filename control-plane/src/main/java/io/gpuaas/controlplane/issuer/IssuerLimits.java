package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.limits.AddressGroup;
import io.gpuaas.controlplane.limits.Limit;
import io.gpuaas.controlplane.limits.SharedBuckets;
import io.gpuaas.controlplane.limits.Taken;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.filter.OncePerRequestFilter;

/** Bounds the requests of one address to the issuer's pages and endpoints, before any of them runs a statement. */
@Configuration(proxyBeanMethods = false)
@EmbeddedIssuer
class IssuerLimits {

    /** Pages, polls of devices and renewals of tokens, of everybody behind one address. */
    private static final Limit ASKED = Limit.perMinute(1_200);

    /** Each leaves a row until it expires. */
    private static final Limit DEVICES = Limit.perMinute(60);

    private static final String DEVICE = "/oauth2/device_authorization";

    @Bean
    FilterRegistrationBean<AddressLimit> issuerAddressLimit(SharedBuckets buckets) {
        FilterRegistrationBean<AddressLimit> registration = new FilterRegistrationBean<>(new AddressLimit(buckets));
        registration.addUrlPatterns(IssuerConfiguration.ADDRESSES);
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 5);
        return registration;
    }

    static final class AddressLimit extends OncePerRequestFilter {

        private final SharedBuckets buckets;

        AddressLimit(SharedBuckets buckets) {
            this.buckets = buckets;
        }

        @Override
        protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            String address = AddressGroup.of(request.getRemoteAddr());
            require(buckets.take("issuer/asked/" + address, ASKED));
            if (request.getRequestURI().equals(DEVICE)) {
                require(buckets.take("issuer/devices/" + address, DEVICES));
            }
            chain.doFilter(request, response);
        }

        private static void require(Taken taken) {
            if (!taken.admitted()) {
                throw ProblemException.retryLater(
                        ErrorCode.RATE_LIMITED,
                        "Too many requests from this address.",
                        Duration.ofSeconds(Math.max(1, taken.retryAfter().toSeconds() + 1)));
            }
        }
    }
}
