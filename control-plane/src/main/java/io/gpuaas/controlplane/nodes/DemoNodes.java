package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.SecretFile;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Leaves join tokens in the data folder of an installation that is tried out, for the two agents {@code up} starts. */
@Component
class DemoNodes implements ApplicationRunner {

    private static final int COUNT = 2;
    private static final Duration LIFETIME = Duration.ofDays(1);

    private final JoinTokens tokens;
    private final TransactionTemplate transaction;
    private final IdSource ids;
    private final Path folder;
    private final boolean wanted;

    DemoNodes(JoinTokens tokens, TransactionTemplate transaction, IdSource ids, GpuaasProperties properties) {
        this.tokens = tokens;
        this.transaction = transaction;
        this.ids = ids;
        this.folder = properties.dataDir().resolve("nodes");
        this.wanted = properties.demo() && properties.has(GpuaasProperties.Role.NODE_API);
    }

    /** A node that joined keeps its folder, and a token that was not used yet stays. */
    @Override
    public void run(ApplicationArguments arguments) throws IOException {
        if (!wanted) {
            return;
        }
        Files.createDirectories(folder);
        for (int number = 1; number <= COUNT; number++) {
            Path file = folder.resolve("demo-" + number + ".join");
            if (!Files.exists(file) && !Files.exists(folder.resolve("demo-" + number))) {
                SecretFile.replace(file, create() + "\n");
            }
        }
    }

    private String create() {
        return Call.system("demoNodes", CorrelationId.create(ids))
                .run(() -> transaction.execute(
                        status -> tokens.create(1, LIFETIME, null).getFirst().text()));
    }
}
