package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import java.nio.file.Path;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class AuthorityConfiguration {

    @Bean
    CertificateAuthority certificateAuthority(GpuaasProperties properties, Clock clock) {
        GpuaasProperties.Nodes nodes = properties.nodes();
        return switch (nodes.authority()) {
            case EMBEDDED -> new EmbeddedAuthority(file(properties), clock);
            case STEP -> throw new IllegalStateException("step is not built");
        };
    }

    private static Path file(GpuaasProperties properties) {
        String configured = properties.nodes().authorityFile();
        return configured == null || configured.isBlank()
                ? properties.dataDir().resolve("node-authority.pem")
                : Path.of(configured);
    }
}
