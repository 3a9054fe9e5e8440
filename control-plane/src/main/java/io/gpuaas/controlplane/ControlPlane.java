package io.gpuaas.controlplane;

import io.gpuaas.controlplane.platform.SettingNames;
import io.gpuaas.controlplane.platform.StartProblem;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;

/** Starts the control plane with the roles its configuration names. */
@SpringBootApplication(exclude = {ErrorMvcAutoConfiguration.class, DataSourceAutoConfiguration.class})
@ConfigurationPropertiesScan
public class ControlPlane {

    private static final String CARRIERS = "jdk.virtualThreadScheduler.parallelism";
    private static final int CARRIERS_MIN = 8;

    public static void main(String[] arguments) {
        shareCores();
        try {
            SettingNames.requireKnown(System.getenv().keySet());
            application().run(arguments);
        } catch (RuntimeException e) {
            System.err.println("gpuaas: " + StartProblem.describe(e));
            System.exit(1);
        }
    }

    /**
     * Virtual threads are not taken off their carriers while they compute. With as many carriers as cores, a short read
     * on a small machine waits for whatever two creates compute; with more of them the kernel shares the cores out.
     */
    private static void shareCores() {
        int carriers = Math.max(CARRIERS_MIN, Runtime.getRuntime().availableProcessors());
        if (System.getProperty(CARRIERS) == null) {
            System.setProperty(CARRIERS, String.valueOf(carriers));
        }
    }

    /** The application as it always is: one documented configuration file, named gpuaas.yaml. */
    public static SpringApplication application() {
        System.setProperty("spring.config.name", "gpuaas");
        System.setProperty("spring.config.additional-location", "optional:file:/etc/gpuaas/");
        return new SpringApplication(ControlPlane.class);
    }
}
