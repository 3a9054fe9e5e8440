package io.gpuaas.controlplane;

import io.gpuaas.controlplane.platform.SettingNames;
import io.gpuaas.controlplane.platform.StartProblem;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Starts the control plane with the roles its configuration names. */
@SpringBootApplication(exclude = {ErrorMvcAutoConfiguration.class, DataSourceAutoConfiguration.class})
@EnableScheduling
@ConfigurationPropertiesScan
public class ControlPlane {

    public static void main(String[] arguments) {
        try {
            SettingNames.requireKnown(System.getenv().keySet());
            application().run(arguments);
        } catch (RuntimeException e) {
            System.err.println("gpuaas: " + StartProblem.describe(e));
            System.exit(1);
        }
    }

    /** The application as it always is: one documented configuration file, named gpuaas.yaml. */
    public static SpringApplication application() {
        System.setProperty("spring.config.name", "gpuaas");
        System.setProperty("spring.config.additional-location", "optional:file:/etc/gpuaas/");
        return new SpringApplication(ControlPlane.class);
    }
}
