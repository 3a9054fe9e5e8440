package io.gpuaas.controlplane.federation;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/**
 * Points programs that know only our address to the outside issuer: where the embedded issuer would describe itself,
 * the outside one is named. Programs ask it for the rest.
 */
@Configuration(proxyBeanMethods = false)
@ExternalIssuer
class IssuerPointer {

    @Bean
    ServletRegistrationBean<HttpServlet> issuerName(IssuerSettings settings, JsonMapper json) {
        byte[] body = json.writeValueAsBytes(Map.of("issuer", settings.issuer()));
        return new ServletRegistrationBean<>(
                new HttpServlet() {
                    @Override
                    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                        response.setContentType("application/json");
                        response.getOutputStream().write(body);
                    }
                },
                "/.well-known/openid-configuration");
    }
}
