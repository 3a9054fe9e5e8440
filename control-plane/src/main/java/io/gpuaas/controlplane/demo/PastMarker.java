package io.gpuaas.controlplane.demo;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Remembers in the data folder that the past is being written. Half a past is neither repeated nor continued: its hosts
 * lived in the process that ended, and its books would not match.
 */
@Component
@Order(PastMarker.BEFORE_FIRST_LOGIN)
class PastMarker implements ApplicationRunner {

    static final int BEFORE_FIRST_LOGIN = -10;

    private final Path file;

    PastMarker(GpuaasProperties properties) {
        this.file = properties.dataDir().resolve("demo-past.unfinished");
    }

    @Override
    public void run(ApplicationArguments arguments) {
        if (Files.exists(file)) {
            throw new IllegalStateException("the first start of this demo was interrupted and its data is incomplete:"
                    + " start with ./gpuaas up --fresh");
        }
    }

    void begin() throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.createFile(file);
    }

    void end() throws IOException {
        Files.delete(file);
    }
}
