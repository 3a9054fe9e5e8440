package io.gpuaas.controlplane.federation;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jwt.JWTClaimsSet;
import io.gpuaas.controlplane.limits.AddressGroup;
import io.gpuaas.controlplane.limits.Limit;
import io.gpuaas.controlplane.limits.SharedBuckets;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.text.ParseException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** Receives the issuer's report that a login ended (OpenID Connect Back-Channel Logout 1.0). */
@Configuration(proxyBeanMethods = false)
@ExternalIssuer
class LogoutEndpoint {

    static final String PATH = "/auth/backchannel-logout";

    private static final Logger log = LoggerFactory.getLogger(LogoutEndpoint.class);

    private static final int TOKEN_CHARACTERS_MAX = 8_192;

    /** Only refused tokens count, and past the limit a good one is still obeyed: the issuer may share its address. */
    private static final Limit REFUSALS = Limit.perMinute(60);

    @Bean
    ServletRegistrationBean<HttpServlet> logoutAddress(
            Discovery discovery,
            ExternalTokens tokens,
            BackChannelLogout logout,
            SharedBuckets buckets,
            JsonMapper json) {
        return new ServletRegistrationBean<>(new Endpoint(discovery, tokens, logout, buckets, json), PATH);
    }

    private static final class Endpoint extends HttpServlet {

        private final transient Discovery discovery;
        private final transient ExternalTokens tokens;
        private final transient BackChannelLogout logout;
        private final transient JsonMapper json;
        private final transient SharedBuckets buckets;

        Endpoint(
                Discovery discovery,
                ExternalTokens tokens,
                BackChannelLogout logout,
                SharedBuckets buckets,
                JsonMapper json) {
            this.discovery = discovery;
            this.tokens = tokens;
            this.logout = logout;
            this.buckets = buckets;
            this.json = json;
        }

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            String address = request.getRemoteAddr();
            // An issuer that we cannot reach yet should retry; its token may be valid.
            discovery.require();
            Optional<String> problem = obey(token(request), address);
            if (problem.isEmpty()) {
                return;
            }
            if (!buckets.take("logout/refused/" + AddressGroup.of(address), REFUSALS)
                    .admitted()) {
                throw ProblemException.retryLater(
                        ErrorCode.RATE_LIMITED,
                        "Too many invalid logout tokens were received.",
                        Duration.ofSeconds(10));
            }
            log.atWarn()
                    .addKeyValue("address", address)
                    .addKeyValue("reason", problem.get())
                    .log("refused a logout token");
            response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
            response.setContentType("application/json");
            response.getOutputStream()
                    .write(json.writeValueAsBytes(new TreeMap<>(Map.of(
                            "error",
                            "invalid_request",
                            "error_description",
                            "The logout token was refused: " + problem.get()))));
        }

        private Optional<String> obey(@Nullable String token, String address) {
            if (token == null) {
                return Optional.of("send one form field logout_token");
            }
            JWTClaimsSet claims;
            try {
                claims = tokens.checkLogout(token);
            } catch (ParseException | BadJOSEException | JOSEException e) {
                return Optional.of(String.valueOf(e.getMessage()));
            }
            return logout.obey(claims, address);
        }

        /** In the body only: an address with a token in it would end up in logs. */
        private static @Nullable String token(HttpServletRequest request) {
            @Nullable String[] values = request.getParameterValues("logout_token");
            if (request.getQueryString() != null || values == null || values.length != 1) {
                return null;
            }
            String token = values[0];
            return token == null || token.length() > TOKEN_CHARACTERS_MAX ? null : token;
        }
    }
}
