package io.gpuaas.controlplane.sessions;

import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class SessionsConfiguration {

    @Bean
    ServletRegistrationBean<AuthServlet> authAddresses(AuthServlet servlet) {
        return new ServletRegistrationBean<>(servlet, "/auth/*");
    }
}
