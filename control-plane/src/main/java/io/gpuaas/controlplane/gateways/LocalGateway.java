package io.gpuaas.controlplane.gateways;

import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.SecretFile;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import java.util.List;
import java.util.Objects;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** The gateway beside this process, which {@code ./gpuaas up} starts: its secret is new at every start. */
@Component
class LocalGateway implements ApplicationRunner {

    private static final String NAME = "local";
    private static final List<String> HOSTS = List.of("localhost", "127.0.0.1");

    private final Gateways gateways;
    private final GatewayStore store;
    private final TransactionTemplate transaction;
    private final IdSource ids;
    private final GpuaasProperties properties;

    LocalGateway(
            Gateways gateways,
            GatewayStore store,
            TransactionTemplate transaction,
            IdSource ids,
            GpuaasProperties properties) {
        this.gateways = gateways;
        this.store = store;
        this.transaction = transaction;
        this.ids = ids;
        this.properties = properties;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        if (properties.gateways().local()) {
            Gateways.Made made = Call.system("localGateway", CorrelationId.create(ids))
                    .run(() -> Objects.requireNonNull(transaction.execute(status -> make())));
            SecretFile.replace(properties.dataDir().resolve("gateway.secret"), made.secret() + "\n");
        }
    }

    private Gateways.Made make() {
        return store.findByName(NAME).map(gateways::renewSecret).orElseGet(() -> gateways.create(NAME, HOSTS));
    }
}
