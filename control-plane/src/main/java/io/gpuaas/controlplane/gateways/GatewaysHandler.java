package io.gpuaas.controlplane.gateways;

import io.gpuaas.api.CreateGateway;
import io.gpuaas.api.CreateLogStream;
import io.gpuaas.api.Gateway;
import io.gpuaas.api.GatewayPage;
import io.gpuaas.api.GatewaysApi;
import io.gpuaas.api.LogStream;
import io.gpuaas.api.NewGateway;
import io.gpuaas.controlplane.gateways.GatewayStore.GatewayRecord;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.kernel.GatewayId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.StreamId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class GatewaysHandler implements GatewaysApi {

    private static final String LISTING = "gateways";

    private final Gateways gateways;
    private final GatewayStore store;
    private final LogStreams logs;

    GatewaysHandler(Gateways gateways, GatewayStore store, LogStreams logs) {
        this.gateways = gateways;
        this.store = store;
        this.logs = logs;
    }

    @Override
    public GatewayPage listGateways(Integer limit, @Nullable String cursor) {
        List<GatewayRecord> rows = store.list(PageCursor.decode(LISTING, cursor, UUID::fromString), limit + 1);
        return new GatewayPage(
                PageCursor.page(rows, limit).stream().map(gateways::view).toList(),
                PageCursor.next(LISTING, rows, limit, GatewayRecord::id));
    }

    @Override
    public NewGateway createGateway(CreateGateway command) {
        Gateways.Made made = gateways.create(command.name(), command.hostNames());
        return new NewGateway(gateways.view(made.gateway()), made.secret());
    }

    @Override
    public Gateway revokeGateway(GatewayId gateway) {
        return gateways.view(gateways.revoke(gateway));
    }

    @Override
    public LogStream createLogStream(NodeId node, CreateLogStream command) {
        return logs.create(node, command);
    }

    @Override
    public LogStream closeLogStream(NodeId node, StreamId stream) {
        return logs.close(node, stream);
    }
}
