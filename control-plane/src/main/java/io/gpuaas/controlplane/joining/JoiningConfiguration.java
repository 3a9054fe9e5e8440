package io.gpuaas.controlplane.joining;

import io.gpuaas.controlplane.limits.SharedBuckets;
import jakarta.servlet.http.HttpServlet;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts the join script and the packages under /join. */
@Configuration(proxyBeanMethods = false)
class JoiningConfiguration {

    @Bean
    ServletRegistrationBean<HttpServlet> joinFiles(JoinScript script, AgentPackages packages, SharedBuckets buckets) {
        return new ServletRegistrationBean<>(
                new JoinFiles(script, packages, buckets), JoinScript.PATH, JoinScript.PATH + "/*");
    }
}
