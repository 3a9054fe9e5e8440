package io.gpuaas.controlplane.certificates;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.StartProblem;
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
            case STEP -> new StepAuthority(step(nodes.step()), clock);
        };
    }

    private static StepAuthority.Settings step(GpuaasProperties.Nodes.Step step) {
        return new StepAuthority.Settings(
                StartProblem.requireSet("gpuaas.nodes.step.url", step.url()),
                Path.of(StartProblem.requireSet("gpuaas.nodes.step.root-file", step.rootFile())),
                StartProblem.requireSet("gpuaas.nodes.step.provisioner", step.provisioner()),
                Path.of(StartProblem.requireSet("gpuaas.nodes.step.provisioner-key-file", step.provisionerKeyFile())));
    }

    private static Path file(GpuaasProperties properties) {
        String configured = properties.nodes().authorityFile();
        return configured == null || configured.isBlank()
                ? properties.dataDir().resolve("node-authority.pem")
                : Path.of(configured);
    }
}
